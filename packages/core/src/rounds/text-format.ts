const DAYS_OF_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (match === null) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = month === 2 && !isLeap ? 28 : (DAYS_OF_MONTH[month - 1] ?? 0);
  return day >= 1 && day <= days;
}

function isDateTime(text: string): boolean {
  const match = /^(.{10})[Tt ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|[+-](\d\d):?(\d\d))$/.exec(text);
  if (match === null || !isDate(match[1] ?? '')) return false;
  const [hour, minute, second, offsetHour, offsetMinute] = match.slice(2).map((part) => Number(part ?? 0));
  const isTime = Number(hour) <= 23 && Number(minute) <= 59 && Number(second) <= 60;
  return isTime && Number(offsetHour) <= 23 && Number(offsetMinute) <= 59;
}

/** The formats that a text of a form may have (schema `StringSchema`). They compare in linear time. */
export const TEXT_FORMATS: Readonly<Record<'email' | 'uri' | 'date' | 'date-time', (text: string) => boolean>> = {
  email: (text) => text.length <= 320 && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*$/.test(text),
  uri: (text) => URL.canParse(text) && !/\s/.test(text),
  date: isDate,
  'date-time': isDateTime,
};

/** Whether a value names such a format. */
export function isTextFormat(value: unknown): value is keyof typeof TEXT_FORMATS {
  return typeof value === 'string' && Object.hasOwn(TEXT_FORMATS, value);
}
