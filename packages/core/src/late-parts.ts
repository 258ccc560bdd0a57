import type { Awaitable } from './awaitable.js';
import { late } from './late.js';

type Rounds = typeof import('./rounds/answer-in-rounds.js');
type Passes = typeof import('./rounds/dialogue/pass.js');
type QuestionChecks = typeof import('./asking/checked.js');

/** What answers in rounds: one round of a request, or all of them by asking in the middle of it. */
export const lateRounds: () => Awaitable<Rounds> = late(() => import('./rounds/answer-in-rounds.js'));

/** What runs the function of a dialogue. */
export const latePasses: () => Awaitable<Passes> = late(() => import('./rounds/dialogue/pass.js'));

/** What checks questions before they are sent. */
export const lateQuestionChecks: () => Awaitable<QuestionChecks> = late(() => import('./asking/checked.js'));

/** Loads all of that, for an application that answers in rounds: its first call need not wait for it. */
export async function loadRounds(): Promise<void> {
  await Promise.all([lateRounds(), latePasses(), lateQuestionChecks()]);
}
