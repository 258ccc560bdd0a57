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
    ['The application must be an object; got a class; give an instance of it', Weather],
    [
      'tools must be a function that gives a list; got an object. Wrap declarations in defineApplication({ tools: … })',
      { tools: { add: {} } },
    ],
    [
      'prompts must be a function that gives a list; got an array. Wrap declarations in defineApplication({ prompts: … })',
      { tools: () => [], prompts: [] },
    ],
  ])('refuses: %s', (message, application) => {
    expect(() => checkApplication(application)).toThrow(new ApplicationError(message));
  });

  it('says which one it is, where there are several', () => {
    expect(() => checkApplication({ resources: {} }, 'included application 2')).toThrow(
      /^resources of included application 2 must be a function/,
    );
    expect(() => checkApplication(null, 'included application 2')).toThrow(/^The included application 2 must be/);
  });

  it('TP-41 takes fields that only have the name of a hook', () => {
    for (const field of [new Map(), 7, undefined, null, new Weather()]) {
      expect(() => checkApplication({ resources: field, prompts: () => [], toolUi: {} })).not.toThrow();
    }
  });
});
