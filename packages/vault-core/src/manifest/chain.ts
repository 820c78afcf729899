import { frame } from '@castellan/foundation/framing';
import { digestOf } from '../crypto/sealing.ts';
import type { VaultCrypto } from '../ports.ts';

/** One head in the vault's history: the chain that is sealed in it, and the digest of its envelope. */
export type ChainPoint = { readonly chain: string; readonly digest: string };

/** One write as the database remembers it: the digest of its head, and what it was made from where that is not the write before. */
export type HistoryLink = { readonly epoch: number; readonly digest: string; readonly parents?: readonly ChainPoint[] | undefined };

/** The chain of a head that was sealed before heads had one. */
export const noChain = '';

/** The chain of a vault's first head: no other vault begins with it. */
export function firstChain(crypto: VaultCrypto, { userId, vaultId }: { readonly userId: string; readonly vaultId: string }) {
  return digestOf(crypto, frame('castellan.chain.2', 'first', userId, vaultId));
}

/** The chain of the head that follows. A restored state that the owner chose to go on from has two parents, others have one. */
export function nextChain(crypto: VaultCrypto, parents: readonly ChainPoint[]): Promise<string> {
  return digestOf(crypto, frame('castellan.chain.2', 'next', ...parents.flatMap(({ chain, digest }) => [chain, digest])));
}

/** Where a history leads. `joined`: on the way the owner chose between two states, on this or another device. */
export type Reached = { readonly point: ChainPoint; readonly joined: boolean };

/**
 * Walks a history from one head on, by what the database hands out. Nothing of that is believed: only a history that was written
 * in this order leads to the chain that is sealed in the present head. `links`: in ascending order; those up to `from` are skipped.
 */
export async function walkHistory(
  crypto: VaultCrypto,
  from: ChainPoint & { readonly epoch: number },
  links: readonly HistoryLink[],
): Promise<Reached> {
  let point: ChainPoint = from;
  let joined = false;
  const nameOf = ({ chain, digest }: ChainPoint) => `${chain}.${digest}`;
  const passed = new Set([nameOf(point)]);
  for (const { epoch, digest, parents } of links) {
    if (epoch <= from.epoch) continue;
    if (parents === undefined) point = { chain: await nextChain(crypto, [point]), digest };
    else {
      // A branch that was given up lies in between: the way goes on wherever it passed one of the two that were joined.
      if (!parents.some((parent) => passed.has(nameOf(parent)))) continue;
      point = { chain: await nextChain(crypto, parents), digest };
      joined = true;
    }
    passed.add(nameOf(point));
  }
  return { point, joined };
}

export function isSamePoint(one: ChainPoint, other: ChainPoint): boolean {
  return one.chain === other.chain && one.digest === other.digest;
}
