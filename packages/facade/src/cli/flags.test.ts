import { describe, expect, it } from 'vitest';
import { CliError } from './cli-error.js';
import { asNumber, type FlagTable, helpOnFlags, readFlags } from './flags.js';

const table: FlagTable = {
  spec: { value: 'REVISION', isList: true, option: 'spec', read: (text) => text.split(','), about: 'what to serve' },
  port: { value: 'NUMBER', option: 'port', read: asNumber, about: 'where' },
  'expose-errors': { option: 'exposeErrors', about: 'whether' },
  name: { value: 'NAME', option: 'name', about: 'who' },
};

function fault(...args: readonly string[]): CliError {
  try {
    readFlags(args, table);
  } catch (thrown) {
    if (thrown instanceof CliError) return thrown;
    throw thrown;
  }
  throw new Error('No fault');
}

describe('readFlags', () => {
  it('turns flags into options, anywhere around the module', () => {
    const { options, positionals } = readFlags(['--port', '80', 'app.js', '--expose-errors', '--name=n'], table);
    expect(options).toEqual({ port: 80, exposeErrors: true, name: 'n' });
    expect(positionals).toEqual(['app.js']);
  });

  it('gives no option without its flag', () => {
    expect(readFlags(['app.js'], table)).toEqual({ options: {}, positionals: ['app.js'], wantsHelp: false });
  });

  it('reads lists with commas, and flags that are repeated', () => {
    expect(readFlags(['--spec', 'a,b', '--spec', 'c'], table).options).toEqual({ spec: ['a', 'b', 'c'] });
    expect(readFlags(['--spec', 'all'], table).options).toEqual({ spec: ['all'] });
  });

  it('switches off with --no-', () => {
    expect(readFlags(['--no-expose-errors'], table).options).toEqual({ exposeErrors: false });
  });

  it('leaves a text that is no number for the check of options', () => {
    expect(readFlags(['--port', '80a'], table).options).toEqual({ port: '80a' });
    expect(readFlags(['--port', ''], table).options).toEqual({ port: '' });
  });

  it('takes a number below zero as the value of the flag before it, for the check of options', () => {
    expect(readFlags(['app.js', '--port', '-1'], table)).toMatchObject({
      options: { port: -1 },
      positionals: ['app.js'],
    });
    expect(readFlags(['--port=-1'], table).options).toEqual({ port: -1 });
    expect(readFlags(['--name', '-5'], table).options).toEqual({ name: '-5' });
    expect(fault('--expose-errors', '-1').message).toMatch(/^Unknown option '-1'/);
    expect(fault('-1').message).toMatch(/^Unknown option '-1'/);
  });

  it('says of a flag without its value, before another flag, that it has none', () => {
    const words = "Option '--port' has no value; one that begins with a dash is given as '--port=-…'";
    expect(fault('--port', '--name', 'n').message).toBe(words);
    expect(fault('--port', '-x')).toMatchObject({ message: words, exitCode: 2 });
  });

  it.each(['-h', '--help'])('knows %s', (flag) => expect(readFlags([flag], table).wantsHelp).toBe(true));

  it('refuses unknown flags, missing values and values of switches, each in a sentence', () => {
    expect(fault('--prot', '1').message).toMatch(/^Unknown option '--prot'\. Did you mean '--port'\?/);
    expect(fault('--nonsense').message).toBe(
      "Unknown option '--nonsense'. Known options: --expose-errors, --help, --name, --no-expose-errors, --port, --spec",
    );
    expect(fault('--no-expose-error').message).toContain("Did you mean '--no-expose-errors'?");
    const withHost = { ...table, host: { value: 'ADDRESS', option: 'host', about: 'where' } };
    expect(() => readFlags(['--hostname', '::1'], withHost)).toThrow(
      "Unknown option '--hostname'. Did you mean '--host'?",
    );
    expect(fault('-x').message).toMatch(/^Unknown option '-x'/);
    expect(fault('--port').message).toMatch(/--port.*argument missing/);
    expect(fault('--expose-errors=yes').message).toMatch(/--expose-errors.*does not take an argument/);
    expect(fault('--no-port').exitCode).toBe(2);
  });
});

describe('helpOnFlags', () => {
  it('names every flag with its value', () => {
    const lines = helpOnFlags(table).split('\n');
    expect(lines[0]).toMatch(/^ {2}--spec REVISION +what to serve$/);
    expect(lines[2]).toMatch(/^ {2}--\[no-\]expose-errors +whether$/);
    expect(lines).toHaveLength(5);
  });
});
