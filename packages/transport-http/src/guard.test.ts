import { describe, expect, it } from 'vitest';
import { readAuthentication, readVerdict } from './guard.js';

const caller = { subject: 'x', scopes: [] };
const refusal = { status: 401, message: 'No' };

describe('readAuthentication', () => {
  it('takes a caller or a refusal, and of both the refusal', () => {
    expect(readAuthentication({ caller })).toEqual({ caller });
    expect(readAuthentication({ caller, refusal: undefined })).toEqual({ caller });
    expect(readAuthentication({ refusal })).toEqual({ refusal });
    expect(readAuthentication({ refusal, caller })).toEqual({ refusal });
  });

  it.each([
    [undefined, 'undefined'],
    [null, 'null'],
    [true, 'boolean'],
    ['secret', 'string'],
    [[caller], 'an array'],
    [{}, '{  }'],
    [{ caller: undefined }, '{ caller }'],
    [{ caller: 'secret' }, '{ caller }'],
    [{ caller: [] }, '{ caller }'],
    [{ caller, refusal: null }, '{ caller, refusal }'],
    [{ caller, refusal: 'secret' }, '{ caller, refusal }'],
    [{ user: 'secret' }, '{ user }'],
  ])('takes nothing else for one: %j', (found, kind) => {
    expect(() => readAuthentication(found)).toThrow(`got ${kind}`);
    expect(() => readAuthentication(found)).not.toThrow(/secret/);
  });
});

describe('readVerdict', () => {
  it('takes a refusal, or nothing', () => {
    expect(readVerdict(undefined)).toBeUndefined();
    expect(readVerdict(refusal)).toBe(refusal);
  });

  it.each([null, true, false, 'no', 403, [refusal]])('takes nothing else: %j', (verdict) => {
    expect(() => readVerdict(verdict)).toThrow(/authorize\(\)/);
  });
});
