import type { ClientCapabilities } from '../application/context.js';
import { isJsonObject, type JsonObject } from '../json.js';

/**
 * What a client lacks of the capabilities wanted, in the shape of client capabilities; `undefined` when it has them all.
 * `elicitation: {}` counts as form mode (client/elicitation#capabilities).
 */
export function missingCapabilities(wanted: ClientCapabilities, declared: ClientCapabilities): JsonObject | undefined {
  return missing(wanted as JsonObject, withDefaults(declared));
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
    if (has === undefined || has === null || has === false) {
      lacking[name] = value;
    } else if (isJsonObject(value)) {
      const inner = missing(value, isJsonObject(has) ? has : {});
      if (inner !== undefined) lacking[name] = inner;
    }
  }
  return Object.keys(lacking).length === 0 ? undefined : lacking;
}
