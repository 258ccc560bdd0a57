/** Counts answers, keeps how long each took, and what the first wrong one was. */
export class Tally {
  wrong = 0;
  firstWrong = undefined;
  #times = [];

  right(milliseconds) {
    this.#times.push(milliseconds);
  }

  fail(description) {
    this.wrong += 1;
    this.firstWrong ??= description;
  }

  /** How many answers there were. */
  get total() {
    return this.#times.length + this.wrong;
  }

  /** The time that this share of the answers stayed below, in milliseconds. */
  quantile(share) {
    const sorted = Float64Array.from(this.#times).sort();
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  }

  /** @throws Error when an answer was wrong, or there was none */
  assertRight() {
    if (this.wrong > 0)
      throw new Error(`${this.wrong} of ${this.total} answers are wrong, the first: ${this.firstWrong}`);
    if (this.total === 0) throw new Error('There was no answer');
  }
}
