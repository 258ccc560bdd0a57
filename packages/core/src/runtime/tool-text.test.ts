import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolResult } from '../application/tools.js';
import type { JsonValue } from '../json.js';
import { error, structured } from '../results/tool.js';
import { withText } from './tool-return.js';
import { toolResultText, type WrittenContent } from './tool-text.js';

function notes(): { written: WrittenContent | undefined } {
  return { written: undefined };
}

/** What a result says, as a client reads it. */
function read(text: string): unknown {
  return JSON.parse(`{${text}}`);
}

describe('a tool result as text', () => {
  it('says what the result says, with and without the text that was written before (TL-15)', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const noted = notes();
        const result = withText({ content: [], structuredContent: value as JsonValue }, noted);
        const expected: unknown = JSON.parse(JSON.stringify(result));
        expect(noted.written?.json).toBe(JSON.stringify(value));
        expect(read(toolResultText(result, noted.written))).toEqual(expected);
        expect(read(toolResultText(result, undefined))).toEqual(expected);
      }),
    );
  });

  it('wraps structured content where the revision wants an object (Q-41)', () => {
    const noted = notes();
    const result = withText(structured([1]), noted);
    const expected = { content: [{ type: 'text', text: '[1]' }], structuredContent: { result: [1] } };
    expect(read(toolResultText(result, noted.written, { wrap: true }))).toEqual(expected);
    expect(read(toolResultText(result, undefined, { wrap: true }))).toEqual(expected);
  });

  it('says whether it is an error, and has no structured content where there is none', () => {
    expect(read(toolResultText(error('no'), undefined))).toEqual({
      content: [{ type: 'text', text: 'no' }],
      isError: true,
    });
  });

  it('takes nothing that was written for another result', () => {
    const noted = notes();
    withText(structured({ a: 1 }), noted);
    const other: ToolResult = { content: [{ type: 'text', text: 'b' }], structuredContent: { b: 1 } };
    expect(read(toolResultText(other, noted.written))).toEqual(other);
  });

  it('writes blocks as the revision does', () => {
    const result: ToolResult = { content: [{ type: 'text', text: 'a', annotations: { priority: 1 } }] };
    const block = ({ type }: { readonly type: string }): object => ({ type });
    expect(read(toolResultText(result, undefined, { block }))).toEqual({ content: [{ type: 'text' }] });
  });
});
