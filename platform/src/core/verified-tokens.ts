import { hash } from 'node:crypto';
import type { Claims, KeyRing, SigningKey } from './tokens.ts';

/** A token whose signature was checked: what it says, under which key, as whose, and when. */
type Verified = { readonly claims: Claims; readonly key: SigningKey; readonly issuer: string; readonly atMs: number };

/** Tokens remembered of one key ring. The longest unused goes first. */
const maxKept = 500;

/** By ring: whoever reads the keys again has a ring of its own, and begins without memories. By SHA-256: no token is kept itself. */
const rings = new WeakMap<KeyRing, Map<string, Verified>>();

/** Remembers that a token was verified. Its claims are shared by all who bring it, and cannot be changed from now on. */
export function rememberToken(keys: KeyRing, token: string, verified: Verified): void {
  const kept = rings.get(keys) ?? new Map<string, Verified>();
  rings.set(keys, kept);
  const [longestUnused] = kept.size >= maxKept ? kept.keys() : [];
  if (longestUnused !== undefined) kept.delete(longestUnused);
  freeze(verified.claims);
  kept.set(digestOf(token), verified);
}

/**
 * The claims of a token that was verified before, if verifying it again could only say the same: it has not expired, its key still
 * verifies, the issuer is the same, and the clock was not set back. `undefined`: it must be verified.
 */
export function recallToken(
  keys: KeyRing,
  token: string,
  expected: { readonly issuer: string; readonly nowMs: number; readonly usableKeys: readonly SigningKey[] },
): Claims | undefined {
  const kept = rings.get(keys);
  if (kept === undefined) return undefined;
  const digest = digestOf(token);
  const verified = kept.get(digest);
  if (verified === undefined) return undefined;
  kept.delete(digest);
  const { claims, key, issuer, atMs } = verified;
  const { nowMs, usableKeys } = expected;
  const isGood = issuer === expected.issuer && nowMs >= atMs && Math.floor(nowMs / 1000) < claims.exp && usableKeys.includes(key);
  if (!isGood) return undefined;
  kept.set(digest, verified);
  return claims;
}

function digestOf(token: string): string {
  return hash('sha256', token, 'base64');
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value)) freeze(part);
  Object.freeze(value);
}
