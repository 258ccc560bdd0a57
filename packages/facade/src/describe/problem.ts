import { SchemaError } from '@polyspec/core';
import type { Finding, Level, Quirk } from './quirks/quirk.js';

/** Something that is wrong with an application, or that some client would have a problem with. */
export interface Problem extends Finding {
  /** A stable name of the kind of problem. */
  readonly rule: string;
  readonly level: Level;
  /** Who suffers, and how. */
  readonly effect: string;
  /** What to do about it. */
  readonly advice: string;
}

/** A problem that a quirk found. */
export function quirkProblem({ rule, level, effect, advice }: Quirk, { subject, message }: Finding): Problem {
  return { rule, level, subject, message, effect, advice };
}

/** Why an application, or a part of it, can't be served. */
export function startProblem(subject: string, thrown: unknown): Problem {
  return {
    rule: 'start',
    level: 'error',
    ...findingOf(subject, thrown),
    effect: 'The server does not start.',
    advice: 'Correct this first.',
  };
}

/** Something that every call will meet. */
export function callProblem(subject: string, thrown: unknown): Problem {
  return {
    rule: 'call',
    level: 'error',
    ...findingOf(subject, thrown),
    effect: 'The server starts, but this fails for every client.',
    advice: 'Correct this first.',
  };
}

/** Why an application does not end as it should. */
export function closeProblem(subject: string, thrown: unknown): Problem {
  return {
    rule: 'close',
    level: 'error',
    ...findingOf(subject, thrown),
    effect: 'The server ends without it, and what it should have released may stay behind.',
    advice: 'Correct this.',
  };
}

/**
 * An error as a finding. That of a schema says by itself, and better, what it is about; others may begin with the subject, or
 * with a number among the parts that were tried together.
 */
function findingOf(subject: string, thrown: unknown): Finding {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const about = thrown instanceof SchemaError ? thrown.subject : subject;
  const quoted = about.replace(/\S+$/, "'$&'");
  const told = message.replace(/^\w+ 1 (?=has no name)/, '');
  return { subject: about, message: without(about, without(quoted, told)) };
}

/** A message without what it begins with, in whatever case. */
function without(beginning: string, message: string): string {
  if (!message.toLowerCase().startsWith(beginning.toLowerCase())) return message;
  return /^:? (.+)$/s.exec(message.slice(beginning.length))?.[1] ?? message;
}
