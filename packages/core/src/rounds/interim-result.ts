import type { InputRequest } from '../application/rounds.js';

/** What has to be asked before the call can be answered. A class, so that a spec can tell it from a result. */
export class InterimResult {
  /** Checked, and only what this client can be asked. Empty where there is nothing to ask but to come again. */
  readonly inputRequests: Readonly<Record<string, InputRequest>>;
  /** Sealed. */
  readonly requestState: string;

  constructor(inputRequests: Readonly<Record<string, InputRequest>>, requestState: string) {
    this.inputRequests = inputRequests;
    this.requestState = requestState;
  }
}

/** The result of a call. An object, for the result itself may be `undefined`. */
export interface Completed<T> {
  readonly result: T;
}
