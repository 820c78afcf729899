import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import type { RandomBytes } from '@castellan/foundation/randomness';

/** RFC 7914 with 32 MiB and about a tenth of a second; the stored form names these numbers, and the table takes no others. */
const cost: ScryptOptions = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

const keyBytes = 32;

/** Hashes the password of a link, in the form that its column takes: `scrypt$15$8$1$salt$key`. */
export async function hashLinkPassword(password: string, randomBytes: RandomBytes): Promise<string> {
  const salt = Buffer.from(randomBytes(16));
  const key = await derive(password, salt);
  return `scrypt$15$8$1$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/** Whether a password is the one of a stored hash. A hash of another form fits none. */
export async function isLinkPassword(password: string, stored: string): Promise<boolean> {
  const [, salt, key] = /^scrypt\$15\$8\$1\$([\w-]{22})\$([\w-]{43})$/.exec(stored) ?? [];
  if (salt === undefined || key === undefined) return false;
  const derived = await derive(password, Buffer.from(salt, 'base64url'));
  return timingSafeEqual(derived, Buffer.from(key, 'base64url'));
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // The same letters typed on another system may come composed in another way.
    scrypt(password.normalize('NFC'), salt, keyBytes, cost, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}

/** Runs work one at a time; `undefined` where so many wait already that another one would only make it worse. */
export function createOneAtATime(maxWaiting: number): <Value>(work: () => Promise<Value>) => Promise<Value> | undefined {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return (work) => {
    if (waiting >= maxWaiting) return undefined;
    waiting += 1;
    const done = last.then(work).finally(() => {
      waiting -= 1;
    });
    last = done.catch(() => undefined);
    return done;
  };
}
