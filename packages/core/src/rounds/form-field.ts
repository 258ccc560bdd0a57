import { isJsonObject, type JsonObject, type JsonValue } from '../json.js';
import { kindOf } from '../kind-of.js';
import { isTextFormat, TEXT_FORMATS } from './text-format.js';

/** One kind of field that a form may have (schema `PrimitiveSchemaDefinition`). */
interface FieldKind {
  /** The keywords that say something, beside `type`, `title`, `description` and `default`. */
  readonly keywords: Readonly<Record<string, (value: JsonValue) => boolean>>;
  /** Whether a value is a good answer to a field of this kind. */
  fits(value: JsonValue | undefined, field: JsonObject): boolean;
}

const COUNT = (value: JsonValue): boolean => Number.isInteger(value) && (value as number) >= 0;
const NUMBER = (value: JsonValue): boolean => Number.isFinite(value);

const text: FieldKind = {
  keywords: { minLength: COUNT, maxLength: COUNT, format: (value) => isTextFormat(value) },
  fits: (value, { minLength, maxLength, format }) =>
    typeof value === 'string' &&
    isWithin([...value].length, minLength, maxLength) &&
    (!isTextFormat(format) || TEXT_FORMATS[format](value)),
};

const number: FieldKind = {
  keywords: { minimum: NUMBER, maximum: NUMBER },
  fits: (value, { type, minimum, maximum }) =>
    typeof value === 'number' &&
    (type === 'integer' ? Number.isInteger(value) : Number.isFinite(value)) &&
    isWithin(value, minimum, maximum),
};

const truth: FieldKind = { keywords: {}, fits: (value) => typeof value === 'boolean' };

const choice: FieldKind = {
  keywords: { enum: isNames, enumNames: isNames, oneOf: isTitledNames },
  fits: (value, field) => typeof value === 'string' && namesOf(field).includes(value),
};

const choices: FieldKind = {
  keywords: {
    items: (value) =>
      isJsonObject(value) && (isNames(value.enum) ? value.type === 'string' : isTitledNames(value.anyOf)),
    minItems: COUNT,
    maxItems: COUNT,
  },
  fits: (value, { items, minItems, maxItems }) =>
    Array.isArray(value) &&
    isWithin(value.length, minItems, maxItems) &&
    value.every((item: JsonValue) => isJsonObject(items) && namesOf(items).includes(item)),
};

const GENERAL: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  type: (value) => typeof value === 'string',
  title: (value) => typeof value === 'string',
  description: (value) => typeof value === 'string',
};

function kindOfField(field: JsonObject): FieldKind | undefined {
  switch (field.type) {
    case 'string':
      return field.enum === undefined && field.oneOf === undefined ? text : choice;
    case 'number':
    case 'integer':
      return number;
    case 'boolean':
      return truth;
    case 'array':
      return choices;
    default:
      return undefined;
  }
}

/** What keeps a schema from being a field of a form, in words that begin with where it stands. */
export function fieldFault(field: unknown, path: string): string | undefined {
  if (!isJsonObject(field)) return `${path} must be a schema; got ${kindOf(field)}`;
  const kind = kindOfField(field);
  if (kind === undefined) {
    const got = field.type === undefined ? 'no type' : `the type ${JSON.stringify(field.type)}`;
    return `${path} has ${got}; a form has fields of the types string, number, integer, boolean, and array for several choices`;
  }
  for (const [keyword, value] of Object.entries(field)) {
    if (value === undefined || keyword === 'default') continue;
    const table = Object.hasOwn(GENERAL, keyword) ? GENERAL : kind.keywords;
    const takes = Object.hasOwn(table, keyword) ? table[keyword] : undefined;
    if (takes === undefined) return `${path} has the keyword ${keyword}, which a field of this type can't have`;
    if (!takes(value)) return `${path}.${keyword} is not what a form can have there`;
  }
  if (kind === choices && field.items === undefined) return `${path} has no items to choose from`;
  if (field.default !== undefined && !kind.fits(field.default, field)) return `${path}.default does not fit the field`;
  return undefined;
}

/** Whether a value answers a field. */
export function fitsField(value: JsonValue | undefined, field: JsonValue | undefined): boolean {
  return isJsonObject(field) && (kindOfField(field)?.fits(value, field) ?? false);
}

/** What can be chosen, in whichever of the forms it is written. */
function namesOf({ enum: names, oneOf, anyOf }: JsonObject): readonly unknown[] {
  if (Array.isArray(names)) return names;
  const titled = oneOf ?? anyOf;
  return Array.isArray(titled) ? titled.map((item: JsonValue) => isJsonObject(item) && item.const) : [];
}

function isNames(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
}

function isTitledNames(value: JsonValue | undefined): boolean {
  const isTitled = (item: JsonValue): boolean =>
    isJsonObject(item) && typeof item.const === 'string' && typeof item.title === 'string';
  return Array.isArray(value) && value.length > 0 && value.every(isTitled);
}

function isWithin(value: number, min: JsonValue | undefined, max: JsonValue | undefined): boolean {
  return (typeof min !== 'number' || value >= min) && (typeof max !== 'number' || value <= max);
}
