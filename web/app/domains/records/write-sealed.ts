import { succeed } from '@castellan/foundation/result';
import { splitFields } from './clear-columns.ts';
import { noCopies, type VerifiedCopies } from './copies/verified-copies.ts';
import type { Fields, RawRecord } from './record.ts';
import type { Asked } from './records-server.ts';
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
  const moves = Object.keys(values).every((field) => field === 'deleted_at');
  const refusal = refusalOf(row);
  const closed = refusal !== undefined;
  // A row that is not what was sealed, or that this program cannot read, is never written over; it can be removed, and come back as it was.
  if (closed && !moves) return isOfOtherVersion(refusal) ? notUnderstood : notOpened;
  const deletedAt = 'deleted_at' in values ? values['deleted_at'] : row.deleted_at;
  const written = await write([
    {
      collection,
      id: row.id,
      over: { version: row.version, sealed: String(row['sealed']), deleted: row.deleted_at !== null },
      ...(closed ? {} : { fields: fieldsOf({ ...row, ...values }) }),
      deletedAt: typeof deletedAt === 'string' ? deletedAt : null,
      // Removing is the owner’s confirmation on whatever is there, and so is writing it as it is.
      ...(closed || (moves && deletedAt !== null) || Object.keys(values).length === 0 ? { isOverride: true as const } : {}),
    },
  ]);
  if (written.ok) return succeed((await openRows(collection, written.value))[0]);
  const { code } = written.failure;
  if (code === 'changed_elsewhere') return succeed(undefined);
  if (code !== 'not_as_listed') return failedWrite(written.failure);
  // What this browser wrote over may be older than what the server has.
  const there = await server.read(collection, row.id);
  if (!there.ok) return there;
  return there.value?.version === row.version ? notAsListed : succeed(undefined);
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
