import { isJsonObject, type JsonObject } from '../json.js';
import { fitsField } from '../rounds/form-field.js';
import { fitsForm } from '../rounds/form-schema.js';
import { shown } from '../shown.js';

/**
 * What keeps content from being an answer to a form, in words that show nothing of what the user filled in; `undefined` when it
 * fits.
 *
 * @param schema of the form, as the client was shown it
 */
export function formContentFault(content: JsonObject, schema: JsonObject): string | undefined {
  if (fitsForm(content, schema)) return undefined;
  const { properties, required } = schema;
  const fields = isJsonObject(properties) ? properties : {};
  const missing = Array.isArray(required) ? required.filter((name: string) => !Object.hasOwn(content, name)) : [];
  const faults = missing.map((name: string) => `'${name}' is missing`);
  for (const [name, value] of Object.entries(content)) {
    if (!Object.hasOwn(fields, name)) {
      if (schema.additionalProperties === false) faults.push(`'${shown(name)}' is no field of the form`);
    } else if (!fitsField(value, fields[name])) faults.push(`'${name}' does not fit its field`);
  }
  return faults.join(', ');
}
