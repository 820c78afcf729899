import { equalBytes, fromBase64Url, ownBytes, utf8, wipe } from '@castellan/foundation/bytes';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Argon2id, Argon2idCost, Bytes } from '../ports.ts';

/** The key derivation itself is at fault: no memory, no WebAssembly, or wrong answers. Never the owner's typing. */
export type DerivationFailure = { readonly code: 'derivation_failed' };

/** Parameters that are refused before any memory is spent. */
export type CostFailure = { readonly code: 'too_weak' | 'weaker_than_before' | 'absurd' };

/** The least a slot may ask for: what OWASP's Password Storage Cheat Sheet gives as the minimum for Argon2id. */
export const weakestCost: Argon2idCost = { memoryKib: 19_456, passes: 2 };
/** More than this would exhaust the device before it could be said to be wrong. */
export const absurdCost: Argon2idCost = { memoryKib: 1_048_576, passes: 16 };
/**
 * Memory in KiB times passes, as of 1 GiB and 8 passes: twice what calibration gives a new slot at most. No more is spent on all
 * the masters together that a server shows.
 */
export const maxWork = 8_388_608;
/** The least that a new slot is given (RFC 9106 §4, second recommended option, with one lane). */
export const minNewCost: Argon2idCost = { memoryKib: 65_536, passes: 3 };
/** The most memory that calibration gives a new slot. */
export const maxNewMemoryKib = 262_144;
/** Bytes of salt (RFC 9106 §3.1 recommends 16). */
export const saltBytes = 16;

/** Refuses a cost that is too weak, weaker than the strongest seen before, or absurd. */
export function checkCost(cost: Argon2idCost, strongest?: Argon2idCost): Result<Argon2idCost, CostFailure> {
  const { memoryKib, passes } = cost;
  if (!Number.isSafeInteger(memoryKib) || !Number.isSafeInteger(passes)) return fail({ code: 'absurd' });
  if (memoryKib > absurdCost.memoryKib || passes > absurdCost.passes || memoryKib * passes > maxWork) return fail({ code: 'absurd' });
  if (memoryKib < weakestCost.memoryKib || passes < weakestCost.passes) return fail({ code: 'too_weak' });
  if (strongest !== undefined && (memoryKib < strongest.memoryKib || passes < strongest.passes))
    return fail({ code: 'weaker_than_before' });
  return succeed(cost);
}

/** The cost that is at least as high as both in memory and in passes. */
export function strongerCost(one: Argon2idCost, other: Argon2idCost): Argon2idCost {
  return { memoryKib: Math.max(one.memoryKib, other.memoryKib), passes: Math.max(one.passes, other.passes) };
}

/**
 * Known answers of Argon2id 0x13 with one lane and 32 bytes out. Computed with three independent implementations that agree:
 * libsodium 1.0.22, hash-wasm 4.13.0 and OpenSSL 3.5 (`argon2id` of Node's crypto); the tests compute them again.
 */
export const argon2idKnownAnswers = [
  { password: 'password', salt: 'somesaltsomesalt', memoryKib: 256, passes: 3, answer: 'RXEiBcqOB3fgfutVLicWXTRQtCup2eZGub5TYRaxksw' },
  {
    password: 'Ελπίδα \u{1F5DD}',
    salt: '0123456789abcdef',
    memoryKib: 1_024,
    passes: 2,
    answer: 'lU6_K-xWtHQTyitzGnW-HiwWDSg1Bp1hDcuKI7p40sw',
  },
] as const;

/** Whether an implementation gives the known answers. One that throws fails. */
export async function selfTestArgon2id(argon2id: Argon2id): Promise<boolean> {
  try {
    for (const { password, salt, memoryKib, passes, answer } of argon2idKnownAnswers) {
      const given = await argon2id(utf8(password), utf8(salt), { memoryKib, passes });
      const expected = fromBase64Url(answer);
      if (expected === undefined || !equalBytes(given, expected)) return false;
    }
    return true;
  } catch {
    return false;
  }
}

/** An Argon2id that is not believed before it has given the known answers. */
export type GuardedArgon2id = (password: Bytes, salt: Bytes, cost: Argon2idCost) => Promise<Result<Bytes, DerivationFailure>>;

const tested = new WeakMap<Argon2id, Promise<boolean>>();

/** Refuses to derive with an implementation that fails its known answers (tested once, before first use), throws, or gives the wrong size. */
export function guardArgon2id(argon2id: Argon2id): GuardedArgon2id {
  return async (password, salt, cost) => {
    const passed = tested.get(argon2id) ?? selfTestArgon2id(argon2id);
    tested.set(argon2id, passed);
    if (!(await passed)) {
      // Lack of memory may pass: the next attempt tests again.
      tested.delete(argon2id);
      return fail({ code: 'derivation_failed' });
    }
    try {
      const derived = await argon2id(password, salt, cost);
      return derived.byteLength === 32 ? succeed(ownBytes(derived)) : fail({ code: 'derivation_failed' });
    } catch {
      return fail({ code: 'derivation_failed' });
    }
  };
}

/**
 * Derives twice and refuses unless both agree: a wrong answer while a slot is made would lock the vault under a key that
 * nobody can derive again.
 */
export async function deriveTwice(
  derive: GuardedArgon2id,
  password: Bytes,
  salt: Bytes,
  cost: Argon2idCost,
): Promise<Result<Bytes, DerivationFailure>> {
  const first = await derive(password, salt, cost);
  if (!first.ok) return first;
  const second = await derive(password, salt, cost);
  if (!second.ok) return second;
  const agree = equalBytes(first.value, second.value);
  wipe(second.value);
  return agree ? first : fail({ code: 'derivation_failed' });
}
