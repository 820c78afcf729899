import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { RecordName } from '@castellan/vault-core/records/record-shard';
import type { RecordSaveFailure } from '@castellan/vault-core/records/save-records';
import type { RawRecord } from '../../records/record.ts';
import type { SealedDraft, SealedWriteFailure } from '../../records/sealer.ts';
import type { ClientFailure } from '../contract/vault-work.ts';
import type { NotOpenFailure } from '../contract/work-shapes.ts';
import type { VaultCore } from '../session/store-core.ts';
import { catchUp, type WriteFailure, type WrittenChange, writeChange } from '../session/write-vault.ts';
import { listRecords } from './list-records.ts';

/** Seals records and writes them with their listing, with as few changes as they fit; answers with their rows, closed. */
export async function writeRecords(
  core: VaultCore,
  drafts: readonly SealedDraft[],
): Promise<Result<readonly RawRecord[], SealedWriteFailure>> {
  const rows: RawRecord[] = [];
  for (const some of inChanges(drafts)) {
    const written = await writeListed(core, some, []);
    if (!written.ok) return written;
    const { prepared, records } = written.value;
    const kept = new Map(some.map(({ id, over }) => [id, over?.sealed]));
    const texts = new Map(prepared.change.records.map(({ id, sealed }) => [id, sealed ?? kept.get(id) ?? '']));
    rows.push(...records.map(({ collection: _, ...row }) => ({ ...row, sealed: texts.get(row.id) ?? '' })));
  }
  return succeed(rows);
}

/**
 * Characters of fields, as JSON, that go into one change: a server reads no more than it can hold at once. What the records layer sends
 * together is less, so that it is one change.
 */
const maxCharacters = 4_000_000;

/** Records in the order they came, some with each change. What was written of them stays where a later change fails: it is found there. */
function inChanges(drafts: readonly SealedDraft[]): readonly (readonly SealedDraft[])[] {
  const changes: SealedDraft[][] = [];
  let characters = 0;
  for (const draft of drafts) {
    const own = JSON.stringify(draft.fields ?? null).length;
    const last = changes.at(-1);
    characters = last === undefined || characters + own > maxCharacters ? own : characters + own;
    if (last === undefined || characters === own) changes.push([draft]);
    else last.push(draft);
  }
  return changes;
}

/** Takes records out of the manifest: what is not shown any more is missed no longer. */
export function forgetRecords(core: VaultCore, collection: string, ids: readonly string[]): Promise<Result<unknown, SealedWriteFailure>> {
  return writeListed(
    core,
    [],
    ids.map((id) => ({ collection, id })),
  );
}

async function writeListed(
  core: VaultCore,
  records: readonly SealedDraft[],
  unlist: readonly RecordName[],
): Promise<Result<WrittenChange, SealedWriteFailure>> {
  const listed = await listRecords(core);
  if (!listed.ok) return fail(failureOf(listed.failure));
  for (let caughtUp = false; ; caughtUp = true) {
    const written = await writeChange(core, (client) => client.ask('prepareRecords', { records, unlist }));
    if (written.ok) return written.value === undefined ? fail({ code: 'locked' }) : succeed(written.value);
    const failure = failureOf(written.failure);
    // The row may be newer than the manifest that was read: it is held against the present one before it is refused.
    if (failure.code !== 'not_as_listed' || caughtUp) return fail(failure);
    await catchUp(core);
  }
}

type JobFailure = RecordSaveFailure | NotOpenFailure | ClientFailure | { readonly code: string };

function failureOf(trouble: WriteFailure<JobFailure>): SealedWriteFailure {
  const { code: where, failure } = trouble;
  if (where === 'server') {
    const changed = failure.code === 'refused' ? /^record_changed \S+ (\S+)$/.exec(failure.details[0] ?? '')?.[1] : undefined;
    return changed === undefined ? failure : { code: 'changed_elsewhere', id: changed };
  }
  // Whatever is not a lock is tried again: others were quicker too often, or nobody answers.
  if (where === 'vault') return { code: failure.code === 'locked' ? 'locked' : 'backend_unreachable' };
  if ('found' in failure) {
    const code = failure.found === 'listed' ? 'changed_elsewhere' : 'not_as_listed';
    return { code, id: failure.name.id };
  }
  switch (failure.code) {
    case 'record_invalid':
    case 'record_too_large':
      return { code: 'unsealable' };
    case 'manifest_unreadable':
    case 'shard_unverified':
    case 'unaccepted_state':
      return { code: 'manifest_broken' };
    case 'worker_failed':
      return { code: 'backend_unreachable' };
    default:
      return { code: 'locked' };
  }
}
