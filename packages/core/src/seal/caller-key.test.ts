import { expect, it } from 'vitest';
import type { Caller } from '../contract/caller.js';
import { callerKey } from './caller-key.js';

const caller: Caller = { issuer: 'i', subject: 's', clientId: 'c', scopes: ['a'], expiresAt: 1 };

it('tells callers apart by issuer, subject and client program', () => {
  const others: Caller[] = [
    { ...caller, issuer: 'x' },
    { ...caller, subject: 'x' },
    { ...caller, clientId: 'x' },
    { issuer: 'i', subject: 's', scopes: [] },
    { subject: 's', clientId: 'c', scopes: [] },
    { issuer: 'i', clientId: 'c', scopes: [] },
    { issuer: 'i', subject: '', clientId: 'c', scopes: [] },
    { issuer: 'i', subject: 's","c', scopes: [] },
    { scopes: [] },
  ];
  const keys = [undefined, caller, ...others].map(callerKey);
  expect(new Set(keys).size).toBe(keys.length);
  expect(callerKey(undefined)).toBe('');
});

it('does not depend on what may change between two requests of one caller', () => {
  expect(callerKey({ ...caller, scopes: ['b'], expiresAt: 2, claims: { x: 1 } })).toBe(callerKey(caller));
});
