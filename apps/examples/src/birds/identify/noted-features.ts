import type { JsonObject, JsonValue } from 'polyspec';
import { z } from 'zod';
import { isFeature, valuesOf } from '../knowledge/features.js';

/** What the tool goes by that a model notes features with. */
export const NOTE_FEATURES = 'note_features';

const note = z.object({
  type: z.literal('tool_use'),
  name: z.literal(NOTE_FEATURES),
  input: z.record(z.string(), z.unknown()),
});

/** The features that a model has noted. What it made up is left out, for nobody has checked the input of its tool. */
export function notedIn(content: JsonValue): JsonObject {
  const blocks: readonly JsonValue[] = Array.isArray(content) ? content : [content];
  const noted = blocks.flatMap((block) => Object.entries(note.safeParse(block).data?.input ?? {}));
  const known = noted.flatMap(([name, value]): [string, string][] =>
    isFeature(name) && typeof value === 'string' && valuesOf(name).includes(value) ? [[name, value]] : [],
  );
  return Object.fromEntries(known);
}
