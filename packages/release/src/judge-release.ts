import { readMinisign, readMinisignKey, verifyMinisign } from './minisign.ts';
import { hashOf, type Release, type ReleaseFailure, readRelease } from './release.ts';

/** What this device holds on to. `key`: minisign's line of base64; null where the site had no key when it was pinned. */
export type PinnedRelease = { readonly hash: string; readonly version: number; readonly key: string | null };

/** The release whose files lie on this device. */
export type KeptRelease = { readonly hash: string; readonly version: number };

/** What the site answers now: the release's bytes, its signature's file and its key's file, null where there is none. */
export type OfferedRelease = { readonly bytes: Uint8Array; readonly signature: string | null; readonly key: string | null };

/** Why an offered release is not taken. `same_number`: another release under the number of the one that is kept. */
export type RefusalReason =
  | ReleaseFailure['code']
  | 'key_unreadable'
  | 'signature_missing'
  | 'signature_unreadable'
  | 'signature_wrong'
  | 'older'
  | 'same_number';

/** `key` is what to pin with the release. `ask`: the owner compares the release's words with those of the server's terminal first. */
export type ReleaseVerdict =
  | { readonly verdict: 'take' | 'same' | 'ask'; readonly release: Release; readonly hash: string; readonly key: string | null }
  | { readonly verdict: 'refuse'; readonly reason: RefusalReason };

/**
 * Whether a device takes the release that its site offers. All that decides is here:
 * what is not a whole release is refused, and so is one that the pinned key did not sign, an older one, and one that hides behind the
 * number of the kept one. Without a pinned key another release is the owner's to compare. A device without pins takes the first it meets;
 * no key is ever pinned later.
 */
export function judgeRelease(pinned: PinnedRelease | undefined, kept: KeptRelease | undefined, offered: OfferedRelease): ReleaseVerdict {
  const read = readRelease(offered.bytes);
  if (!read.ok) return { verdict: 'refuse', reason: read.failure.code };
  // What a device pinned stays: the owner compares a release, and whoever serves it could hand out a key beside it.
  const key = pinned === undefined ? offered.key : pinned.key;
  const reason = key === null ? undefined : judgeSignature(key, offered);
  if (typeof reason === 'string') return { verdict: 'refuse', reason };
  const release = read.value;
  const hash = hashOf(offered.bytes);
  const is = (verdict: 'take' | 'same' | 'ask') => ({ verdict, release, hash, key: reason?.key ?? null });
  const floor = Math.max(pinned?.version ?? 0, kept?.version ?? 0);
  if (release.version < floor) return { verdict: 'refuse', reason: 'older' };
  if (hash === kept?.hash) return is('same');
  // A first release, or the pinned one, which was judged before and whose files are gone.
  if (pinned === undefined ? kept === undefined : hash === pinned.hash) return is('take');
  if ((pinned?.key ?? null) === null) return is('ask');
  return release.version > floor ? is('take') : { verdict: 'refuse', reason: 'same_number' };
}

function judgeSignature(keyText: string, { bytes, signature }: OfferedRelease): RefusalReason | { readonly key: string } {
  const key = readMinisignKey(keyText);
  if (!key.ok) return 'key_unreadable';
  if (signature === null) return 'signature_missing';
  const read = readMinisign(signature);
  if (!read.ok) return 'signature_unreadable';
  return verifyMinisign(bytes, read.value, key.value) ? { key: key.value.text } : 'signature_wrong';
}
