import { succeed } from '@castellan/foundation/result';
import { splitFields } from './clear-columns.ts';
import { noCopies, type VerifiedCopies } from './copies/verified-copies.ts';
import type { Fields, RawRecord } from './record.ts';
import type { Asked, RecordWrite } from './records-server.ts';
import {
  isOfOtherVersion,
  type SealedAccess,
  type SealedDraft,
  type SealedWriteFailure,
  type Sealer,
  type VaultSealer,
  vaultClosed,
} from './sealer.ts';
import { manifestChecksOf } from './verify-mirror.ts';

/** A vault as the records layer needs it. Fetched together with the vault's own code, because nothing sealed is written without. */
export function sealerOf(vault: VaultSealer, copies: VerifiedCopies = noCopies): Sealer {
  const { sealState, subscribe, seal, open } = vault;
  const write: Write = async (drafts) => {
    const written = await vault.write(drafts);
    if (!written.ok) return written;
    // What this browser sealed and listed itself is as listed. A row that only moved keeps a text that may be anybody's.
    const own = new Map(drafts.flatMap(({ collection, id, fields }) => (fields === undefined ? [] : [[id, collection] as const])));
    for (const collection of new Set(own.values()))
      void copies.take(
        collection,
        written.value.filter(({ id }) => own.get(id) === collection),
      );
    return written;
  };
  return {
    ...{ sealState, subscribe, seal, open },
    ...manifestChecksOf(vault, copies),
    create: (access, collection, records) =>
      createSealed(
        write,
        access,
        collection,
        records.map((fields) => newDraft(collection, fields)),
      ),
    change: (access, collection, row, values) => changeSealed(write, access, collection, row, values),
    writeTogether: (access, writes) => writeSealed(write, access, writes),
  };
}

type Write = VaultSealer['write'];

const refused = (reason: string, said: string) => ({ ok: false, failure: { code: 'refused', reason, details: [said] } }) as const;
const notOpened = refused('22000', 'The record does not open, so it can only be removed.');
const notUnderstood = refused('22000', 'Another version of this program wrote the record: reload the page, and try again.');
const notAsListed = refused('22000', 'The server does not show it as the vault lists it. It waits until that is settled.');

/** A write that failed, in the words of a server. */
function failedWrite(failure: SealedWriteFailure) {
  switch (failure.code) {
    case 'locked':
      return vaultClosed;
    case 'unsealable':
      return refused('54000', 'It is longer than a sealed record may be.');
    case 'manifest_broken':
      return refused('55000', 'Parts of the vault’s manifest are not what they were: open the vault, and settle that first.');
    case 'changed_elsewhere':
    case 'not_as_listed':
      return notAsListed;
    default:
      return { ok: false, failure } as const;
  }
}

/** Adds records; those that are there already are read instead, and nothing is written over them. */
async function createSealed(
  write: Write,
  access: SealedAccess,
  collection: string,
  drafts: readonly SealedDraft[],
): Asked<readonly RawRecord[]> {
  const written = await write(drafts);
  if (written.ok) return succeed(await access.openRows(collection, written.value));
  if (written.failure.code !== 'changed_elsewhere') return failedWrite(written.failure);
  const { id } = written.failure;
  const there = await access.server.readMany(
    collection,
    drafts.map((draft) => draft.id),
  );
  if (!there.ok) return there;
  const left = drafts.filter((draft) => draft.id !== id && !there.value.some((row) => row.id === draft.id));
  const rest = left.length === 0 ? succeed([]) : await createSealed(write, access, collection, left);
  return rest.ok ? succeed([...(await access.openRows(collection, there.value)), ...rest.value]) : rest;
}

async function changeSealed(
  write: Write,
  { server, openRows, refusalOf }: SealedAccess,
  collection: string,
  row: RawRecord,
  values: Fields,
): Asked<RawRecord | undefined> {
  const draft = changedDraft(refusalOf(row), collection, row, values);
  if ('ok' in draft) return draft;
  const written = await write([draft]);
  if (written.ok) return succeed((await openRows(collection, written.value))[0]);
  const { code } = written.failure;
  if (code === 'changed_elsewhere') return succeed(undefined);
  if (code !== 'not_as_listed') return failedWrite(written.failure);
  // What this browser wrote over may be older than what the server has.
  const there = await server.read(collection, row.id);
  if (!there.ok) return there;
  return there.value?.version === row.version ? notAsListed : succeed(undefined);
}

/** A row with changed values, or why it is not written. */
function changedDraft(refusal: string | undefined, collection: string, row: RawRecord, values: Fields) {
  const moves = Object.keys(values).every((field) => field === 'deleted_at');
  const closed = refusal !== undefined;
  // A row that is not what was sealed, or that this program cannot read, is never written over; it can be removed, and come back as it was.
  if (closed && !moves) return isOfOtherVersion(refusal) ? notUnderstood : notOpened;
  const deletedAt = 'deleted_at' in values ? values['deleted_at'] : row.deleted_at;
  const draft: SealedDraft = {
    collection,
    id: row.id,
    over: { version: row.version, sealed: String(row['sealed']), deleted: row.deleted_at !== null },
    ...(closed ? {} : { fields: fieldsOf({ ...row, ...values }) }),
    deletedAt: typeof deletedAt === 'string' ? deletedAt : null,
    // Removing is the owner’s confirmation on whatever is there, and so is writing it as it is.
    ...(closed || (moves && deletedAt !== null) || Object.keys(values).length === 0 ? { isOverride: true as const } : {}),
  };
  return draft;
}

const changedMeanwhile = refused('PT409', 'A record was changed meanwhile');

/** Writes several records with one change. Of new ones, those that are there already are read instead. */
async function writeSealed(write: Write, access: SealedAccess, writes: readonly RecordWrite[]): Asked<readonly RawRecord[]> {
  const there = new Map<RecordWrite, RawRecord>();
  for (;;) {
    const left = writes.filter((one) => !there.has(one));
    const drafts: SealedDraft[] = [];
    for (const { collection, id, values, row } of left) {
      const draft =
        row === undefined ? newDraft(collection, { ...values, id }) : changedDraft(access.refusalOf(row), collection, row, values);
      if ('ok' in draft) return draft;
      drafts.push(draft);
    }
    const written = drafts.length === 0 ? succeed([]) : await write(drafts);
    if (written.ok) {
      for (const [index, one] of left.entries()) {
        const row = written.value[index];
        if (row !== undefined) there.set(one, row);
      }
      return succeed(await openAll(access, writes, there));
    }
    if (written.failure.code === 'not_as_listed') return whyNotAsListed(access, left, written.failure.id);
    if (written.failure.code !== 'changed_elsewhere') return failedWrite(written.failure);
    const { id } = written.failure;
    const fresh = left.filter((one) => one.row === undefined);
    if (!fresh.some((one) => one.id === id)) return changedMeanwhile;
    const found = await readThere(access, fresh, there);
    if (!found.ok) return found;
    // Listed and not shown: it is sent by itself, which says so.
    if (found.value === 0) return notAsListed;
  }
}

/** A row that is not as listed: the server has a later one, or that is how it shows it. */
async function whyNotAsListed({ server }: SealedAccess, writes: readonly RecordWrite[], id: string) {
  const one = writes.find((write) => write.id === id);
  if (one?.row === undefined) return notAsListed;
  const there = await server.read(one.collection, id);
  if (!there.ok) return there;
  return there.value?.version === one.row.version ? notAsListed : changedMeanwhile;
}

/** Notes those of new records that are there; answers how many. */
async function readThere({ server }: SealedAccess, fresh: readonly RecordWrite[], there: Map<RecordWrite, RawRecord>): Asked<number> {
  let found = 0;
  for (const collection of new Set(fresh.map((one) => one.collection))) {
    const own = fresh.filter((one) => one.collection === collection);
    const rows = await server.readMany(
      collection,
      own.map(({ id }) => id),
    );
    if (!rows.ok) return rows;
    const byId = new Map(rows.value.map((row) => [row.id, row]));
    for (const one of own) {
      const row = byId.get(one.id);
      if (row === undefined) continue;
      there.set(one, row);
      found += 1;
    }
  }
  return succeed(found);
}

/** The rows of all writes, opened, in their order. */
async function openAll({ openRows }: SealedAccess, writes: readonly RecordWrite[], there: ReadonlyMap<RecordWrite, RawRecord>) {
  const opened = new Map<RecordWrite, RawRecord>();
  for (const collection of new Set(writes.map((one) => one.collection))) {
    const own = writes.filter((one) => one.collection === collection && there.has(one));
    const rows = await openRows(
      collection,
      own.flatMap((one) => there.get(one) ?? []),
    );
    for (const [index, one] of own.entries()) {
      const row = rows[index];
      if (row !== undefined) opened.set(one, row);
    }
  }
  return writes.flatMap((one) => opened.get(one) ?? []);
}

/** What is sealed of a record: everything but what everybody may read, and the text that it was. */
function fieldsOf(fields: Fields): Fields {
  const { sealed: _, ...inside } = splitFields(fields).sealed;
  return inside;
}

function newDraft(collection: string, fields: Fields): SealedDraft {
  const { id, created_at, deleted_at } = fields;
  return {
    collection,
    id: String(id),
    fields: fieldsOf(fields),
    ...(typeof created_at === 'string' ? { createdAt: created_at } : {}),
    deletedAt: typeof deleted_at === 'string' ? deleted_at : null,
  };
}
