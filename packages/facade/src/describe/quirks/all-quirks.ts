import { inputRootQuirks } from './input-roots.js';
import { metaKeyQuirks } from './meta-keys.js';
import { outputSchemaQuirks } from './output-schemas.js';
import { presentationQuirks } from './presentation.js';
import type { Quirk } from './quirk.js';
import { schemaKeywordQuirks } from './schema-keywords.js';
import { textQuirks } from './texts.js';
import { toolNameQuirks } from './tool-names.js';

/** Everything that `polyspec describe` looks for. A new quirk is a new entry in one of these lists. */
export const QUIRKS: readonly Quirk[] = [
  ...toolNameQuirks,
  ...inputRootQuirks,
  ...schemaKeywordQuirks,
  ...outputSchemaQuirks,
  ...textQuirks,
  ...presentationQuirks,
  ...metaKeyQuirks,
];
