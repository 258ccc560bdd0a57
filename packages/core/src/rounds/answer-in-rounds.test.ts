import { expect, it } from 'vitest';
import { callContext, contentOf, field, roundHost } from '../../test/rounds.js';
import { UserError } from '../errors.js';
import { answerInRounds } from './answer-in-rounds.js';
import { dialogue } from './dialogue/dialogue.js';
import { InterimResult } from './interim-result.js';
import type { SentRound } from './run-round.js';

const call = { method: 'tools/call', name: 'greet', args: {} } as const;
const greet = dialogue(async ({ elicit }) => `Hello, ${contentOf(await elicit('Who are you?', field('name'))).name}!`);
const ADA = { action: 'accept' as const, content: { name: 'Ada' } };

it('asks by an interim result, whose state opens for the same caller alone', async () => {
  const host = roundHost();
  const as = (subject: string, round: SentRound) =>
    answerInRounds(greet, call, { round }, { ...callContext(), caller: { subject, scopes: [] } }, host);
  const first = await as('ada', {});
  expect(first).toBeInstanceOf(InterimResult);
  const sent = { requestState: (first as InterimResult).requestState, inputResponses: { '#1': ADA } };
  expect(await as('ada', sent)).toEqual({ result: 'Hello, Ada!' });
  await expect(as('bob', sent)).rejects.toThrow('Invalid requestState');
});

it('asks the client in the middle of its request where it can be asked, and says at once where it can not', async () => {
  const able = { ...callContext(), elicit: async () => ADA as never };
  expect(await answerInRounds(greet, call, {}, able, roundHost())).toEqual({ result: 'Hello, Ada!' });
  const text =
    "The client has to be asked for input (elicitation.form), and it can't be asked in the middle of this request";
  await expect(answerInRounds(greet, call, {}, callContext(), roundHost())).rejects.toThrow(new UserError(text));
  await expect(
    answerInRounds(greet, call, { unaskable: 'it does not listen' }, callContext(), roundHost()),
  ).rejects.toThrow(new UserError(`${text}: it does not listen`));
  await expect(answerInRounds(greet, call, {}, callContext({}), roundHost())).rejects.toMatchObject({
    reason: 'missing-capability',
    data: { elicitation: { form: {} } },
  });
});
