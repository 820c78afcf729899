/** So many pieces of work wait already that one more is not taken. */
export class TooManyWaiting extends Error {
  constructor() {
    super('Too many wait for their turn.');
  }
}

/** Runs at most so many pieces of work at a time, the rest in the order they came. */
export class Turns {
  #free: number;
  readonly #maximumWaiting: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number, maximumWaiting = Number.POSITIVE_INFINITY) {
    this.#free = count;
    this.#maximumWaiting = maximumWaiting;
  }

  /** Throws `TooManyWaiting`. */
  async run<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.#free > 0) this.#free -= 1;
    else if (this.#waiting.length >= this.#maximumWaiting) throw new TooManyWaiting();
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      // A turn goes straight to the next in line, so that nobody who comes now can take it.
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
