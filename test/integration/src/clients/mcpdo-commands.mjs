// Runs commands of the Inspector's `mcpdo`, one after another, in one process instead of one each:
//
//   node mcpdo-commands.mjs PROGRAM
//
// Each line of input is the arguments of a command as a JSON array; each line of output what came of it: its exit code, what it
// printed, and the text of its error.
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [program] = process.argv.slice(2);
const { runMcp } = await import(pathToFileURL(program).href);
const write = process.stdout.write.bind(process.stdout);

for await (const line of createInterface({ input: process.stdin })) {
  write(`${JSON.stringify(await run(JSON.parse(line)))}\n`);
}
process.exit(0);

async function run(args) {
  let printed = '';
  process.stdout.write = (text, encoding, done = encoding) => {
    printed += text;
    if (typeof done === 'function') done();
    return true;
  };
  try {
    await runMcp([process.execPath, program, ...args]);
    return { code: 0, printed };
  } catch (thrown) {
    // As the program itself does at its end.
    return { code: thrown.exitCode ?? 1, printed, error: thrown.message };
  } finally {
    process.stdout.write = write;
  }
}
