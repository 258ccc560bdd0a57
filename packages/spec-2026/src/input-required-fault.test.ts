import type { JsonObject, JsonValue } from '@polyspec/core';
import { describe, expect, it } from 'vitest';
import { inputRequiredFault } from './input-required-fault.js';

const FORM = { method: 'elicitation/create', params: { mode: 'form', message: 'Who?', requestedSchema: {} } };

describe('an interim result that others made', () => {
  it.each<[JsonObject]>([
    [{ requestState: 'x' }],
    [{ requestState: '', inputRequests: {} }],
    [{ inputRequests: { who: FORM } }],
    [
      {
        requestState: 'x',
        inputRequests: { model: { method: 'sampling/createMessage', params: {} }, roots: { method: 'roots/list' } },
      },
    ],
  ])('R-04, R-05, R-09, R-22 is fine with requests, with a state, or with both: %j', (members) => {
    expect(inputRequiredFault(members)).toBeUndefined();
  });

  it.each<[JsonObject]>([[{}], [{ inputRequests: {} }], [{ inputRequests: undefined, requestState: undefined }]])(
    'R-04 has requests or a state: %j',
    (members) => {
      expect(inputRequiredFault(members)).toBe('inputRequests and requestState are both missing');
    },
  );

  it.each<[JsonValue]>([['x'], [[]], [null], [5]])('R-05 has its requests in an object: %j', (inputRequests) => {
    expect(inputRequiredFault({ inputRequests, requestState: 'x' })).toBe('inputRequests is no object');
  });

  it.each<[JsonValue]>([
    ['x'],
    [null],
    [{}],
    [{ method: 'elicitation/create' }],
    [{ ...FORM, params: [] }],
    [{ ...FORM, jsonrpc: '2.0' }],
    [{ ...FORM, id: 1 }],
    [{ method: 'tools/call', params: {} }],
  ])('R-05, R-06 has requests of the three methods, without jsonrpc and id: %j', (request) => {
    expect(inputRequiredFault({ inputRequests: { who: FORM, b: request } })).toBe(
      "inputRequests['b'] is no { method, params } of elicitation/create, sampling/createMessage, roots/list",
    );
  });

  it.each<[JsonValue]>([[5], [null], [{}]])('R-09 has a string as its state: %j', (requestState) => {
    expect(inputRequiredFault({ inputRequests: { who: FORM }, requestState })).toBe('requestState is no string');
  });
});
