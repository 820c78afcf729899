import { parseJson } from '@castellan/foundation/parse-json';
import { defineStoredValue } from '../../lib/stored-values.ts';

/** A promise made in this browser. `pending`: it was sent and no answer came, so that it is sent again with the same token. */
export type WishPromise = {
  /** The only proof of it, 256 random bits in base64url. The server keeps its hash. */
  readonly token: string;
  readonly title: string;
  readonly quantity: number;
  readonly state: 'pending' | 'promised';
};

/** By the wish’s id. */
export type WishPromises = Readonly<Record<string, WishPromise>>;

/** The promises made in this browser. They outlive the owner’s sign-out: they are no owner’s. */
export const storedPromises = defineStoredValue<WishPromises>({
  key: 'wish_promises',
  medium: 'local',
  parse: parsePromises,
  format: JSON.stringify,
  clearedBy: 'nothing',
});

/** Reads kept promises; entries that are none are left out. */
export function parsePromises(text: string): WishPromises | undefined {
  const kept = parseJson(text);
  if (typeof kept !== 'object' || kept === null) return undefined;
  return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, WishPromise] => isPromise(entry[1])));
}

function isPromise(value: unknown): value is WishPromise {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'token' in value &&
    typeof value.token === 'string' &&
    /^[\w-]{43}$/.test(value.token) &&
    'title' in value &&
    typeof value.title === 'string' &&
    'quantity' in value &&
    typeof value.quantity === 'number' &&
    'state' in value &&
    (value.state === 'pending' || value.state === 'promised')
  );
}

/** A fresh token. */
export function makeToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
