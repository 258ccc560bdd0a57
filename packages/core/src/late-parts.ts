import type { Awaitable } from './awaitable.js';
import { late } from './late.js';
import { lateCompiler } from './schema/late-compiler.js';

type Rounds = typeof import('./rounds/answer-in-rounds.js');
type Passes = typeof import('./rounds/dialogue/pass.js');
type QuestionChecks = typeof import('./asking/checked.js');
type AnswerReader = typeof import('./asking/answer-of.js');

/** What answers in rounds: one round of a request, or all of them by asking in the middle of it. */
export const lateRounds: () => Awaitable<Rounds> = late(() => import('./rounds/answer-in-rounds.js'));

/** What runs the function of a dialogue. */
export const latePasses: () => Awaitable<Passes> = late(() => import('./rounds/dialogue/pass.js'));

/** What checks questions before they are sent. */
export const lateQuestionChecks: () => Awaitable<QuestionChecks> = late(() => import('./asking/checked.js'));

/** What reads the answers to questions. */
export const lateAnswerReader: () => Awaitable<AnswerReader> = late(() => import('./asking/answer-of.js'));

/** Loads what an application needs that answers in rounds: its first call need not wait for it. */
export async function loadRounds(): Promise<void> {
  await Promise.all([lateRounds(), latePasses(), lateQuestionChecks(), lateAnswerReader()]);
}

/**
 * Loads all parts, for a server that anybody may reach: a file that can't be opened because its clients have taken all handles
 * could not be loaded ever after (Node before 24 remembers that).
 */
export async function loadParts(): Promise<void> {
  const { loadAjv } = await lateCompiler();
  await Promise.all([loadRounds(), loadAjv()]);
}
