/** The character after `{` that says how an expression is written into a URI; `''` for the simple form `{x}`. */
export type OperatorSymbol = '' | '+' | '#' | '.' | '/' | ';' | '?' | '&';

/** How the expressions of one operator look in a URI. */
export interface Operator {
  /** Stands before the first value, and so shows whether there is one. `{x}` and `{+x}` have none. */
  readonly mark: string;
  /** Stands between two values. */
  readonly separator: string;
  /** Values are written `name=value`. */
  readonly isNamed: boolean;
  /** What follows a name whose value is empty. */
  readonly afterEmptyName: '' | '=';
  /** Reserved characters (`/`, `?`, `,` …) and percent-encoded triplets are written as they are. */
  readonly keepsReserved: boolean;
  /** A value may have the separator in it, unencoded: `{+x}` keeps commas, and a dot is never encoded. */
  readonly separatorIsLegal: boolean;
  /**
   * For matching, which RFC 6570 leaves open: the characters that the text of an expression never has. Strict enough
   * that a variable does not swallow the part of the URI behind it (next path segment, query, fragment), and lenient
   * otherwise, since clients write `:` or `@` into a value without encoding it.
   */
  readonly stops: string;
}

const POSITIONAL = { isNamed: false, afterEmptyName: '', keepsReserved: false, separatorIsLegal: false } as const;
const NAMED = { isNamed: true, afterEmptyName: '=', keepsReserved: false, separatorIsLegal: false } as const;
const RESERVED = { ...POSITIONAL, keepsReserved: true, separatorIsLegal: true } as const;

/** The operators of RFC 6570, section 2.2, with the columns of the table in its appendix A; `stops` is ours. */
export const OPERATORS: Readonly<Record<OperatorSymbol, Operator>> = {
  '': { ...POSITIONAL, mark: '', separator: ',', stops: '/?#' },
  '+': { ...RESERVED, mark: '', separator: ',', stops: '' },
  '#': { ...RESERVED, mark: '#', separator: ',', stops: '' },
  '.': { ...POSITIONAL, mark: '.', separator: '.', stops: '/?#', separatorIsLegal: true },
  '/': { ...POSITIONAL, mark: '/', separator: '/', stops: '?#' },
  ';': { ...NAMED, mark: ';', separator: ';', stops: '/?#', afterEmptyName: '' },
  '?': { ...NAMED, mark: '?', separator: '&', stops: '#' },
  '&': { ...NAMED, mark: '&', separator: '&', stops: '#' },
};
