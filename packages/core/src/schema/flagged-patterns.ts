import { documentOf } from './document.js';
import type { JsonSchema } from './schema.js';

/** A regular expression as a library keeps it. */
type Expression = Pick<RegExp, 'source' | 'flags'>;

/** Escapes that mean the same under every flag: of characters that are no letters, and of the classes and controls of old. */
const PLAIN_ESCAPE = /\\(?:[dDwWsSbBfnrtv0]|[^A-Za-z0-9])/g;

/**
 * Whether a regular expression fits other texts without its flags. A `pattern` of JSON Schema has none, so `/^a+$/i` would
 * refuse as a pattern what the library takes. Where it is not sure, it says yes.
 */
export function needsFlags({ source, flags }: Expression): boolean {
  const plain = source.replace(PLAIN_ESCAPE, '');
  return (
    (flags.includes('i') && /[\p{L}\\]/u.test(plain)) ||
    (flags.includes('m') && /[\^$]/.test(plain.replaceAll('[^', '['))) ||
    (flags.includes('s') && plain.includes('.')) ||
    (flags.includes('v') && /[[\\]/.test(plain))
  );
}

/**
 * Gathers the patterns that a library publishes although they need their flags, while it converts a schema. Valibot refuses
 * flags by itself.
 *
 * @param schema what is converted
 * @param vendor the library that it belongs to
 */
export class FlaggedPatterns {
  readonly #sources = new Set<string>();
  /** What the library must be told for the conversion. */
  readonly libraryOptions: Record<string, unknown> | undefined;

  constructor(schema: object, vendor: string) {
    if (vendor === 'zod') this.libraryOptions = { override: (node: ZodNode) => this.#add(patternsOf(node)) };
    if (vendor === 'arktype') this.#add(arktypePatterns(schema as ArktypeSchema));
  }

  /**
   * Takes those patterns out of what the library made, which then says less than the library checks, and never more: the
   * values are checked by the library too.
   */
  removeFrom(schema: JsonSchema): void {
    if (this.#sources.size === 0) return;
    for (const node of documentOf(schema).places.keys()) {
      const { pattern } = node as JsonSchema;
      if (typeof pattern === 'string' && this.#sources.has(pattern)) Reflect.deleteProperty(node, 'pattern');
    }
  }

  #add(patterns: Iterable<Expression>): void {
    for (const pattern of patterns) if (needsFlags(pattern)) this.#sources.add(pattern.source);
  }
}

/** What zod shows of each schema that it converts. */
interface ZodNode {
  readonly zodSchema: {
    readonly _zod: {
      readonly def: { readonly pattern?: unknown; readonly checks?: readonly ZodCheck[] };
      readonly bag?: { readonly patterns?: Iterable<unknown> };
    };
  };
}

interface ZodCheck {
  readonly _zod: { readonly def: { readonly pattern?: unknown } };
}

/** A format such as `z.email()` has its pattern itself, `.regex()` adds a check, and checks of other libraries use the bag. */
function patternsOf({ zodSchema }: ZodNode): readonly RegExp[] {
  const { def, bag } = zodSchema._zod;
  const patterns = [
    def.pattern,
    ...(def.checks ?? []).map((check) => check._zod.def.pattern),
    ...(bag?.patterns ?? []),
  ];
  return patterns.filter((pattern) => pattern instanceof RegExp);
}

interface ArktypeSchema {
  select?(kind: 'pattern'): readonly { readonly rule: string; readonly flags?: string | undefined }[];
}

function arktypePatterns(schema: ArktypeSchema): readonly Expression[] {
  return (schema.select?.('pattern') ?? []).map(({ rule, flags = '' }) => ({ source: rule, flags }));
}
