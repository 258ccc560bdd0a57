import type { JsonObject } from '../json.js';
import { kindOf } from '../kind-of.js';

/** What is wrong with the request to visit a page, in words that begin with the member at fault. */
export function visitFault({ message, url, id }: JsonObject): string | undefined {
  return textFault(message, 'message') ?? urlFault(url) ?? (id === undefined ? undefined : textFault(id, 'id'));
}

/** What is wrong with what should be a text, in words that begin with its path. */
export function textFault(value: unknown, path: string): string | undefined {
  return typeof value === 'string' && value !== ''
    ? undefined
    : `${path} must be a text that is not empty; got ${kindOf(value)}`;
}

/** URLs that are programs or documents themselves: to open one is to run what somebody wrote into it. */
const NO_PAGES: ReadonlySet<string> = new Set(['javascript:', 'data:', 'vbscript:']);

function urlFault(url: unknown): string | undefined {
  if (typeof url !== 'string') return `url must be a URL; got ${kindOf(url)}`;
  if (!URL.canParse(url) || /\s/.test(url)) return `url must be an absolute URL; got ${JSON.stringify(url)}`;
  const { protocol } = new URL(url);
  return NO_PAGES.has(protocol) ? `url can't be one of ${protocol}` : undefined;
}
