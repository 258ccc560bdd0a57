// Prints the counts of a report that vitest wrote with its json reporter, as one closing line.
//
//   node scripts/count-tests.mjs REPORT      exits 1 when a test failed, or none ran
import { readFileSync } from 'node:fs';

const [report] = process.argv.slice(2);
const {
  numPassedTests: passed,
  numFailedTests: failed,
  numFailedTestSuites,
  numPendingTests,
  numTodoTests,
  success,
} = JSON.parse(readFileSync(report, 'utf8'));
const skipped = numPendingTests + numTodoTests;
if (!success && failed === 0) console.log(`The run failed outside of a test (${numFailedTestSuites} suites).`);
if (passed + failed === 0) console.log('No test ran.');
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = success && failed === 0 && passed > 0 ? 0 : 1;
