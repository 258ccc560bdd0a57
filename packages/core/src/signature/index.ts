export { inferSchemas, type SignatureSchemas, signatureInputs, signatureOutputs } from './infer-schemas.js';
export type { SignatureArgument, SignatureType, ToolSignature } from './signature.js';
