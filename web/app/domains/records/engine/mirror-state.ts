import { type Change, overlay } from '../change.ts';
import { type Collection, classifyRows } from '../collection.ts';
import type { CollectionState, ConflictedChange, ImportUnderWay, Link } from '../collection-state.ts';
import type { RawRecord } from '../record.ts';
import type { Sealing } from '../sealed-rows.ts';
import type { SealState } from '../sealer.ts';
import { countLocked, faultsOf, type Mirror, rollbacksOf } from './mirror.ts';

/** What a collection's state depends on besides its rows. */
export type Surroundings = {
  /** Everything of the owner's that waits, of all collections. */
  readonly queue: readonly Change[];
  readonly link: Link;
  readonly outlivesPage: boolean;
  readonly sealing: Pick<Sealing, 'isOpened' | 'refusalOf'>;
  readonly sealState: SealState;
};

/** What a page can show of a collection, from its mirror, what waits, and how vault and server stand. */
export function stateOf(mirror: Mirror, { queue, link, outlivesPage, sealing, sealState }: Surroundings): CollectionState<RawRecord> {
  const { collection } = mirror;
  const own = queue.filter((change) => change.collection === collection.name);
  const seen = overlay(mirror.rows, own);
  const closed = collection.sealed === true && sealState !== 'open';
  // Between the vault's opening and the last record's there is nothing to be shown yet.
  const opening = collection.sealed === true && !closed && [...mirror.rows.values()].some((row) => !sealing.isOpened(row));
  // A row that does not open says more by that; but what the server put into the trash must not be silent.
  const isFaulty = (row: RawRecord) => mirror.faults.has(row.id) && (row.deleted_at !== null || sealing.refusalOf(row) === undefined);
  const known = mirror.updatedAtMs !== undefined || mirror.cursor !== undefined || seen.size > 0;
  const shown = closed || opening ? [] : [...seen.values()].filter((row) => !isFaulty(row));
  const { rows, removed, malformed } = classifyRows(collection, shown, mirror.verified, sealing.refusalOf);
  const faults = closed || opening ? [] : faultsOf(mirror, seen).filter(({ raw }) => raw.version === 0 || isFaulty(raw));
  return {
    status: !known ? (mirror.failed ? 'failed' : 'loading') : closed ? 'locked' : opening ? 'loading' : 'ready',
    vault: collection.sealed === true ? sealState : undefined,
    lockedRows: closed ? countLocked(mirror.rows, own) : 0,
    link,
    rows,
    unfinished: [],
    removed,
    malformed: [...malformed, ...faults, ...(closed ? [] : rollbacksOf(mirror, seen))],
    waiting: queue.length,
    importing: importsOf(queue),
    conflicted: own
      .filter((change) => change.trouble !== undefined)
      .map((change) => conflictOf(change, seen.get(change.recordId), collection)),
    stuck: queue.filter(({ trouble, unread }) => trouble !== undefined || unread !== undefined).length,
    closed: queue.filter(({ unread }) => unread === 'locked').length,
    unsent: new Set(own.map(({ recordId }) => recordId)),
    updatedAtMs: mirror.updatedAtMs,
    outlivesPage,
  };
}

function conflictOf(change: Change, shown: RawRecord | undefined, { nameOf }: Collection<RawRecord>): ConflictedChange {
  const fields = Object.entries(change.values).map(([field, value]) => [field, shown === undefined ? value : shown[field]]);
  return { change, name: nameOf(shown ?? change.values), mine: Object.fromEntries(fields) };
}

/** The imports among what waits. */
function importsOf(queue: readonly Change[]): readonly ImportUnderWay[] {
  const imports = new Map<string, { readonly id: string; left: number; readonly of: number; readonly isBack: boolean }>();
  for (const { step } of queue) {
    if (step?.isImport !== true && step?.isBack !== true) continue;
    const known = imports.get(step.id) ?? { id: step.id, left: 0, of: step.of, isBack: step.isBack === true };
    known.left += 1;
    imports.set(step.id, known);
  }
  return [...imports.values()];
}
