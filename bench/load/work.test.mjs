import { describe, expect, it } from 'vitest';
import { floorAnswers } from '../servers/floor.mjs';
import { addWork, FIRST_ID, listWork } from './work.mjs';

const ERAS = ['2025', '2026'];

/** The floor's answer to a request. */
function answered(work, id, era, total) {
  const message = JSON.parse(work.request(id));
  return { jsonrpc: '2.0', id, result: floorAnswers(era, total)(message) };
}

describe.each(ERAS)('the check of an answer, era %s', (era) => {
  it('takes a right sum and nothing else', () => {
    const work = addWork(era);
    const right = answered(work, FIRST_ID + 5, era, 2);
    expect(work.isRight(right, FIRST_ID + 5)).toBe(true);
    expect(work.isRight(right, FIRST_ID + 6)).toBe(false);
    expect(work.isRight({ ...right, result: { ...right.result, isError: true } }, FIRST_ID + 5)).toBe(false);
    expect(work.isRight({ ...right, result: { ...right.result, structuredContent: undefined } }, FIRST_ID + 5)).toBe(
      false,
    );
    expect(work.isRight({ jsonrpc: '2.0', error: { code: 1, message: '' } }, FIRST_ID + 5)).toBe(false);
  });

  it('takes a list of all tools and nothing less', () => {
    const work = listWork(era, 100);
    expect(work.isRight(answered(work, FIRST_ID, era, 100))).toBe(true);
    expect(work.isRight(answered(work, FIRST_ID, era, 99))).toBe(false);
    const [first, ...others] = answered(work, FIRST_ID, era, 100).result.tools;
    const twice = { jsonrpc: '2.0', result: { resultType: 'complete', tools: [first, first, ...others.slice(1)] } };
    expect(work.isRight(twice)).toBe(false);
  });
});

it('the comparison of long bodies sees every byte but those of the id', () => {
  const { isSame } = listWork('2026', 100);
  const body = (id, text) => Buffer.from(`{"id":${id},"result":"${text}"}`);
  expect(isSame.is(body(FIRST_ID, 'abc'), FIRST_ID)).toBe(false);
  isSame.keep(body(FIRST_ID, 'abc'), FIRST_ID);
  expect(isSame.is(body(FIRST_ID + 1, 'abc'), FIRST_ID + 1)).toBe(true);
  expect(isSame.is(body(FIRST_ID + 1, 'abc'), FIRST_ID + 2)).toBe(false);
  expect(isSame.is(body(FIRST_ID + 1, 'abd'), FIRST_ID + 1)).toBe(false);
  expect(isSame.is(body(FIRST_ID + 1, 'abcd'), FIRST_ID + 1)).toBe(false);
});
