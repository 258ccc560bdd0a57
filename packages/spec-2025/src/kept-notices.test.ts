import { JsonText } from '@polyspec/core';
import { describe, expect, it } from 'vitest';
import { type KeptNotice, KeptNotices } from './kept-notices.js';

const text = (number: number, stream?: string): KeptNotice => ({ text: new JsonText(String(number)), stream });
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** What is given for a session. */
const taken = (notices: KeptNotices, session: string): readonly number[] =>
  notices.take(session).map((notice) => Number(notice.text.json));

describe('KeptNotices', () => {
  it('gives each session its own, in order and once', () => {
    const notices = new KeptNotices();
    notices.keep('a', text(1));
    notices.keep('b', text(2));
    notices.keep('a', text(3));
    expect([taken(notices, 'a'), taken(notices, 'a'), taken(notices, 'b')]).toEqual([[1, 3], [], [2]]);
  });

  it('keeps nothing of a session that has ended', () => {
    const notices = new KeptNotices();
    notices.keep('a', text(1));
    notices.forget('a');
    expect(taken(notices, 'a')).toEqual([]);
  });

  it('leaves to a stream what is kept there too', () => {
    const notices = new KeptNotices();
    notices.keep('a', text(1, 'x'));
    notices.keep('a', text(2, 'y'));
    notices.keep('b', text(3, 'x'));
    for (const session of ['a', 'b', 'c']) notices.leaveTo('x', session);
    expect([taken(notices, 'a'), taken(notices, 'b'), taken(notices, 'c')]).toEqual([[2], [], []]);
  });

  it('keeps the newest hundred of a session', () => {
    const notices = new KeptNotices();
    for (const number of upTo(102)) notices.keep('a', text(number));
    expect(taken(notices, 'a')).toEqual(upTo(102).slice(2));
  });

  it('keeps those of ten thousand sessions, of which the first gives way', () => {
    const notices = new KeptNotices();
    for (const number of upTo(10_001)) notices.keep(`s${number}`, text(number));
    expect([taken(notices, 's0'), taken(notices, 's1'), taken(notices, 's10000')]).toEqual([[], [1], [10_000]]);
  });
});
