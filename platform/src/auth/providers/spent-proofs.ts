import type { Queryable } from '../../core/database.ts';
import { hashOf } from './marks.ts';

/** Hashes kept at once. Wallets cost nothing: whoever made so many in twenty minutes gets no further. */
const mostProofs = 50_000;

/**
 * Takes a proof that was found right: `false` where it was taken before, or where as many as are kept were taken lately. Its hash is kept
 * until `untilMs`, when it is worth nothing anyway.
 */
export async function spendProof(
  queryable: Queryable,
  proof: string,
  { nowMs, untilMs }: { readonly nowMs: number; readonly untilMs: number },
): Promise<boolean> {
  await queryable.query('delete from auth.spent_proofs where expires_at <= $1', [new Date(nowMs)]);
  const { rows } = await queryable.query(
    `insert into auth.spent_proofs (proof_hash, expires_at)
      select $1, $2 where (select count(*) from auth.spent_proofs) < $3 on conflict do nothing returning true as taken`,
    [hashOf(proof), new Date(untilMs), mostProofs],
  );
  return rows.length > 0;
}
