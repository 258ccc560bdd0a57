import type { ContentBlock } from '../application/content.js';
import type { PromptMessage, PromptResult } from '../application/prompts.js';
import { text } from './content.js';

/** One message of a prompt. @example message('user', 'Review this.') */
export function message(role: 'user' | 'assistant', content: string | ContentBlock): PromptMessage {
  return { role, content: typeof content === 'string' ? text(content) : content };
}

/** A prompt of several messages. */
export function messages(list: readonly PromptMessage[], description?: string): PromptResult {
  return description === undefined ? { messages: list } : { description, messages: list };
}
