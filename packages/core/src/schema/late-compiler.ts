import type { Awaitable } from '../awaitable.js';
import { late } from '../late.js';

type Compiler = typeof import('./compile.js');

/** What compiles schemas, and explains what does not fit. */
export const lateCompiler: () => Awaitable<Compiler> = late(() => import('./compile.js'));
