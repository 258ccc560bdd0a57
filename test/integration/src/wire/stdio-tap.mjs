// Stands between a client and the stdio server that it starts, passes everything on unchanged, and writes down each line:
//
//   node stdio-tap.mjs FOLDER COMMAND [ARGUMENTS...]
//
// FOLDER gets one file for each run: lines that begin with '>' came from the client, those with '<' from the server, those with
// '#' from the server's stderr, and the last one begins with '!': how the server ended.
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, command, ...args] = process.argv.slice(2);
const log = join(folder, `${process.pid}.log`);
// From the start, so that whoever waits for the end of it knows that there is something to wait for.
appendFileSync(log, '');
const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });

pass(process.stdin, child.stdin, '>');
pass(child.stdout, process.stdout, '<');
pass(child.stderr, process.stderr, '#');
child.stdin.on('error', () => undefined);
process.stdout.on('error', () => child.stdout.destroy());
// Nobody has to read what a server prints; it is written down all the same.
process.stderr.on('error', () => child.stderr.resume());
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
child.on('close', (code, signal) => {
  process.exitCode = code ?? 128;
  appendFileSync(log, `!${signal ?? code}\n`);
  process.stdin.destroy();
});

function pass(from, to, mark) {
  let rest = Buffer.alloc(0);
  from.on('data', (chunk) => {
    const lines = Buffer.concat([rest, chunk]);
    const end = lines.lastIndexOf(0x0a) + 1;
    rest = lines.subarray(end);
    // Written down before it is passed on, so that nothing is missing when the other side ends because of it.
    if (end > 0) note(lines.subarray(0, end - 1), mark);
    if (!to.write(chunk)) from.pause();
  });
  to.on('drain', () => from.resume());
  from.on('end', () => {
    if (rest.length > 0) note(rest, mark);
    if (to === child.stdin) to.end();
  });
}

function note(bytes, mark) {
  const text = bytes.toString('utf8').split('\n');
  appendFileSync(log, text.map((line) => `${mark}${line}\n`).join(''));
}
