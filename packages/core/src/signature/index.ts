export { inferSchemas, signatureInputs, signatureOutputs } from './infer-schemas.js';
