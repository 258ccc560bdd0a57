import { describe, expect, it } from 'vitest';
import { readArguments, UsageError } from './run-arguments.js';

describe('the command line of npm run example', () => {
  it('takes a name alone', () => {
    expect(readArguments(['notes'])).toEqual({ isHelp: false, name: 'notes', options: {} });
  });

  it('takes transport, port and revisions', () => {
    expect(readArguments(['calculator', '--transport=http', '--port', '0', '--spec', '2025-06-18,2026-07-28'])).toEqual(
      {
        isHelp: false,
        name: 'calculator',
        options: { transport: 'http', port: 0, spec: ['2025-06-18', '2026-07-28'] },
      },
    );
  });

  it('leaves a wrong value to the check of options', () => {
    expect(readArguments(['notes', '--port', 'eighty']).options).toEqual({ port: 'eighty' });
  });

  it('tells its usage without a name', () => {
    expect(readArguments(['--help']).isHelp).toBe(true);
  });

  it.each([
    [[], 'Which example? There are calculator, notes, schemas, birds, conformance.'],
    [['calculater'], "There is no example 'calculater'. There are calculator, notes, schemas, birds, conformance."],
    [['calculator', 'notes'], 'One example at a time; got calculator, notes.'],
    [['calculator', '--sepc', 'all'], "Unknown option '--sepc'"],
    [['calculator', '--port'], '--port'],
  ])('refuses %j', (args, message) => {
    expect(() => readArguments(args)).toThrow(UsageError);
    expect(() => readArguments(args)).toThrow(message);
  });
});
