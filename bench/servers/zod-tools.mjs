import { z } from 'zod';
import { ADD, addResult, search, searchTools } from './tools.mjs';

/**
 * The tools with zod schemas, for the peers, which take those. They are made once and shared by all requests, which is the
 * best case of a library that makes a server for each of them.
 */
export function zodTools(total) {
  const searchInput = z.object({
    query: z.string().describe('What to look for'),
    limit: z.int().min(1).max(100).optional().describe('How many documents at most'),
    tags: z.array(z.string()).optional().describe('Only documents that have all of these tags'),
  });
  return [
    {
      ...ADD,
      input: z.object({ a: z.number(), b: z.number() }),
      output: z.object({ sum: z.number() }),
      run: addResult,
    },
    ...searchTools(total).map((tool) => ({ ...tool, input: searchInput, run: search })),
  ];
}
