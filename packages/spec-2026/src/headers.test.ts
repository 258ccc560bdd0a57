import type { JsonRpcRequest } from '@polyspec/core';
import { describe, expect, it } from 'vitest';
import { httpFor, modernRequest } from '../test/ask.js';
import type { Fault } from './errors.js';
import { nameHeaderFault } from './headers.js';
import { methods20260728 } from './spec.js';

describe('Mcp-Name', () => {
  const call = modernRequest('tools/call', { name: 'naïve, tool' });
  const nameFault = (message: JsonRpcRequest, name: string | readonly string[] | undefined): Fault | undefined => {
    const { http } = httpFor(message, { 'Mcp-Name': name });
    return http && nameHeaderFault(message, methods20260728[message.method], http);
  };

  it.each([
    ['tools/call', 'name'],
    ['prompts/get', 'name'],
    ['resources/read', 'uri'],
  ])('of %s repeats %s (H-04)', (method, parameter) => {
    const message = modernRequest(method, { [parameter]: 'demo:x' });
    expect(nameFault(message, 'demo:x')).toBeUndefined();
    expect(nameFault(message, 'demo:y')).toEqual({
      status: 400,
      code: -32020,
      message: 'HeaderMismatch: Mcp-Name says "demo:y", the body says "demo:x"',
      data: { header: 'Mcp-Name', expected: 'demo:x', actual: 'demo:y' },
    });
    expect(nameFault(message, undefined)).toMatchObject({ code: -32020, message: 'Missing required Mcp-Name header' });
  });

  it('loses the blanks around it (H-07)', () => {
    expect(nameFault(modernRequest('tools/call', { name: 'foo' }), '   foo  ')).toBeUndefined();
  });

  it('is unwrapped before it is compared, also where a plain value would do (H-08)', () => {
    expect(nameFault(call, '=?base64?bmHDr3ZlLCB0b29s?=')).toBeUndefined();
    expect(nameFault(modernRequest('tools/call', { name: 'foo' }), '=?base64?Zm9v?=')).toBeUndefined();
  });

  it('that looks wrapped stands for what is inside, not for itself (X-17)', () => {
    const message = modernRequest('tools/call', { name: '=?base64?eA==?=' });
    expect(nameFault(message, '=?base64?eA==?=')?.code).toBe(-32020);
    expect(nameFault(message, '=?base64?PT9iYXNlNjQ/ZUE9PT89?=')).toBeUndefined();
  });

  it('is refused when it can not be decoded or has illegal characters, even if equal (H-10, H-11)', () => {
    expect(nameFault(call, 'naïve, tool')).toMatchObject({ status: 400, code: -32020 });
    expect(nameFault(modernRequest('tools/call', { name: 'x' }), '=?base64?eA?=')).toMatchObject({
      code: -32020,
      message: 'HeaderMismatch: Mcp-Name is not valid base64 of UTF-8 text',
    });
  });

  it('is refused when it stands there twice, even if the joined value would be equal (Q-17)', () => {
    const message = modernRequest('tools/call', { name: 'a, a' });
    expect(nameFault(message, 'a, a')).toBeUndefined();
    expect(nameFault(message, ['a', 'a'])?.code).toBe(-32020);
  });

  it('has no meaning on other methods, and is not missed where the body lacks the name (Q-17, HT-34)', () => {
    expect(nameFault(modernRequest('tools/list'), 'whatever')).toBeUndefined();
    expect(nameFault(modernRequest('tools/call', { name: 7 }), undefined)).toBeUndefined();
  });
});
