import type { SchemaDocument } from '../document.js';
import type { Fault } from '../fault.js';
import type { SubSchema } from '../keywords.js';
import type { Evaluated } from './evaluated.js';

/** What is wrong with one value, not yet with its place. */
export interface Problem {
  readonly kind?: Fault['kind'];
  readonly expected: string;
  readonly got: string;
  /** The value is of another type, so that a schema with this problem was hardly meant. */
  readonly isOtherType?: boolean;
  /** The permitted values, where they can be counted. */
  readonly choices?: readonly unknown[];
}

/** A fault, with what is needed to choose between the alternatives of a union. */
export interface Found extends Problem {
  readonly path: readonly PropertyKey[];
}

/** Where faults go. Without one only the verdict counts, and the first fault decides. */
export type Sink = Found[] | undefined;

/** Tells whether a text or number has a format; `true` for a format that is not looked at. */
export type FormatCheck = (format: string, value: string | number) => boolean;

/** A walk through a value along a schema: what the parts of it need of each other. */
export interface Walk {
  readonly document: SchemaDocument;
  readonly fitsFormat: FormatCheck;
  /** Whether the value at the current place fits a schema; marks in `seen` what was looked at. */
  visit(schema: SubSchema, value: unknown, sink: Sink, seen?: Evaluated): boolean;
  /** The same for a member or an item of the value at the current place. */
  visitPart(key: string | number, schema: SubSchema, value: unknown, sink: Sink): boolean;
  /** Notes a problem of the value at the current place, or of a part of it; `false`, as the verdict. */
  fault(sink: Sink, problem: Problem, key?: string | number): false;
  /** Whether there is no use in looking further after a fault. */
  isDone(sink: Sink): boolean;
}
