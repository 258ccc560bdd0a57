import { expect, it } from 'vitest';
import { start } from '../test/runtime.js';
import { lateAnswerReader, latePasses, lateQuestionChecks, lateRounds } from './late-parts.js';
import { lateCompiler } from './schema/late-compiler.js';

it('the start of a server that anybody may reach loads all that comes late elsewhere', async () => {
  await start({ tools: () => [{ name: 'hi', run: () => 'hi' }] }, { precompile: true });
  for (const part of [lateRounds, latePasses, lateQuestionChecks, lateAnswerReader, lateCompiler]) {
    expect(part()).not.toBeInstanceOf(Promise);
  }
});
