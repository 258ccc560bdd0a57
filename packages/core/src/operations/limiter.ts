import type { Awaitable } from '../awaitable.js';
import type { RequestError } from '../errors.js';
import type { Cancellation } from '../runtime/cancellation.js';
import { busy } from './busy.js';
import type { Limits } from './limits.js';

/** How many operations wait unless the limits say otherwise. */
const DEFAULT_QUEUE = 1000;

/** How long an operation waits unless the limits say otherwise, in milliseconds. */
const DEFAULT_QUEUE_MS = 10_000;

/** What one client has running and waiting. It is what a turn is taken from, and given back to. */
export interface ClientLoad {
  readonly key: unknown;
  running: number;
  /** First come, first served. */
  readonly waiting: Set<Waiting>;
}

interface Waiting {
  readonly client: ClientLoad;
  readonly timer: NodeJS.Timeout;
  readonly resolve: (client: ClientLoad) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Gives operations their turn to run, within limits. Clients take turns: whoever waits is reached after at most one operation of
 * each other client that waits, however many those have.
 */
export class Limiter {
  readonly #concurrency: number;
  readonly #perClient: number;
  readonly #queue: number;
  readonly #queueMs: number;
  #running = 0;
  #waiting = 0;
  readonly #clients = new Map<unknown, ClientLoad>();
  /** The clients that have something waiting and room for it, in the order of their turns. */
  readonly #ready = new Set<ClientLoad>();
  /** The clients by how much they have waiting, so that who has the most is found at once, however many wait. */
  readonly #byWaiting: Set<ClientLoad>[] = [];

  constructor({ concurrency, perClient, queue, queueMs }: Limits) {
    this.#concurrency = concurrency ?? Number.POSITIVE_INFINITY;
    this.#perClient = perClient ?? Number.POSITIVE_INFINITY;
    this.#queue = queue ?? DEFAULT_QUEUE;
    this.#queueMs = queueMs ?? DEFAULT_QUEUE_MS;
  }

  /** How many operations run. */
  get running(): number {
    return this.#running;
  }

  /** How many operations wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /** How many clients have something running or waiting. */
  get clients(): number {
    return this.#clients.size;
  }

  /**
   * Takes a turn, at once where there is one; it has to be given back by `leave`. Nobody waits for a request that was cancelled:
   * it leaves the queue with an `AbortError`.
   *
   * @param key tells clients apart
   * @throws RequestError `busy`, also later, for what may not wait or has waited too long
   */
  enter(key: unknown, cancellation: Cancellation): Awaitable<ClientLoad> {
    const client = this.#clients.get(key) ?? { key, running: 0, waiting: new Set() };
    // Where there is a turn left, nobody waits who could take it.
    if (this.#running < this.#concurrency && client.running < this.#perClient) return this.#start(client);
    if (this.#waiting >= this.#queue) this.#makeRoomFor(client);
    return new Promise((resolve, reject) => this.#wait(client, cancellation, resolve, reject));
  }

  /**
   * Takes a turn without waiting, also past the limits: for what had one, and gave it back while it could do nothing.
   *
   * @param key as given to `enter`
   */
  reenter(key: unknown): ClientLoad {
    return this.#start(this.#clients.get(key) ?? { key, running: 0, waiting: new Set() });
  }

  /** Gives a turn back. */
  leave(client: ClientLoad): void {
    this.#running -= 1;
    client.running -= 1;
    if (client.waiting.size > 0 && client.running < this.#perClient) this.#ready.add(client);
    this.#forgetIdle(client);
    this.#admit();
  }

  #start(client: ClientLoad): ClientLoad {
    this.#clients.set(client.key, client);
    if (client.running + 1 >= this.#perClient) this.#ready.delete(client);
    this.#running += 1;
    client.running += 1;
    return client;
  }

  #wait(client: ClientLoad, cancellation: Cancellation, resolve: Waiting['resolve'], reject: Waiting['reject']): void {
    const timer = setTimeout(() => this.#refuse(waiting, this.#busy(client)), this.#queueMs);
    const waiting: Waiting = { client, timer, resolve, reject };
    this.#clients.set(client.key, client);
    client.waiting.add(waiting);
    this.#waiting += 1;
    this.#regroup(client, client.waiting.size - 1);
    if (client.running < this.#perClient) this.#ready.add(client);
    cancellation.onCancel(() =>
      this.#refuse(waiting, new DOMException('The request was cancelled while it waited for its turn', 'AbortError')),
    );
    // Where the client's going away cancels, it has to be noticed while nothing else looks for it.
    cancellation.watch();
  }

  /** Turns go to whoever is ready, in order. */
  #admit(): void {
    for (const client of this.#ready) {
      if (this.#running >= this.#concurrency) return;
      const [first] = client.waiting;
      if (first === undefined) continue;
      this.#take(first);
      this.#start(client);
      // Its next one comes after those of the others.
      this.#ready.delete(client);
      if (client.waiting.size > 0 && client.running < this.#perClient) this.#ready.add(client);
      first.resolve(client);
    }
  }

  #refuse(waiting: Waiting, reason: unknown): void {
    const { client } = waiting;
    if (!client.waiting.has(waiting)) return;
    this.#take(waiting);
    if (client.waiting.size === 0) this.#ready.delete(client);
    this.#forgetIdle(client);
    waiting.reject(reason);
  }

  #take(waiting: Waiting): void {
    clearTimeout(waiting.timer);
    const { client } = waiting;
    client.waiting.delete(waiting);
    this.#waiting -= 1;
    this.#regroup(client, client.waiting.size + 1);
  }

  /** @param before how much it had waiting */
  #regroup(client: ClientLoad, before: number): void {
    const groups = this.#byWaiting;
    groups[before]?.delete(client);
    const now = client.waiting.size;
    groups[now] ??= new Set();
    if (now > 0) groups[now].add(client);
    while (groups.at(-1)?.size === 0) groups.pop();
  }

  #forgetIdle(client: ClientLoad): void {
    if (client.running === 0 && client.waiting.size === 0) this.#clients.delete(client.key);
  }

  /** Whoever has the most waiting makes room, so that nobody fills the queue for the others. */
  #makeRoomFor(client: ClientLoad): void {
    const [longest = client] = this.#byWaiting.at(-1) ?? [];
    // One that would then have as much waiting as the other has no better claim.
    if (longest.waiting.size <= client.waiting.size + 1) throw this.#busy(client);
    const last = [...longest.waiting].at(-1);
    if (last !== undefined) this.#refuse(last, this.#busy(longest));
  }

  #busy(client: ClientLoad): RequestError {
    if (client.running < this.#perClient) return busy('The server is busy with other requests');
    return busy(`This client has too much running at once (limit ${this.#perClient})`);
  }
}
