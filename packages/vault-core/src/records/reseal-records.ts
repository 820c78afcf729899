import { fail, type Result, succeed } from '@castellan/foundation/result';
import { inChunks } from '../in-chunks.ts';
import type { Commit } from '../manifest/change.ts';
import { fitChange } from '../manifest/fit-change.ts';
import type { OpenVault } from '../manifest/open-vault.ts';
import type { VaultPorts } from '../ports.ts';
import { openListedRecord } from './former-text.ts';
import { commitRecords, type KeptRow, type PreparedRecord, prepareRecord, type RecordSaveFailure } from './save-records.ts';
import { openRecord, parseRecordEnvelope } from './sealed-record.ts';
import { listedRecord, listsRecords, type RecordFindingCode, verifyRecord } from './verify-records.ts';

/** Why a record keeps the keys that it may be sealed under: how its row stands to the manifest, or that it is listed and does not open. */
export type HeldCode = RecordFindingCode | 'unreadable';

/** A record that would be lost with a key. */
export type HeldRecord = { readonly collection: string; readonly id: string; readonly code: HeldCode };

/** A change for rows under another key than the present, or for as many of them as fit it; where there is none, what was not read back. */
export type RecordsResealing = { readonly commit: Commit | undefined; readonly held: readonly HeldRecord[] };

/** Rows sealed again with one write. */
const batchSize = 200;

/**
 * Seals rows that are under another key than the present again, each over its listed version, up to a batch at once: ask again until
 * no commit comes. Then every row was read back: `held` are those that are not what the manifest lists, or do not open under the
 * present key.
 */
export async function resealRecords(
  ports: VaultPorts,
  vault: OpenVault,
  rows: readonly KeptRow[],
): Promise<Result<RecordsResealing, RecordSaveFailure>> {
  if (vault.keys.secrets === undefined) return fail({ code: 'locked' });
  const old = rows.filter(({ sealed }) => {
    const envelope = parseRecordEnvelope(sealed);
    return envelope.ok && envelope.value.keyId !== vault.keys.keyId;
  });
  const prepared: PreparedRecord[] = [];
  for (let start = 0; start < old.length && prepared.length === 0; start += batchSize) {
    const some = await inChunks(old.slice(start, start + batchSize), (row) => resealOne(ports, vault, row));
    for (const one of some) if (one !== undefined) prepared.push(one);
  }
  if (prepared.length === 0) return succeed({ commit: undefined, held: await notReadBack(ports, vault, rows, 'present') });
  const commit = await fitChange(prepared, (part) => commitRecords(ports, vault, part));
  return commit.ok ? succeed({ commit: commit.value, held: [] }) : commit;
}

async function resealOne(ports: VaultPorts, vault: OpenVault, row: KeptRow): Promise<PreparedRecord | undefined> {
  const { collection, id, version, sealed, deleted, deletedAt } = row;
  const opened = await openListedRecord(ports, vault, { class: 'row', collection, id, version }, sealed);
  if (!opened.ok) return undefined;
  const prepared = await prepareRecord(ports, vault, {
    collection,
    id,
    over: { version, sealed, deleted },
    fields: opened.value,
    deletedAt,
  });
  return prepared.ok ? prepared.value : undefined;
}

/**
 * Reads rows back before something goes that they may be needed with: each is hashed against its listing and opened. `under`: the
 * present key alone, as before a former one goes, or any that the vault knows. What the manifest lists as removed has nothing to lose,
 * whatever its row says, and neither has a planted row, unless a retired key opens it.
 */
export async function notReadBack(
  ports: Pick<VaultPorts, 'crypto'>,
  vault: OpenVault,
  rows: readonly KeptRow[],
  under: 'present' | 'any',
): Promise<HeldRecord[]> {
  const codes = await inChunks(rows, (row) => heldBy(ports, vault, row, under));
  return rows.flatMap(({ collection, id }, index) => {
    const code = codes[index];
    return code === undefined ? [] : [{ collection, id, code }];
  });
}

async function heldBy(
  ports: Pick<VaultPorts, 'crypto'>,
  vault: OpenVault,
  row: KeptRow,
  under: 'present' | 'any',
): Promise<HeldCode | undefined> {
  const { collection, id, version, sealed } = row;
  const place = { class: 'row', collection, id, version } as const;
  const listed = listedRecord(vault, row);
  if (listed?.deleted === true) return undefined;
  const found = listsRecords(vault) ? await verifyRecord(ports.crypto, vault, collection, row) : undefined;
  if (row.deleted && listed === undefined && found !== 'unverified') return undefined;
  if (found === 'unlisted') {
    const envelope = parseRecordEnvelope(sealed);
    const isOld = envelope.ok && vault.retired.has(envelope.value.keyId);
    return isOld && (await openRecord(ports, vault, place, sealed)).ok ? found : undefined;
  }
  if (found !== undefined) return found;
  const opened =
    under === 'any'
      ? await openListedRecord(ports, vault, place, sealed)
      : await openRecord(ports, { ...vault, retired: new Map() }, place, sealed);
  return opened.ok ? undefined : 'unreadable';
}
