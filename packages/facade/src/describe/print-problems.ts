import type { Problem } from './problem.js';
import type { Level } from './quirks/quirk.js';

/** How many subjects of one problem are named, where it is no error. */
const MOST_NAMED = 5;

/** Problems as text, one block a kind: who has it, what comes of it, what to do. */
export function printProblems(problems: readonly Problem[]): string {
  if (problems.length === 0) return 'No problems found';
  const byRule = new Map<string, Problem[]>();
  for (const problem of problems) byRule.set(problem.rule, [...(byRule.get(problem.rule) ?? []), problem]);
  const counts = (['error', 'warning', 'note'] as const)
    .map((level) => count(problems, level))
    .filter((text) => text !== undefined);
  return [`Problems: ${counts.join(', ')}`, ...[...byRule.values()].map(printKind)].join('\n\n');
}

function count(problems: readonly Problem[], level: Level): string | undefined {
  const found = problems.filter((problem) => problem.level === level).length;
  return found === 0 ? undefined : `${found} ${level}${found === 1 ? '' : 's'}`;
}

function printKind(problems: readonly Problem[]): string {
  const [{ level, rule, effect, advice } = NONE] = problems;
  const most = level === 'error' ? problems.length : MOST_NAMED;
  const named = problems.slice(0, most).map(({ subject, message }) => `    ${subject} ${join(message)}`);
  const more = problems.length > most ? [`    and ${problems.length - most} more`] : [];
  return [`  ${level}: ${rule}`, ...named, ...more, ...wrapped(`${effect} ${advice}`)].join('\n');
}

const NONE: Pick<Problem, 'level' | 'rule' | 'effect' | 'advice'> = { level: 'note', rule: '', effect: '', advice: '' };

const WIDTH = 100;

/** A text as lines of a readable length, a little to the right. */
function wrapped(text: string): readonly string[] {
  const lines: string[] = [];
  let line = '   ';
  for (const word of text.split(' ')) {
    if (line.length + word.length >= WIDTH) {
      lines.push(line);
      line = '   ';
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}

/** Messages of errors are sentences of their own; others go on after the subject. */
function join(message: string): string {
  return /^(?:has|is|must|can't|does|names|refers|lists|offers|asks)\b/.test(message) ? message : `— ${message}`;
}
