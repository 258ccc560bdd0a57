import { expect } from 'vitest';
import type { Inspected } from './inspector.js';
import type { RunCommand } from './mcpdo.js';

/** Calls a tool of the calculator, and meets the errors that calls can have. */
export async function inspectCalculator(run: RunCommand): Promise<void> {
  expect(await run('tools/call', 'add', '{"a":1,"b":2}')).toMatchObject({
    code: 0,
    result: { structuredContent: { sum: 3 } },
  });
  expect(await run('tools/call', 'add', '{"a":1}'), 'bad arguments').toMatchObject(
    toolError('add', "Invalid arguments for tool 'add':\n- b: missing, expected number"),
  );
  expect(await run('tools/call', 'divide', '{"dividend":1,"divisor":0}'), 'throwing').toMatchObject(
    toolError('divide', 'A number can’t be divided by zero'),
  );
  // The Inspector looks tools up in the list and asks the server for none that is not there; other clients do (clients.test.ts).
  expect(await run('tools/call', 'nope'), 'unknown tool').toMatchObject({
    code: 5,
    error: "Tool 'nope' not found on server.",
  });
}

function toolError(name: string, text: string): Inspected {
  const result = { content: [{ type: 'text', text }], isError: true };
  return { code: 5, error: `Tool '${name}' returned isError:true.`, result };
}

interface Summary {
  readonly id: number;
  readonly uri: string;
}

/**
 * Writes a note and meets it again as a resource, in a prompt and in a completion; then a resource that is not there.
 *
 * @param tag marks the note of this connection among those of others
 */
export async function inspectNotes(run: RunCommand, tag: string): Promise<void> {
  const note = JSON.stringify({ title: 'Tea', text: 'Assam — 🍵', tags: [tag] });
  const added = await run('tools/call', 'add_note', note);
  expect(added).toMatchObject({ code: 0, result: { structuredContent: { title: 'Tea', tags: [tag] } } });
  const { id, uri } = (added.result as { readonly structuredContent: Summary }).structuredContent;

  expect(await run('resources/list')).toMatchObject({
    code: 0,
    result: { resources: expect.arrayContaining([expect.objectContaining({ uri, name: `note-${id}` })]) },
  });
  expect(await run('resources/read', uri)).toMatchObject({
    code: 0,
    result: { contents: [{ uri, mimeType: 'text/markdown', text: expect.stringContaining('Assam — 🍵') }] },
  });
  expect(await run('prompts/get', 'review_tag', '--prompt-args', `tag=${tag}`, 'style=thorough')).toMatchObject({
    code: 0,
    result: {
      description: `A review of #${tag}`,
      messages: [
        { role: 'user', content: { type: 'resource', resource: { uri } } },
        { role: 'user', content: { type: 'text', text: expect.stringContaining('Style: thorough.') } },
      ],
    },
  });
  const reference = ['--complete-ref-type', 'ref/prompt', '--complete-ref', 'review_tag'];
  const typed = ['--complete-arg-name', 'tag', '--complete-arg-value', tag.slice(0, -1)];
  expect(await run('prompts/complete', ...reference, ...typed)).toMatchObject({
    code: 0,
    result: { values: expect.arrayContaining([tag]) },
  });
  expect(await run('resources/read', 'notes://note/987654'), 'unknown resource').toMatchObject({
    code: 1,
    error: "Unknown resource 'notes://note/987654'",
  });
}
