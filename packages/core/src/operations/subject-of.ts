import type { OperationCall } from '../contract/middleware.js';
import { shown } from '../shown.js';

/** An operation as the beginning of a sentence about it. */
export function subjectOf(operation: OperationCall): string {
  switch (operation.method) {
    case 'tools/call':
      return `Tool '${shown(operation.name)}'`;
    case 'prompts/get':
      return `Prompt '${shown(operation.name)}'`;
    case 'resources/read':
      return `Reading '${shown(operation.uri)}'`;
    case 'completion/complete':
      return `Completing '${shown(operation.argument.name)}'`;
    default:
      return operation.method;
  }
}
