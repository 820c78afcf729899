import { type Day, daysBetween } from '@castellan/money/day';

/** An entry that may be one side of a transfer. */
export type TransferSide = {
  readonly id: string;
  readonly account: string;
  readonly currency: string;
  readonly day: Day;
  readonly minor: number;
};

/** Days that may lie between the two sides. */
const maxDays = 4;

/**
 * Pairs of entries that are two sides of one transfer: of two accounts of the owner's, of the same currency, opposite, at most four
 * days apart. An entry with two equally near other sides is in no pair, because only the owner can tell.
 */
export function matchTransfers(entries: readonly TransferSide[]): readonly (readonly [out: TransferSide, into: TransferSide])[] {
  const incoming = bySize(entries.filter(({ minor }) => minor > 0));
  const outgoing = bySize(entries.filter(({ minor }) => minor < 0));
  const pairs: (readonly [TransferSide, TransferSide])[] = [];
  for (const [key, outs] of outgoing) {
    const ins = incoming.get(key) ?? [];
    for (const out of outs) {
      const other = nearest(out, ins);
      if (other !== undefined && nearest(other, outs) === out) pairs.push([out, other]);
    }
  }
  return pairs;
}

function bySize(entries: readonly TransferSide[]): ReadonlyMap<string, readonly TransferSide[]> {
  const groups = new Map<string, TransferSide[]>();
  for (const entry of entries) {
    const key = `${entry.currency}|${Math.abs(entry.minor)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return groups;
}

/** The nearest entry of another account; `undefined` where two are equally near. */
function nearest(entry: TransferSide, others: readonly TransferSide[]): TransferSide | undefined {
  let best: TransferSide | undefined;
  let bestDays = maxDays + 1;
  let isOne = true;
  for (const other of others) {
    if (other.account === entry.account) continue;
    const days = Math.abs(daysBetween(entry.day, other.day));
    if (days < bestDays) [best, bestDays, isOne] = [other, days, true];
    else if (days === bestDays) isOne = false;
  }
  return isOne ? best : undefined;
}
