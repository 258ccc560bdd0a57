import { defineApplication, tool } from 'polyspec';
import { ADD, addInput, addOutput, search, searchInput, searchTools } from '../tools.mjs';

/** The tools with JSON Schema, so that no schema library is loaded, as an application would that wants to start quickly. */
export function application(total) {
  const { name, description } = ADD;
  const searches = searchTools(total).map((each) => [
    each.name,
    tool({ description: each.description, input: searchInput, run: search }),
  ]);
  return defineApplication({
    tools: {
      [name]: tool({ description, input: addInput, output: addOutput, run: ({ a, b }) => ({ sum: a + b }) }),
      ...Object.fromEntries(searches),
    },
  });
}
