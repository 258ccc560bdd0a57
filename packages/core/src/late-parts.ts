import { late } from './late.js';

/** What answers in rounds: one round of a request, or all of them by asking in the middle of it. */
export const lateRounds = late(() => import('./rounds/answer-in-rounds.js'));

/** What runs the function of a dialogue. */
export const latePasses = late(() => import('./rounds/dialogue/pass.js'));

/** What checks questions before they are sent. */
export const lateQuestionChecks = late(() => import('./asking/checked.js'));

/** Loads all of that, for an application that answers in rounds: its first call need not wait for it. */
export async function loadRounds(): Promise<void> {
  await Promise.all([lateRounds(), latePasses(), lateQuestionChecks()]);
}
