import {
  type Application,
  type CallContext,
  type JsonObject,
  structured,
  type ToolDescriptor,
  type ToolResult,
  text,
} from 'polyspec';
import { factorial, LARGEST } from './factorial.js';
import { computes } from './hints.js';
import { countPrimes } from './primes.js';

const integer = { type: 'integer' };

/**
 * The third way to write tools: one method that answers every call. It suits tools that are known only at run time, and
 * results of a form of their own. `undefined` means that the call is not answered here.
 */
export class NumberTheory implements Application {
  readonly #tools: readonly ToolDescriptor[] = [
    {
      name: 'factorial_called',
      title: 'Factorial, called',
      description: 'Computes the factorial of a non-negative integer. The same as factorial, written with callTool.',
      annotations: computes,
      input: {
        type: 'object',
        properties: {
          n: { ...integer, minimum: 0, maximum: LARGEST, description: `An integer from 0 to ${LARGEST}.` },
        },
        required: ['n'],
      },
      output: { type: 'object', properties: { factorial: integer }, required: ['factorial'] },
    },
    {
      name: 'count_primes',
      title: 'Count primes',
      description: 'Counts the prime numbers up to a limit. Reports progress; can be cancelled.',
      annotations: computes,
      input: {
        type: 'object',
        properties: {
          limit: { ...integer, minimum: 2, maximum: 100_000_000, description: 'The last number to look at.' },
        },
        required: ['limit'],
      },
      output: { type: 'object', properties: { count: integer }, required: ['count'] },
    },
  ];

  tools(): readonly ToolDescriptor[] {
    return this.#tools;
  }

  // What is passed in has been checked against the input schema.
  async callTool(name: string, args: JsonObject, context: CallContext): Promise<ToolResult | undefined> {
    if (name === 'factorial_called') {
      const product = factorial(Number(args.n));
      return structured({ factorial: product }, [text(`The factorial is: ${product}`)]);
    }
    if (name === 'count_primes') {
      const limit = Number(args.limit);
      const count = await countPrimes(limit, {
        signal: context.signal,
        onProgress: (checked) => context.progress(checked, limit, `${checked} of ${limit} numbers checked`),
      });
      return structured({ count }, [text(`There are ${count} primes up to ${limit}.`)]);
    }
    return undefined;
  }
}
