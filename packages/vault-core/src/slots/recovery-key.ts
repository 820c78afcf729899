import { encodeBase32, parseBase32 } from '@castellan/foundation/base32';
import { ownBytes } from '@castellan/foundation/bytes';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Bytes } from '../ports.ts';

/** Random bytes of a recovery key: 160 bits, 32 characters of base32. */
export const recoveryKeyBytes = 20;
const characters = 32;
/** `1` may stand for I or L; beyond this many of them a text is no recovery key. */
const maxDoubts = 6;

/** What was typed is no recovery key: `characters` of its 32 were found, or `foreign` stood among them. */
export type RecoveryKeyFailure = {
  readonly code: 'recovery_key_malformed';
  readonly characters: number;
  readonly foreign: string | undefined;
};

/** The key as it is printed: eight groups of four characters, `ABCD-EFGH-…` (base32, RFC 4648 §6). */
export function printRecoveryKey(key: Uint8Array): string {
  return encodeBase32(key).replace(/.{4}(?=.)/g, '$&-');
}

/**
 * The keys that a typed text may mean, most often one. Case, spaces, hyphens and other dashes do not count; `0` is read as O,
 * `8` as B, `9` as G, and `1` as I or L, all of which a hand or a printer confuses and none of which base32 holds.
 */
export function parseRecoveryKey(text: string): Result<readonly Bytes[], RecoveryKeyFailure> {
  const typed = text
    .slice(0, 400)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}_.·]/gu, '');
  const plain = typed.replace(/0/g, 'O').replace(/8/g, 'B').replace(/9/g, 'G');
  const foreign = /[^A-Z1-7]/u.exec(plain)?.[0];
  const doubts = plain.split('1').length - 1;
  if (foreign !== undefined || plain.length !== characters || doubts > maxDoubts) {
    return fail({ code: 'recovery_key_malformed', characters: Math.min(plain.length, 400), foreign });
  }
  const keys: Bytes[] = [];
  for (let choice = 0; choice < 2 ** doubts; choice += 1) {
    let doubt = 0;
    const spelled = plain.replace(/1/g, () => ((choice >> doubt++) & 1 ? 'L' : 'I'));
    const bytes = parseBase32(spelled);
    if (bytes !== undefined) keys.push(ownBytes(bytes));
  }
  return succeed(keys);
}
