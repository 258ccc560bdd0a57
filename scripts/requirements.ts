// Which tests show a requirement of the protocol, or why none does. See docs/requirements.md.
//
//   npx tsx scripts/requirements.ts                 every row
//   npx tsx scripts/requirements.ts YH- R-11        the rows that begin so
import { requirements } from './requirements/requirements.js';

const beginnings = process.argv.slice(2);
for (const { id, level, tests, reasons } of requirements()) {
  if (beginnings.length > 0 && !beginnings.some((beginning) => id.startsWith(beginning))) continue;
  console.log([id, level, ...(tests.length > 0 ? tests : reasons)].join('  '));
}
