import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Extension } from '../contract/extension.js';
import { OptionError } from '../errors.js';
import { areExtensions } from './check-extensions.js';

const run = (): Record<string, never> => ({});
const field = { accept: () => true, listen: () => () => undefined };

class Notes implements Extension {
  readonly id = 'com.example/notes';
  readonly methods = { 'notes/add': { nameParameter: 'book', run } };
  readonly own = 1;

  wrap(_request: object, next: () => Promise<object>): Promise<never> {
    return next() as Promise<never>;
  }
}

describe('the option extensions', () => {
  it('takes extensions as objects and as instances of classes', () => {
    expect(areExtensions([])).toBe(true);
    const full: Extension = {
      id: 'io.modelcontextprotocol/tasks',
      settings: { a: 1 },
      methods: { 'tasks/get': { run: () => ({}) } },
      resultTypes: ['task'],
      listenFields: { taskIds: field },
      wrap: (_request, next) => next(),
    };
    expect(areExtensions([full, new Notes(), { id: 'a.b/c', settings: undefined }])).toBe(true);
    expect(areExtensions({})).toBe(false);
  });

  it.each(['com.example/notes', 'a/b', 'a-b.c1/n_o.t-e', 'A.B/1'])('V-08 takes the id %s', (id) => {
    expect(areExtensions([{ id }])).toBe(true);
  });

  it.each(['notes', '/notes', 'com.example/', '1a/b', 'a-/b', 'a..b/c', 'a/b/c', 'a/-b', 'a/b.', 'ä/b', ''])(
    'V-08 refuses the id %j',
    (id) => {
      expect(() => areExtensions([{ id }])).toThrow(`whose id must be like 'com.example/notes'; got '${id}'`);
    },
  );

  const id = 'com.example/notes';
  it.each<[string, unknown, string]>([
    ['what is none', [1], "Option 'extensions' has a number where an extension { id, … } must be"],
    ['no id', [{}], "Option 'extensions' has an extension whose id must be a string; got undefined"],
    [
      'an unknown member',
      [{ id, setting: {} }],
      `'${id}', which has the unknown member 'setting'. Did you mean 'settings'?`,
    ],
    ['settings', [{ id, settings: [] }], `'${id}', whose settings must be an object; got an array`],
    ['wrap', [{ id, wrap: {} }], 'whose wrap must be a function; got an object'],
    ['methods', [{ id, methods: [] }], 'whose methods must be an object of methods; got an array'],
    ['a method', [{ id, methods: { 'a/b': run } }], "whose method 'a/b' must be an object with run(); got a function"],
    [
      'a name parameter',
      [{ id, methods: { x: { run, nameParameter: 1 } } }],
      'a string as its nameParameter; got a number',
    ],
    [
      'a name of the protocol',
      [{ id, methods: { 'tools/run': { run } } }],
      "method 'tools/run' has a name that the protocol keeps",
    ],
    [
      'a method of the protocol',
      [{ id, methods: { ping: { run } } }],
      "method 'ping' has a name that the protocol keeps",
    ],
    ['result types', [{ id, resultTypes: 'task' }], 'whose resultTypes must be a list of strings; got a string'],
    ['a result type', [{ id, resultTypes: [1] }], 'whose resultTypes must be strings; got a number'],
    [
      'a result type of the protocol',
      [{ id, resultTypes: ['complete'] }],
      "result type 'complete' is one of the protocol's own",
    ],
    ['listen fields', [{ id, listenFields: 1 }], 'whose listenFields must be an object of fields; got a number'],
    [
      'a listen field',
      [{ id, listenFields: { x: { accept: run } } }],
      "listen field 'x' must be an object with accept(), listen()",
    ],
    [
      'a listen field of the protocol',
      [{ id, listenFields: { toolsListChanged: field } }],
      "is one of the protocol's own",
    ],
    ['one id twice', [{ id }, { id }], `'${id}' and '${id}' with the same id ${id}`],
    [
      'one method twice',
      [
        { id, methods: { x: { run } } },
        { id: 'a/b', methods: { x: { run } } },
      ],
      `'${id}' and 'a/b' with the same method x`,
    ],
    [
      'one field twice',
      [
        { id, listenFields: { x: field } },
        { id: 'a/b', listenFields: { x: field } },
      ],
      'with the same listen field x',
    ],
  ])('FO-24 refuses %s', (_what, value, message) => {
    expect(() => areExtensions(value)).toThrow(message);
    expect(() => areExtensions(value)).toThrow(OptionError);
  });

  it('says yes or no, or names the option, whatever it gets', () => {
    const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true });
    const members = ['id', 'settings', 'methods', 'resultTypes', 'listenFields', 'wrap'];
    const extension = fc.dictionary(fc.constantFrom(...members), fc.oneof(anything, fc.constant(id)));
    fc.assert(
      fc.property(fc.oneof(anything, fc.array(fc.oneof(anything, extension))), (value) => {
        try {
          expect(typeof areExtensions(value)).toBe('boolean');
        } catch (thrown) {
          expect(thrown).toMatchObject({ code: 'POLYSPEC_OPTION', option: 'extensions' });
        }
      }),
    );
  });
});
