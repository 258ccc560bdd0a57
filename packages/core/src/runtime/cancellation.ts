/**
 * Whether a request was cancelled, by whom, and the signal for it. The signal is made when it is first read: most handlers
 * never look at it, and an `AbortController` costs more than the rest of a request's context.
 */
export class Cancellation {
  #controller: AbortController | undefined = undefined;
  #cancelled = false;
  #byServer = false;
  #reason: string | undefined = undefined;
  #follow: (() => AbortSignal) | undefined;
  #listener: (() => void) | undefined = undefined;
  #abandon: (() => void) | undefined = undefined;

  /** @param follow gives a signal whose abort is a cancellation, such as the client's disconnect; asked at most once */
  constructor(follow?: () => AbortSignal) {
    this.#follow = follow;
  }

  get cancelled(): boolean {
    return this.#cancelled;
  }

  /**
   * Whether the server gave up on the request, see `giveUp`. Its client still waits for an answer then; after its own
   * cancellation it does not, and must not get one.
   */
  get byServer(): boolean {
    return this.#byServer;
  }

  /** Why, if it was said. */
  get reason(): string | undefined {
    return this.#reason;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      this.watch();
      if (this.#cancelled) this.#controller.abort(abortReason(this.#reason));
    }
    return this.#controller.signal;
  }

  /** The client cancels. Only the first of `cancel` and `giveUp` counts. */
  cancel(reason?: string): void {
    this.#end(reason);
  }

  /**
   * The server cancels by itself, because it closes or because a time is up.
   *
   * @param reason a sentence for the client, who gets it as the error of its request
   */
  giveUp(reason: string): void {
    if (this.#cancelled) return;
    this.#byServer = true;
    this.#end(reason);
  }

  /** Calls back when the request is cancelled, at once when it is already, and before the signal aborts. */
  onCancel(listener: () => void): void {
    const before = this.#listener;
    if (this.#cancelled) listener();
    else if (before === undefined) this.#listener = listener;
    else this.#listener = () => runBoth(before, listener);
  }

  /**
   * What the work gives, or `undefined` as soon as the request is cancelled: then the work goes on by itself, and nobody
   * hears of its outcome.
   */
  race<T>(work: PromiseLike<T>): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const abandon = (): void => resolve(undefined);
      const before = this.#abandon;
      if (this.#cancelled) abandon();
      // A slot apart from the listeners: joining the two would cost each request one more closure.
      else this.#abandon = before === undefined ? abandon : () => runBoth(before, abandon);
      work.then(resolve, reject);
    });
  }

  /**
   * The request is over. Whom its cancellation would have told is let go: what a request holds on to after its end gets old,
   * and then takes the garbage collector several times as long.
   */
  forget(): void {
    this.#listener = undefined;
    this.#abandon = undefined;
    this.#follow = undefined;
  }

  /** From now on the followed signal counts, as it does from the first reading of `signal` on. */
  watch(): void {
    const follow = this.#follow;
    this.#follow = undefined;
    if (follow === undefined || this.#cancelled) return;
    const followed = follow();
    if (followed.aborted) this.cancel(DISCONNECTED);
    else followed.addEventListener('abort', () => this.cancel(DISCONNECTED), { once: true });
  }

  #end(reason: string | undefined): void {
    if (this.#cancelled) return;
    this.#cancelled = true;
    this.#reason = reason;
    // Taken first: a listener may be the one that ends the request, and `forget` what is still to be told.
    const [listener, abandon] = [this.#listener, this.#abandon];
    this.forget();
    listener?.();
    abandon?.();
    this.#controller?.abort(abortReason(reason));
  }
}

const DISCONNECTED = 'The client disconnected';

function runBoth(first: () => void, second: () => void): void {
  first();
  second();
}

function abortReason(reason: string | undefined): DOMException {
  return new DOMException(reason ?? 'The request was cancelled', 'AbortError');
}
