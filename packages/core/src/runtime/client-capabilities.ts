import type { ClientCapabilities } from '../application/context.js';
import { RequestError } from '../errors.js';
import { isJsonObject, type JsonObject } from '../json.js';

/**
 * What a client lacks of the capabilities wanted, in the shape of client capabilities; `undefined` when it has them all.
 * `elicitation: {}` counts as form mode (client/elicitation#capabilities). What is no object where the protocol has one is not
 * declared, whatever it is.
 */
export function missingCapabilities(wanted: ClientCapabilities, declared: ClientCapabilities): JsonObject | undefined {
  return missing(wanted as JsonObject, withDefaults(declared));
}

/**
 * Refuses a request whose client lacks what it takes.
 *
 * @param subject what takes it, such as `Tool 'book'`
 * @throws RequestError `missing-capability`, with what is missing as its data
 */
export function requireCapabilities(wanted: ClientCapabilities, declared: ClientCapabilities, subject: string): void {
  const missing = missingCapabilities(wanted, declared);
  if (missing === undefined) return;
  throw new RequestError(
    'missing-capability',
    `${subject} needs a client with ${namesOf(missing).join(', ')}`,
    missing,
  );
}

/** Capabilities by their names, such as `elicitation.url` and `roots`. */
export function namesOf(capabilities: JsonObject): readonly string[] {
  return Object.entries(capabilities).flatMap(([name, value]) => {
    const inner = isJsonObject(value) ? Object.keys(value) : [];
    return inner.length === 0 ? [name] : inner.map((mode) => `${name}.${mode}`);
  });
}

function withDefaults(declared: ClientCapabilities): JsonObject {
  const { elicitation } = declared;
  const isFormOnly = isJsonObject(elicitation) && Object.keys(elicitation).length === 0;
  return (isFormOnly ? { ...declared, elicitation: { form: {} } } : declared) as JsonObject;
}

function missing(wanted: JsonObject, declared: JsonObject): JsonObject | undefined {
  const lacking: Record<string, JsonObject[string]> = {};
  for (const [name, value] of Object.entries(wanted)) {
    if (value === undefined || value === false) continue;
    const has = Object.hasOwn(declared, name) ? declared[name] : undefined;
    if (isJsonObject(value) ? !isJsonObject(has) : has === undefined || has === null || has === false) {
      lacking[name] = value;
    } else if (isJsonObject(value) && isJsonObject(has)) {
      const inner = missing(value, has);
      if (inner !== undefined) lacking[name] = inner;
    }
  }
  return Object.keys(lacking).length === 0 ? undefined : lacking;
}
