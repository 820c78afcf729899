import type { Result } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { askTable } from '../../lib/backend.ts';
import type { BackendFailure } from '../../lib/backend-failure.ts';

/** One link of the log's chain: what a checkpoint seals. `hash` is 64 lower-case hexadecimal digits. */
export type ChainLink = { readonly sequence: number; readonly hash: string };

/** Looks up the hash of the row with a sequence; `null` where there is no such row. */
export type HashAt = (sequence: number) => Promise<Result<string | null, BackendFailure>>;

/**
 * What a sealed checkpoint says of the log: `none` is at hand, it is `locked` away, it could not be compared
 * (`unknown`), or the row of its sequence is the one it was (`intact`), is gone (`cut`) or is another (`altered`).
 */
export type CheckpointVerdict =
  | { readonly kind: 'none' | 'locked' | 'unknown' }
  | { readonly kind: 'intact' | 'cut' | 'altered'; readonly sequence: number };

/** Compares the checkpoint that a verifier outside the database holds with the log as it is. */
export type CheckpointVerifier = (hashAt: HashAt) => Promise<CheckpointVerdict>;

let verifier: CheckpointVerifier | undefined;

/** Makes a verifier’s checkpoint known to the verification, until the function that it returns is called. One verifier at a time. */
export function provideCheckpoint(provided: CheckpointVerifier): () => void {
  verifier = provided;
  return () => {
    if (verifier === provided) verifier = undefined;
  };
}

/**
 * Makes a sealed link known for the life of this page, also after its verifier was locked: a hash is no secret, and what was
 * read under the seal once can be held against the log at any time. `hash` may carry the database's mark of bytes, `\\x`.
 * `null`: an empty log is what was sealed last.
 */
export function rememberCheckpoint(link: ChainLink | null): void {
  if (link === null) {
    verifier = undefined;
    return;
  }
  const { sequence, hash } = link;
  const sealed = hash.replace(/^\\x/, '');
  provideCheckpoint(async (hashAt) => {
    const present = await hashAt(sequence);
    if (!present.ok) return { kind: 'unknown' };
    if (present.value === null) return { kind: 'cut', sequence };
    return { kind: present.value === sealed ? 'intact' : 'altered', sequence };
  });
}

/** Asks the vault worker; without one there is nothing to compare with. A vault worker that fails is no reason to call the log broken. */
export async function verifyCheckpoint(hashAt: HashAt = rowHashAt): Promise<CheckpointVerdict> {
  if (verifier === undefined) return { kind: 'none' };
  try {
    return await verifier(hashAt);
  } catch {
    return { kind: 'unknown' };
  }
}

const hashSchema = z.pipe(
  z.string().check(z.regex(/^\\x[0-9a-f]{64}$/)),
  z.transform((text) => text.slice(2)),
);

const rowHashAt: HashAt = (sequence) =>
  askTable(
    (client) => client.from('activity_logs').select('hash').eq('sequence', sequence),
    z.pipe(
      z.array(z.object({ hash: hashSchema })).check(z.maxLength(1)),
      z.transform(([link]) => link?.hash ?? null),
    ),
  );
