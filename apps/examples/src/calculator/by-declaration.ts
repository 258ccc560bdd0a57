import { type ToolDeclaration, tool, UserError } from 'polyspec';
import { z } from 'zod';
import { factorial, LARGEST } from './factorial.js';
import { computes } from './hints.js';

/**
 * The second way to write tools: declarations. The types of `run` follow from the schemas, here of zod; any other library that
 * implements Standard Schema does as well, and so does plain JSON Schema.
 */
export const arithmetic: Readonly<Record<string, ToolDeclaration>> = {
  add: tool({
    title: 'Addition',
    description: 'Adds two numbers.',
    annotations: computes,
    input: z.object({ a: z.number().describe('The first number.'), b: z.number().describe('The second number.') }),
    output: z.object({ sum: z.number() }),
    run: ({ a, b }) => ({ sum: a + b }),
  }),
  divide: tool({
    title: 'Division',
    description: 'Divides one number by another.',
    annotations: computes,
    input: z.object({
      dividend: z.number().describe('What is divided.'),
      divisor: z.number().describe('By what it is divided; not 0.'),
    }),
    output: z.object({ quotient: z.number() }),
    run: ({ dividend, divisor }) => {
      // The text of a UserError reaches the client as it is written here, for the model to read.
      if (divisor === 0) throw new UserError('A number can’t be divided by zero');
      return { quotient: dividend / divisor };
    },
  }),
  mean: tool({
    title: 'Mean',
    description: 'Computes the arithmetic mean of a list of numbers.',
    annotations: computes,
    input: z.object({ values: z.array(z.number()).min(1).describe('At least one number.') }),
    output: z.object({ mean: z.number(), count: z.int() }),
    run: ({ values }) => ({
      mean: values.reduce((sum, value) => sum + value, 0) / values.length,
      count: values.length,
    }),
  }),
  factorial_declared: tool({
    title: 'Factorial, declared',
    description: 'Computes the factorial of a non-negative integer. The same as factorial, written as a declaration.',
    annotations: computes,
    input: z.object({ n: z.int().min(0).max(LARGEST).describe(`An integer from 0 to ${LARGEST}.`) }),
    output: z.object({ factorial: z.int() }),
    run: ({ n }) => ({ factorial: factorial(n) }),
  }),
};
