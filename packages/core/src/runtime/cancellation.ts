/**
 * Whether a request was cancelled, and the signal for it. The signal is made when it is first read: most handlers never
 * look at it, and an `AbortController` costs more than the rest of a request's context.
 */
export class Cancellation {
  #controller: AbortController | undefined;
  #cancelled = false;
  #reason: string | undefined;
  readonly #follow: (() => AbortSignal) | undefined;

  /** @param follow gives a signal whose abort is a cancellation, such as the client's disconnect; asked at most once */
  constructor(follow?: () => AbortSignal) {
    this.#follow = follow;
  }

  get cancelled(): boolean {
    return this.#cancelled;
  }

  /** Why, if it was said. */
  get reason(): string | undefined {
    return this.#reason;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#cancelled) this.#controller.abort(abortReason(this.#reason));
      else this.#listen();
    }
    return this.#controller.signal;
  }

  /** Cancels. A second time does nothing. */
  cancel(reason?: string): void {
    if (this.#cancelled) return;
    this.#cancelled = true;
    this.#reason = reason;
    this.#controller?.abort(abortReason(reason));
  }

  #listen(): void {
    const followed = this.#follow?.();
    if (followed === undefined) return;
    if (followed.aborted) this.cancel('The client disconnected');
    else followed.addEventListener('abort', () => this.cancel('The client disconnected'), { once: true });
  }
}

function abortReason(reason: string | undefined): DOMException {
  return new DOMException(reason ?? 'The request was cancelled', 'AbortError');
}
