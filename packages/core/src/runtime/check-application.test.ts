import { describe, expect, it } from 'vitest';
import { ApplicationError } from '../errors.js';
import { checkApplication } from './check-application.js';

class Weather {
  tools() {
    return [];
  }
}

describe('checkApplication', () => {
  it.each<[string, unknown]>([
    ['The application must be an object; got undefined', undefined],
    ['The application must be an object; got a string', 'weather.js'],
    ['The application must be an object; got a function', () => new Weather()],
    ['The application must be an object; got an array', []],
    ['The application must be an object; got a class; give an instance of it', Weather],
    [
      'tools must be a function that gives a list; got an object. Wrap declarations in defineApplication({ tools: … })',
      { tools: { add: {} } },
    ],
    [
      'prompts must be a function that gives a list; got an array. Wrap declarations in defineApplication({ prompts: … })',
      { tools: () => [], prompts: [] },
    ],
    ['tools must be a function that gives a list; got a number', { tools: 5 }],
    ['resources must be a function that gives a list; got a Map', { resources: new Map() }],
    ['resourceTemplates must be a function that gives a list; got null', { resourceTemplates: null }],
    ...[
      'callTool',
      'complete',
      'readResource',
      'onStart',
      'inputSchema',
      'cachePolicy',
      'toolIcons',
      'callToolRound',
    ].map((hook): [string, unknown] => [`${hook} must be a function; got a number`, { tools: () => [], [hook]: 5 }]),
    ['capabilities must be a function; got an array', { tools: () => [], capabilities: ['tools'] }],
    ['onClose must be a function; got null', { tools: () => [], onClose: null }],
  ])('refuses: %s', (message, application) => {
    expect(() => checkApplication(application)).toThrow(new ApplicationError(message));
  });

  it('says which one it is, where there are several', () => {
    expect(() => checkApplication({ resources: {} }, 'included application 2')).toThrow(
      /^resources of included application 2 must be a function/,
    );
    expect(() => checkApplication(null, 'included application 2')).toThrow(/^The included application 2 must be/);
  });

  it('TP-41 takes fields of a class that only have the name of a list', () => {
    class Store {
      readonly prompts = () => [];
      readonly resources: unknown;
      constructor(resources: unknown) {
        this.resources = resources;
      }
    }
    for (const field of [new Map(), undefined, null, new Weather()]) {
      expect(() => checkApplication(new Store(field))).not.toThrow();
    }
    expect(() => checkApplication(new Store([]))).toThrow(
      'resources must be a function that gives a list; got an array',
    );
    expect(() => checkApplication(new Store(7))).toThrow(
      'resources must be a function that gives a list; got a number',
    );
  });

  it('TP-41 takes hooks that are undefined', () => {
    expect(() => checkApplication({ tools: () => [], callTool: undefined, resources: undefined })).not.toThrow();
  });
});
