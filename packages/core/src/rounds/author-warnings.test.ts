import { expect, it } from 'vitest';
import { BOOK, roundHost } from '../../test/rounds.js';
import { authorWarnings } from './author-warnings.js';

it('warns each server once for a tool, and of no more than 100 of them', () => {
  const [one, other] = [roundHost(), roundHost()];
  for (const host of [one, one, other]) authorWarnings(BOOK, host)('beware');
  expect(one.logger.warn).toHaveBeenCalledExactlyOnceWith(
    { method: 'tools/call', name: 'book' },
    "Dialogue of tool 'book': beware",
  );
  expect(other.logger.warn).toHaveBeenCalledTimes(1);
  for (let index = 0; index < 200; index += 1) {
    authorWarnings({ ...BOOK, method: 'resources/read', name: `a:${index}` }, one)('beware');
  }
  expect(one.logger.warn).toHaveBeenCalledTimes(100);
});
