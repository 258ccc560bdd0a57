import type { UriMatchOptions, UriTemplateMatch } from './match.js';
import type { UriTemplate } from './template.js';

/** The template that a URI belongs to. */
export interface UriTemplateChoice {
  /** Its place in the list that the set was made from. */
  readonly index: number;
  readonly template: UriTemplate;
  readonly result: UriTemplateMatch;
}

/**
 * Several templates, of which one is chosen for a URI: that with the most literal text among those that match, and among
 * equals the one that was declared first.
 *
 * A refusal is a choice too: a URI whose value the closest template refuses is not handed on to a looser one, which might
 * let it through.
 *
 * @example
 * const set = new UriTemplateSet([parseUriTemplate('db://{+path}'), parseUriTemplate('db://tables/{name}')]);
 * set.match('db://tables/orders')?.index;    // 1
 * set.match('db://views/orders')?.index;     // 0
 */
export class UriTemplateSet {
  readonly #closestFirst: readonly { readonly index: number; readonly template: UriTemplate }[];

  /** @param templates in the order of their declaration */
  constructor(templates: readonly UriTemplate[]) {
    this.#closestFirst = templates
      .map((template, index) => ({ index, template }))
      .sort((a, b) => b.template.literalLength - a.template.literalLength);
  }

  /**
   * Chooses the template for a URI, or `undefined` where none matches.
   *
   * @param options override those of each template
   */
  match(uri: string, options?: UriMatchOptions): UriTemplateChoice | undefined {
    for (const { index, template } of this.#closestFirst) {
      const result = template.match(uri, options);
      if (result !== undefined) return { index, template, result };
    }
    return undefined;
  }
}
