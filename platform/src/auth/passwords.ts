import { fail, type Result, succeed } from '@castellan/foundation/result';
import { hash, verify } from '@node-rs/bcrypt';

/** Too many passwords wait to be hashed. */
export type Busy = { readonly code: 'busy' };

/** Where a password waits for its turn: a known device's goes before all that strangers sent, and has a queue of its own. */
export type Place = 'at its head' | 'in the queue';

/** Hashes and checks passwords, a few at a time, so that a flood of sign-ins leaves the machine's cores to everybody else. */
export type Passwords = {
  /**
   * Whether the password is the stored hash's. Where there is no account it computes a hash of the same cost all the same
   * and says no, so that the time taken does not tell whether an address is known.
   */
  readonly matches: (password: string, storedHash: string | undefined, place: Place) => Promise<Result<boolean, Busy>>;
  readonly hash: (password: string, place: Place) => Promise<Result<string, Busy>>;
  /** Whether a stored hash has another cost than new ones get. It should be made again at the next sign-in. */
  readonly isOutdated: (storedHash: string) => boolean;
};

/** Hashes computed at once: half of libuv's threads, so that files and name look-ups go on. */
const hashesAtOnce = 2;

/** Passwords that may wait in each place; one more is told to come back. */
const maximumWaiting: Readonly<Record<Place, number>> = { 'at its head': 8, 'in the queue': 64 };

/** Hashing at bcrypt's cost `cost`. */
export function createPasswords(cost: number): Passwords {
  const takeTurn = createQueue();
  // Nobody knows what it is the hash of.
  let decoy: Promise<string> | undefined;
  return {
    matches: (password, storedHash, place) =>
      takeTurn(place, async () => {
        decoy ??= hash(crypto.randomUUID(), cost);
        const matches = await verify(password, storedHash ?? (await decoy));
        return matches && storedHash !== undefined;
      }),
    hash: (password, place) => takeTurn(place, () => hash(password, cost)),
    isOutdated: (storedHash) => costOf(storedHash) !== cost,
  };
}

/** The cost written into a bcrypt hash: `$2b$12$…` says 12. */
function costOf(storedHash: string): number {
  return Number(storedHash.split('$')[2]);
}

/** Hashes a password outside any queue: for the machine's own commands and the first-run setup. */
export function hashPassword(password: string, cost: number): Promise<string> {
  return hash(password, cost);
}

function createQueue(): <Value>(place: Place, work: () => Promise<Value>) => Promise<Result<Value, Busy>> {
  const waiting: Readonly<Record<Place, (() => void)[]>> = { 'at its head': [], 'in the queue': [] };
  let running = 0;
  return async (place, work) => {
    if (running >= hashesAtOnce) {
      if (waiting[place].length >= maximumWaiting[place]) return fail({ code: 'busy' });
      // The one that ends hands its turn over, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting[place].push(resolve));
    } else running += 1;
    try {
      return succeed(await work());
    } finally {
      const next = waiting['at its head'].shift() ?? waiting['in the queue'].shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
