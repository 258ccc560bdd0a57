import { type Application, defineApplication, type ServeOptions } from 'polyspec';
import { NumberTheory } from './by-call-tool.js';
import { arithmetic } from './by-declaration.js';
import { Combinatorics } from './by-signature.js';

/** A calculator whose tools are written in three ways, mixed in one application. */
const calculator: Application = defineApplication({
  tools: arithmetic,
  include: [new Combinatorics(), new NumberTheory()],
});
export default calculator;

/** How it introduces itself. Read by `polyspec serve` and by the runner of these examples. */
export const options: ServeOptions = {
  title: 'Calculator',
  description: 'Exact and floating-point arithmetic, combinatorics, and primes.',
  instructions: 'Use these tools instead of computing by yourself. Integers stay exact up to 2 ** 53.',
};
