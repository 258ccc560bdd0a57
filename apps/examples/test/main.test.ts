import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { type Program, start, stop } from './program.js';

const programs: Program[] = [];
afterEach(() => Promise.all(programs.splice(0).map(stop)));

function main(PORT: string): Program {
  const program = start('main.ts', [], { PORT });
  programs.push(program);
  return program;
}

describe('npm start', { timeout: 60_000 }, () => {
  it('prints where it is, and a command that is answered', async () => {
    const { child, ended, prints, stdout } = main('0');
    const [command] = await prints(/^curl .*$/m);
    await prints(/Ctrl\+C/);
    expect(stdout()).toMatch(/http:\/\/127\.0\.0\.1:\d+\/mcp/);
    const answer = await promisify(execFile)('sh', ['-c', command]);
    expect(JSON.parse(answer.stdout)).toMatchObject({ id: 1, result: { structuredContent: { factorial: 120 } } });
    child.kill('SIGINT');
    expect(await ended).toBe(0);
  });

  it('says that a port is taken, and what to do', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    try {
      const { ended, stdout, stderr } = main(String(port));
      expect(await ended).toBe(1);
      expect(stdout()).toBe('');
      expect(stderr()).toContain(`port ${port}`);
      expect(stderr()).toContain('taken');
      expect(stderr()).toContain('PORT=');
      expect(stderr()).not.toMatch(/^\s+at /m);
    } finally {
      other.close();
    }
  });

  it('wants a port number', async () => {
    const { ended, stderr } = main('http');
    expect(await ended).toBe(1);
    expect(stderr()).toBe("PORT has to be a port number from 0 to 65535; got 'http'\n");
  });
});
