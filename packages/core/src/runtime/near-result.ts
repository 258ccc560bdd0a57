import { isJsonObject } from '../json.js';
import { kindOf } from '../kind-of.js';
import { isContentBlock, RESULT_MEMBERS } from './tool-return.js';

/** What each type of block needs. */
const NEEDS: Readonly<Record<string, string>> = {
  text: 'text, a string',
  image: 'data and mimeType, both strings',
  audio: 'data and mimeType, both strings',
  resource_link: 'uri and name, both strings',
  resource: 'resource, an object with a uri',
};

/**
 * Why a value that looks like the result of a tool is none: the client gets it as structured content.
 *
 * @param value what is no result
 * @returns a sentence for the log; `undefined` for what looks like data. Data may have a `content` too, so beside members
 *   that no result has its items must look like blocks.
 */
export function nearResult(value: unknown): string | undefined {
  if (!isJsonObject(value)) return undefined;
  if (value.type === 'inputRequired' && Object.hasOwn(value, 'inputRequests')) {
    return 'inputRequired(…) belongs in a hook of rounds, such as callToolRound; a run asks by dialogue(…)';
  }
  const { content } = value;
  if (!Array.isArray(content)) {
    const isData = strayMember(value) !== undefined || Object.keys(value).length === 0;
    return isData ? undefined : `content must be a list of blocks; got ${kindOf(content)}`;
  }
  const stray = strayMember(value);
  if (stray !== undefined && !looksLikeBlocks(content)) return undefined;
  const index = content.findIndex((item) => !isContentBlock(item));
  return index === -1
    ? `a result has no member '${stray}'`
    : `content[${index}] is no block: ${faultOf(content[index])}`;
}

function strayMember(value: object): string | undefined {
  for (const member in value) if (!RESULT_MEMBERS.has(member)) return member;
  return undefined;
}

function looksLikeBlocks(items: readonly unknown[]): boolean {
  return (
    items.every((item) => typeof typeOf(item) === 'string') &&
    items.some((item) => Object.hasOwn(NEEDS, String(typeOf(item))))
  );
}

function faultOf(item: unknown): string {
  const type = typeOf(item);
  if (typeof type !== 'string') return isJsonObject(item) ? 'it has no type' : `got ${kindOf(item)}`;
  if (Object.hasOwn(NEEDS, type)) return `'${type}' needs ${NEEDS[type]}`;
  return `there is no type '${type}'; the types are ${Object.keys(NEEDS).join(', ')}`;
}

function typeOf(item: unknown): unknown {
  return isJsonObject(item) ? item.type : undefined;
}
