import type { RoundOperation } from './round-state.js';

const KINDS: Readonly<Record<RoundOperation['method'], string>> = {
  'tools/call': 'Tool',
  'prompts/get': 'Prompt',
  'resources/read': 'Resource',
};

/** What an operation is about, such as `Tool 'book'`. */
export function subjectOf({ method, name }: RoundOperation): string {
  return `${KINDS[method]} '${name}'`;
}

/** The same inside of a sentence, such as `tool 'book'`. */
export function subjectWithin(operation: RoundOperation): string {
  const subject = subjectOf(operation);
  return `${subject.charAt(0).toLowerCase()}${subject.slice(1)}`;
}
