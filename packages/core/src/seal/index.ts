export { callerKey } from './caller-key.js';
export { digestOf } from './digest.js';
export { keysFromEnvironment, type SealingKey } from './keys.js';
export { createSealer, type SealerOptions } from './sealer.js';
