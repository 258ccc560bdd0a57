import { setTimeout } from 'node:timers/promises';
import { type ToolDeclaration, tool } from 'polyspec';

/** How long a step of the work takes, in milliseconds. */
const STEP_MS = 50;

/** Tools that report while they work. A report reaches the clients that asked for it. */
export const notificationTools: Readonly<Record<string, ToolDeclaration>> = {
  test_tool_with_progress: tool({
    description: 'Works for a while and reports its progress.',
    run: async (_args, context) => {
      context.progress(0, 100, 'Begun');
      await setTimeout(STEP_MS, undefined, { signal: context.signal });
      context.progress(50, 100, 'Half done');
      await setTimeout(STEP_MS, undefined, { signal: context.signal });
      context.progress(100, 100, 'Done');
      return 'The work is done.';
    },
  }),
  test_tool_with_logging: tool({
    description: 'Works for a while and logs each step.',
    run: async (_args, context) => {
      for (const step of ['Begun', 'Half done', 'Done']) {
        context.log('info', step, 'test');
        await setTimeout(STEP_MS, undefined, { signal: context.signal });
      }
      return 'The work is done.';
    },
  }),
  test_reconnection: tool({
    description: 'Closes the connection while it works; the client comes back for the result.',
    run: async (_args, context) => {
      context.closeStream?.(STEP_MS);
      await setTimeout(2 * STEP_MS, undefined, { signal: context.signal });
      return 'The work was done while you were away.';
    },
  }),
  test_logging_tool: tool({
    description: 'Logs one message.',
    run: (_args, context) => {
      context.log('info', 'Logged for this request.', 'test');
      return 'Logged.';
    },
  }),
  test_trigger_tool_change: tool({
    description: 'Tells whoever listens that the list of tools has changed.',
    run: (_args, context) => {
      context.notify({ type: 'toolsListChanged' });
      return 'Told.';
    },
  }),
  test_trigger_prompt_change: tool({
    description: 'Tells whoever listens that the list of prompts has changed.',
    run: (_args, context) => {
      context.notify({ type: 'promptsListChanged' });
      return 'Told.';
    },
  }),
};
