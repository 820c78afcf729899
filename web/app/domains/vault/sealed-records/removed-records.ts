import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { KeptReading, KeptRecords } from '@castellan/vault-core/records/kept-records';
import type { BackendFailure } from '../../../lib/backend-failure.ts';
import { collections } from '../../collections.ts';
import type { VaultFailure } from '../contract/vault-failure.ts';
import type { RemovedRecord, VaultRemoved } from '../contract/vault-removed.ts';
import type { RemovedText } from '../ports/vault-backend.ts';
import { failureOfBackend, failureOfJob } from '../session/failure-of.ts';
import type { VaultCore } from '../session/store-core.ts';
import { catchUp, type WriteFailure, writeChange } from '../session/write-vault.ts';
import { listRecords } from './list-records.ts';

/** Records of other apps that were overwritten or removed within 30 days, and the way to bring them back. */
export function removedRecordsOf(core: VaultCore): Pick<VaultRemoved, 'days' | 'records' | 'bringRecordsBack'> {
  return {
    days: async () => {
      const read = await core.ports.backend.removedRecords();
      if (!read.ok) return fail(failureOfBackend(read.failure));
      return succeed(read.value.map((day) => ({ ...day, title: titleOf(day.collection) })));
    },
    records: async (day, before) => {
      const { run } = core;
      if (core.opened?.tier !== 'secrets') return fail({ code: 'locked' });
      const texts = await core.ports.backend.removedTexts(day.collection, day.day, before);
      if (!texts.ok) return fail(failureOfBackend(texts.failure));
      const records = await besidePresent(core, day.collection, texts.value);
      if (!records.ok) return fail(failureOfBackend(records.failure));
      const read = await core.client.ask('readKept', records.value);
      if (core.isOver(run)) return fail({ code: 'locked' });
      if (!read.ok) return fail(failureOfJob(read.failure));
      return succeed(texts.value.map(({ id, how, removedAt }, index) => ({ id, how, removedAt, ...readingOf(read.value[index]) })));
    },
    bringRecordsBack: async ({ collection, day }, id) => {
      const { run } = core;
      if (core.opened?.tier !== 'secrets') return fail({ code: 'locked' });
      const listed = await listRecords(core);
      if (!listed.ok) return fail(failureOf(listed.failure));
      const done = new Set<string>();
      let count = 0;
      for (const isWanted of id === undefined ? inTurn : [(text: RemovedText) => text.id === id]) {
        // One text is the first that is older than the next.
        let before = id === undefined ? undefined : id + 1;
        do {
          const texts = await core.ports.backend.removedTexts(collection, day, before);
          if (core.isOver(run)) return fail({ code: 'locked' });
          if (!texts.ok) return fail(failureOfBackend(texts.failure));
          const wanted = texts.value.filter((text) => isWanted(text) && !done.has(text.recordId));
          const brought = wanted.length === 0 ? succeed({ count: 0, opened: [] }) : await bringBack(core, collection, wanted);
          if (!brought.ok) return brought;
          count += brought.value.count;
          for (const one of brought.value.opened) done.add(one);
          before = id === undefined ? texts.value.at(-1)?.id : undefined;
        } while (before !== undefined);
      }
      return succeed(count);
    },
  };
}

/**
 * Of which texts a record is brought back with all others of a day: what was replaced by bringing back comes last, so that doing it
 * twice is doing it once.
 */
const inTurn = [({ how }: RemovedText) => how !== 'replaced', ({ how }: RemovedText) => how === 'replaced'];

/** How often records are read again because somebody else wrote one of them meanwhile. */
const maxConflicts = 5;

/** What is brought back of a record: a text that was kept of it. */
type KeptText = Pick<RemovedText, 'recordId' | 'sealed' | 'createdAt'> & { readonly deletedAt?: string | null };

/**
 * Brings back what these texts hold, with as many changes as that wants. `isOwn`: they are this device's own copies. `opened`: records
 * of which one opens.
 */
export async function bringBack(
  core: VaultCore,
  collection: string,
  texts: readonly KeptText[],
  isOwn = false,
): Promise<Result<{ readonly count: number; readonly opened: readonly string[] }, VaultFailure>> {
  let count = 0;
  for (let conflicts = 0; ; ) {
    const beside = await besidePresent(core, collection, texts);
    if (!beside.ok) return fail(failureOfBackend(beside.failure));
    const records: KeptRecords = isOwn ? { ...beside.value, isOwn } : beside.value;
    let made: { readonly opened: readonly string[]; readonly brought: number; readonly left: number } | undefined;
    const written = await writeChange(core, async (client) => {
      const asked = await client.ask('prepareKept', records);
      if (!asked.ok) return asked;
      made = asked.value;
      return succeed(asked.value.prepared);
    });
    if (!written.ok) {
      const { code, failure } = written.failure;
      conflicts += 1;
      if (code !== 'server' || failure.code !== 'refused' || failure.reason !== 'PT409' || conflicts > maxConflicts)
        return fail(failureOf(written.failure));
      await catchUp(core);
      continue;
    }
    if (made === undefined) return fail({ code: 'unexpected' });
    count += made.brought;
    if (made.left === 0) return succeed({ count, opened: made.opened });
  }
}

/** The texts, with the rows that are there now of the same records. */
async function besidePresent(
  core: VaultCore,
  collection: string,
  texts: readonly KeptText[],
): Promise<Result<KeptRecords, BackendFailure>> {
  const kept = texts.map(({ recordId, sealed, createdAt, deletedAt = null }) => ({ id: recordId, sealed, createdAt, deletedAt }));
  if (kept.length === 0) return succeed({ collection, kept, present: [] });
  const rows = await core.ports.backend.sealedRowsOf(collection, [...new Set(kept.map(({ id }) => id))]);
  if (!rows.ok) return rows;
  return succeed({ collection, kept, present: rows.value.map(({ deletedAt, ...row }) => ({ ...row, deleted: deletedAt !== null })) });
}

function failureOf({ code, failure }: WriteFailure<{ readonly code: string }>): VaultFailure {
  if (code === 'vault') return failure;
  if (code === 'server') return failureOfBackend(failure);
  return { code: failure.code === 'locked' || failure.code === 'not_open' || failure.code === 'ended' ? 'locked' : 'unexpected' };
}

function readingOf(reading: KeptReading = { kind: 'unreadable' }): Pick<RemovedRecord, 'kind' | 'name'> {
  return { kind: reading.kind, name: reading.kind === 'unreadable' ? '' : reading.name };
}

function titleOf(name: string): string {
  return collections.find((collection) => collection.name === name)?.title ?? name;
}
