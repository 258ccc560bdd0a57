import { type Application, type SignatureArgument, type ToolDescriptor, UserError } from 'polyspec';
import { factorial, LARGEST } from './factorial.js';
import { computes } from './hints.js';

const n: SignatureArgument = {
  name: 'n',
  description: `An integer from 0 to ${LARGEST}.`,
  schema: { type: 'integer', minimum: 0, maximum: LARGEST },
};

/**
 * The first way to write tools: methods of a class, each with its signature.
 *
 * Both schemas are made from the signature. A call binds the inputs to the parameters of the method, in the order of the
 * signature; what the method gives is put under the names of the outputs.
 */
export class Combinatorics implements Application {
  // One array for all requests: as long as it is the same one, its text is made once and kept.
  readonly #tools: readonly ToolDescriptor[] = [
    {
      name: 'factorial',
      annotations: computes,
      signature: {
        title: 'Factorial',
        description: 'Computes the factorial of a non-negative integer.',
        arguments: [n, { name: 'factorial', type: 'integer', mode: 'out' }],
      },
    },
    {
      name: 'choose',
      annotations: computes,
      signature: {
        title: 'Binomial coefficient',
        description: 'Counts the ways to choose k out of n things, regardless of their order.',
        arguments: [
          n,
          { name: 'k', type: 'integer', description: 'How many to choose.' },
          { name: 'ways', type: 'integer', mode: 'out' },
        ],
      },
    },
    {
      name: 'divide_with_remainder',
      method: 'divideWithRemainder',
      annotations: computes,
      signature: {
        title: 'Division with remainder',
        description: 'Divides one integer by another. The remainder has the sign of the dividend.',
        arguments: [
          { name: 'dividend', type: 'integer', description: 'What is divided.' },
          { name: 'divisor', type: 'integer', description: 'By what it is divided; not 0.' },
          { name: 'quotient', type: 'integer', mode: 'out' },
          { name: 'remainder', type: 'integer', mode: 'out' },
        ],
      },
    },
  ];

  tools(): readonly ToolDescriptor[] {
    return this.#tools;
  }

  // A single output may be given bare.
  factorial(n: number): number {
    return factorial(n);
  }

  choose(n: number, k: number): number {
    return k < 0 || k > n ? 0 : factorial(n) / (factorial(k) * factorial(n - k));
  }

  // Several outputs go by name.
  divideWithRemainder(dividend: number, divisor: number): { quotient: number; remainder: number } {
    if (divisor === 0) throw new UserError('An integer can’t be divided by zero');
    const remainder = dividend % divisor;
    return { quotient: (dividend - remainder) / divisor, remainder };
  }
}
