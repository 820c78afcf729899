import type { Queryable } from '../../core/database.ts';
import { hashOf } from './marks.ts';

/** Takes a proof that was found right: `false` where it was taken before. Its hash is kept until `untilMs`, when it is worth nothing anyway. */
export async function spendProof(
  queryable: Queryable,
  proof: string,
  { nowMs, untilMs }: { readonly nowMs: number; readonly untilMs: number },
): Promise<boolean> {
  await queryable.query('delete from auth.spent_proofs where expires_at <= $1', [new Date(nowMs)]);
  const { rows } = await queryable.query(
    'insert into auth.spent_proofs (proof_hash, expires_at) values ($1, $2) on conflict do nothing returning true as taken',
    [hashOf(proof), new Date(untilMs)],
  );
  return rows.length > 0;
}
