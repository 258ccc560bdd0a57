import { MICROS } from '../micro.mjs';
import { FLOOR } from '../plan.mjs';
import { median, ratio, valuesOf } from '../statistics.mjs';

const NONE = '–';
const BUSY = 0.9;

/** The table of one workload: the median of the rounds and, in brackets, the least and the most. */
export function workloadTable({ title, era, columns, client, rows }) {
  const floor = rows.find(({ name }) => name === FLOOR)?.samples ?? [];
  const heads = columns.flatMap(({ heading, isCompared }) => (isCompared ? [heading, '× floor'] : [heading]));
  const lines = rows.map(({ name, samples }) => {
    if (samples.length === 0) return [name, 'failed'];
    const isLimited = client !== undefined && median(valuesOf(samples, client)) > BUSY;
    const cells = columns.flatMap((column) => {
      const cell = valueCell(samples, column);
      return column.isCompared ? [cell, number(ratio(samples, floor, column.key), 2)] : [cell];
    });
    return [isLimited ? `${name} †` : name, ...cells];
  });
  const failures = rows
    .filter(({ error }) => error !== undefined)
    .map(({ name, error }) => `\n\n${name} failed: ${error}`);
  return `### ${title}, era ${era}\n\n${table(['server', ...heads], lines)}${failures.join('')}`;
}

function valueCell(samples, { key, digits, unit }) {
  const values = valuesOf(samples, key).map((value) => value / unit);
  if (values.length === 0) return NONE;
  const [middle, least, most] = [median(values), Math.min(...values), Math.max(...values)];
  if (values.length === 1) return number(middle, digits);
  return `${number(middle, digits)} (${number(least, digits)}–${number(most, digits)})`;
}

/** What was measured inside of one process. */
export function microTable(results) {
  const lines = results.flatMap(({ name, numbers, error }) => {
    if (error !== undefined) return [[name, `failed: ${error}`]];
    const { rows } = MICROS.find((each) => each.name === name);
    return rows.map(({ key, heading, digits }) => [heading, number(numbers[key], digits)]);
  });
  return `### Inside of one process\n\n${table(['what', ''], lines)}`;
}

/** What an installation takes. */
export function footprintTable(rows) {
  const lines = rows.map(({ name, packages, files, bytes, error }) =>
    error === undefined
      ? [name, String(packages), String(files), number(bytes / 1e6, 1)]
      : [name, `failed: ${error}`, '', ''],
  );
  return `### Installed for a stdio server\n\n${table(['server', 'packages', 'files', 'MB'], lines)}`;
}

/** A number for people. */
export function number(value, digits) {
  if (!Number.isFinite(value)) return NONE;
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A Markdown table whose columns are aligned in plain text too. */
export function table(heads, lines) {
  const widths = heads.map((_, index) => Math.max(...[heads, ...lines].map((line) => (line[index] ?? '').length)));
  const row = (line) => `| ${widths.map((width, index) => (line[index] ?? '').padEnd(width)).join(' | ')} |`;
  return [row(heads), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...lines.map(row)].join('\n');
}
