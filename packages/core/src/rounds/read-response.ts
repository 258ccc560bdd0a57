import type { ElicitAnswer, Root, SamplingAnswer } from '../application/asking.js';
import type { InputResponse, RootsAnswer } from '../application/rounds.js';
import { RequestError } from '../errors.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../json.js';
import { shown } from '../shown.js';
import type { Asked, AskedByKey } from './asked.js';
import { fitsForm } from './form-schema.js';
import { contentFault, isRole } from './sampling-message.js';

/**
 * The answers of a client to what it was asked, by key (ambiguity Q-32). Keys that were not asked for are ignored; so
 * is the content of a form that does not fit its schema, which has to be asked for again like what is missing.
 *
 * @param sent `inputResponses` as it came
 * @throws RequestError `invalid-params` when it is no object, and for an answer that is none to what was asked
 */
export function readResponses(sent: JsonValue | undefined, asked: AskedByKey): ReadonlyMap<string, InputResponse> {
  const responses = new Map<string, InputResponse>();
  if (sent === undefined) return responses;
  if (!isJsonObject(sent)) throw new RequestError('invalid-params', 'Invalid params: inputResponses must be an object');
  for (const [key, question] of asked) {
    const given = Object.hasOwn(sent, key) ? sent[key] : undefined;
    if (given === undefined) continue;
    const response = readResponse(given, question);
    if (response === undefined) throw malformed(key, question);
    if (isWanted(response, question)) responses.set(key, response);
  }
  return responses;
}

/** An answer in its own shape, without what the protocol does not know; `undefined` for what is no answer to the question. */
export function readResponse(given: JsonValue, asked: Asked): InputResponse | undefined {
  if (!isJsonObject(given)) return undefined;
  switch (asked.type) {
    case 'formElicitation':
      return elicitAnswer(given, true);
    case 'urlElicitation':
      return elicitAnswer(given, false);
    case 'sampling':
      return samplingAnswer(given);
    case 'roots':
      return rootsAnswer(given);
  }
}

/** Whether an answer is what was wanted: an accepted form has to fit its schema (I-06). */
function isWanted(response: InputResponse, asked: Asked): boolean {
  if (asked.type !== 'formElicitation' || !('action' in response) || response.action !== 'accept') return true;
  return fitsForm(response.content, asked.schema);
}

function malformed(key: string, { type }: Asked): RequestError {
  const text = `Invalid params: inputResponses['${shown(key)}'] must be ${WANTED[type]}`;
  return new RequestError('invalid-params', text);
}

/** What an answer to each kind of question must be, to end a sentence with. */
export const WANTED: Readonly<Record<Asked['type'], string>> = {
  formElicitation: 'an object with the action accept, decline or cancel, and flat content',
  urlElicitation: 'an object with the action accept, decline or cancel',
  sampling: 'an object with role, content and model',
  roots: 'an object with roots, each with a file: URI',
};

/** The content of a form counts only when it was accepted (I-04). */
function elicitAnswer({ action, content = {} }: JsonObject, isForm: boolean): ElicitAnswer | undefined {
  if (action === 'decline' || action === 'cancel') return { action };
  if (action !== 'accept') return undefined;
  if (!isForm) return { action, content: {} };
  return isJsonObject(content) && Object.values(content).every(isFieldValue) ? { action, content } : undefined;
}

function isFieldValue(value: JsonValue | undefined): boolean {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string');
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

function samplingAnswer({ role, content, model, stopReason }: JsonObject): SamplingAnswer | undefined {
  if (!isRole(role) || typeof model !== 'string' || content === undefined) return undefined;
  if (contentFault(content, 'content') !== undefined) return undefined;
  if (stopReason === undefined) return { role, content, model };
  return typeof stopReason === 'string' ? { role, content, model, stopReason } : undefined;
}

function rootsAnswer({ roots }: JsonObject): RootsAnswer | undefined {
  if (!Array.isArray(roots)) return undefined;
  const read: Root[] = [];
  for (const root of roots) {
    if (!isJsonObject(root) || !isFileUri(root.uri)) return undefined;
    const { uri, name } = root;
    if (name !== undefined && typeof name !== 'string') return undefined;
    read.push(name === undefined ? { uri } : { uri, name });
  }
  return { roots: read };
}

function isFileUri(value: unknown): value is string {
  return typeof value === 'string' && /^file:\/\//i.test(value) && URL.canParse(value);
}
