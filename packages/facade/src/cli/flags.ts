import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { OptionRule } from '@polyspec/core';
import { faultsAgainst } from '../options.js';
import { CliError } from './cli-error.js';

/** One flag of a command. */
interface Flag {
  /** What its value is called in the help; absent for a switch, which also has a `--no-` form. */
  readonly value?: string;
  /** Whether it may be given several times. */
  readonly isList?: true;
  /** The option that it sets. */
  readonly option: string;
  /** Turns its text into the option's value. Default: the text itself. A text that is none passes, for the check of options. */
  readonly read?: (text: string) => unknown;
  readonly about: string;
}

/** The flags of a command by name, without dashes. */
export type FlagTable = Readonly<Record<string, Flag>>;

/** What a command line says. */
export interface CommandLine {
  readonly positionals: readonly string[];
  /** By the names of options. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly wantsHelp: boolean;
}

/**
 * Reads a command line by a table of flags.
 *
 * @throws CliError with exit code 2 for a flag that is unknown, lacks its value, or has one that it does not take
 */
export function readFlags(args: readonly string[], table: FlagTable): CommandLine {
  const { values, positionals } = parse(args, table);
  const options: Record<string, unknown> = {};
  for (const [name, { option, read = asGiven }] of Object.entries(table)) {
    const value = values[name];
    if (typeof value === 'string') options[option] = read(value);
    else if (typeof value === 'object') options[option] = value.flatMap((text) => read(String(text)));
    else if (value !== undefined) options[option] = value;
  }
  return { positionals, options, wantsHelp: values.help === true };
}

type Values = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

function parse(args: readonly string[], table: FlagTable): { readonly values: Values; readonly positionals: string[] } {
  const options: NonNullable<ParseArgsConfig['options']> = { help: { type: 'boolean', short: 'h' } };
  for (const [name, { value, isList = false }] of Object.entries(table)) {
    options[name] = { type: value === undefined ? 'boolean' : 'string', multiple: isList };
  }
  try {
    return parseArgs({ args: joined(args, table), options, allowPositionals: true, allowNegative: true });
  } catch (thrown) {
    if (!(thrown instanceof Error) || !('code' in thrown) || !String(thrown.code).startsWith('ERR_PARSE_ARGS'))
      throw thrown;
    if (thrown.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw unknownFlag(thrown.message, table);
    const [first = thrown.message] = thrown.message.split(/\. (?=[A-Z])|\n/, 1);
    const ambiguous = /^Option '([^']+)' argument is ambiguous/.exec(first)?.[1];
    if (ambiguous === undefined) throw new CliError(2, first);
    throw new CliError(
      2,
      `Option '${ambiguous}' has no value; one that begins with a dash is given as '${ambiguous}=-…'`,
    );
  }
}

/** A number below zero after a flag is its value, though it begins as flags do. */
function joined(args: readonly string[], table: FlagTable): string[] {
  const all: string[] = [];
  for (const arg of args) {
    const last = all.at(-1) ?? '';
    const takesValue = last.startsWith('--') && table[last.slice(2)]?.value !== undefined;
    if (takesValue && /^-\d/.test(arg)) all[all.length - 1] = `${last}=${arg}`;
    else all.push(arg);
  }
  return all;
}

/** A flag is an option of a command line, so an unknown one is told like any other. */
function unknownFlag(message: string, table: FlagTable): CliError {
  const flag = /'(-[^']*)'/.exec(message)?.[1] ?? '';
  const known = Object.entries(table).flatMap(([name, { value }]) =>
    value === undefined ? [`--${name}`, `--no-${name}`] : [`--${name}`],
  );
  const rules = Object.fromEntries([...known, '--help'].map((name) => [name, anyFlag]));
  const [fault] = faultsAgainst([rules], { [flag]: true });
  return new CliError(2, fault?.message ?? message);
}

const anyFlag: OptionRule = { accepts: () => true, takes: 'a flag' };

function asGiven(text: string): unknown {
  return text;
}

/** A number, where the text is one. */
export function asNumber(text: string): unknown {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

/** The help on flags, a line each. */
export function helpOnFlags(table: FlagTable): string {
  const rows = Object.entries(table).map(([name, { value, about }]) => ({
    left: value === undefined ? `--[no-]${name}` : `--${name} ${value}`,
    about,
  }));
  rows.push({ left: '-h, --help', about: 'prints this' });
  const width = Math.max(...rows.map(({ left }) => left.length));
  return rows.map(({ left, about }) => `  ${left.padEnd(width)}  ${about}`).join('\n');
}
