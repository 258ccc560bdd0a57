/** One thing that is wrong with a value. */
export interface Fault {
  /** Where, as one writes it in code: `when[0].from`, `["odd name"]`; `''` is the whole value. */
  readonly path: string;
  /** What would be right: `number`, `one of "a", "b"`. Of a `rule` it is a whole sentence. */
  readonly expected: string;
  /** What is there, cut to a short length: `string "5"`, `array of 3 items`. */
  readonly got: string;
  /**
   * - `mismatch`, the default: something else is there.
   * - `missing`: nothing is there.
   * - `forbidden`: nothing may be there.
   * - `rule`: `expected` says in full what is wrong.
   */
  readonly kind?: 'mismatch' | 'missing' | 'forbidden' | 'rule';
}

/** How many faults of one value are looked for. */
export const MAX_FAULTS = 20;

/**
 * The text that tells a model, or a person, what is wrong with a value, one line for each fault and at most 20 of them.
 *
 * @param faults what was found; may be more than are shown, and then the rest is counted
 * @param label the line before them, without the colon
 * @param root what to call the whole value; `(arguments)` by default
 *
 * @example
 * describeFaults(faults, "Invalid arguments for tool 'f'");
 * // Invalid arguments for tool 'f':
 * // - count: expected number, got string "5"
 * // - mode: expected one of "a", "b"; got "c"
 * // - done: missing, expected boolean
 * // - x: not allowed
 */
export function describeFaults(faults: readonly Fault[], label: string, root: string = '(arguments)'): string {
  const lines = faults
    .slice(0, MAX_FAULTS)
    .map((fault) => `- ${fault.path === '' ? root : fault.path}: ${describeFault(fault)}`);
  const rest = faults.length - lines.length;
  if (rest > 0) lines.push(`- and ${rest} more`);
  return [`${label}:`, ...lines].join('\n');
}

function describeFault({ kind, expected, got }: Fault): string {
  switch (kind) {
    case 'missing':
      return `missing, expected ${expected}`;
    case 'forbidden':
      return 'not allowed';
    case 'rule':
      return expected;
    default:
      return `expected ${expected}${expected.includes(',') ? ';' : ','} got ${got}`;
  }
}
