import { fail, type Result, succeed } from '@castellan/foundation/result';
import { parseBackupVault, snapshotOfBackup } from '@castellan/vault-core/backup/backup-vault';
import { livingRecords } from '@castellan/vault-core/backup/check-backup';
import type { BackupSecret } from '@castellan/vault-core/backup/open-backup';
import { digestOf } from '@castellan/vault-core/crypto/sealing';
import { readIcon } from '@castellan/vault-core/entries/entry-icon';
import { readEntry } from '@castellan/vault-core/entries/read-entry';
import { newIdentifier } from '@castellan/vault-core/identifier';
import { planRestoredEntries } from '@castellan/vault-core/import/restore-plan';
import { inChunks } from '@castellan/vault-core/in-chunks';
import { byShard } from '@castellan/vault-core/manifest/fit-change';
import { listEntries, type OpenVault } from '@castellan/vault-core/manifest/open-vault';
import { openFormerKeys } from '@castellan/vault-core/manifest/retired-keys';
import { parseVaultRow } from '@castellan/vault-core/manifest/vault-row';
import type { VaultPorts } from '@castellan/vault-core/ports';
import { openRecord, type RecordPlace } from '@castellan/vault-core/records/sealed-record';
import { listedRecord, listsRecords } from '@castellan/vault-core/records/verify-records';
import type { SlotSecret } from '@castellan/vault-core/slots/slot-secret';
import { openVault } from '@castellan/vault-core/slots/unlock';
import type { RestoreAnswer, RestoreOrder, RestoreStepFailure } from '../../contract/vault-restore.ts';
import type { JobContext } from '../../contract/vault-work.ts';
import { readAll } from '../read-all.ts';
import { forgetImport } from '../worker-memory.ts';
import type { BackupEntry, PlannedWrite } from '../worker-state.ts';
import type { RecordWork } from './record-jobs.ts';
import { readText } from './record-schemas.ts';

type Kind = RestoreOrder['kind'];
type Order<Name extends Kind> = Extract<RestoreOrder, { readonly kind: Name }>;
type Answer<Name extends Kind> = Promise<Result<RestoreAnswer[Name], RestoreStepFailure>>;
type Steps = { readonly [Name in Kind]: (work: RecordWork, order: Order<Name>, context: JobContext) => Answer<Name> };

const closed = fail({ code: 'backup_closed' });

const steps: Steps = {
  openVault: async ({ ports, state }, { vault, slots, parts, secret }) => {
    state.restoring = undefined;
    const kept = parseBackupVault(vault);
    const snapshot = kept === undefined ? undefined : snapshotOfBackup(kept, slots, parts);
    if (kept === undefined || snapshot?.ok !== true) return fail({ code: 'vault_unreadable' });
    const opened = await openVault(ports, kept.userId, snapshot.value, undefined, slotSecretOf(secret));
    if (!opened.ok) return opened;
    state.restoring = { vault: await withFormerKeys(ports, opened.value), entries: undefined, unopened: 0, absent: new Set() };
    return succeed(undefined);
  },
  openRecords: async ({ ports, tools, state }, { from, records }) => {
    const vault = from === 'backup' ? state.restoring?.vault : state.vault && (await withFormerKeys(ports, state.vault));
    if (vault === undefined) return from === 'backup' ? closed : fail({ code: 'not_open' });
    if (vault.keys.secrets === undefined) return fail({ code: 'locked' });
    return succeed(
      await inChunks(records, async ({ place, text }) => {
        if (from === 'backup' && !(await isAsListed(ports, vault, place, text))) return fail({ code: 'altered' });
        const opened = await openRecord(ports, vault, place, text);
        return opened.ok ? readText(tools, place, opened.value) : opened;
      }),
    );
  },
  listedRecords: async ({ state }) => (state.restoring === undefined ? closed : succeed(livingRecords(state.restoring.vault))),
  takeEntries: async ({ ports, state }, { first, rows }) => {
    const { restoring } = state;
    if (restoring === undefined) return closed;
    if (first || restoring.entries === undefined) {
      const { vault } = restoring;
      const expected = [...listEntries(vault), ...(vault.head?.unconverted ?? [])].map(({ id }) => id);
      Object.assign(restoring, { entries: [], unopened: 0, absent: new Set(expected) });
    }
    const opened = await inChunks(rows, (row) => openEntry(ports, restoring.vault, row));
    for (const row of rows) restoring.absent.delete(parseVaultRow(row)?.id ?? '');
    const entries = opened.filter((entry) => entry !== undefined);
    restoring.entries?.push(...entries);
    restoring.unopened += rows.length - entries.length;
    return succeed(undefined);
  },
  planEntries: async ({ ports, state }, { choice }, context) => {
    const { restoring, vault } = state;
    if (restoring?.entries === undefined) return closed;
    forgetImport(state);
    // Where there is no vault yet, it is all new.
    const known = vault === undefined ? succeed({ entries: [] }) : await readAll(ports, state, vault, context);
    if (!known.ok) return known;
    const { entries: ofBackup } = restoring;
    const newId = () => newIdentifier(ports.randomBytes);
    const planned = planRestoredEntries(ofBackup, known.value.entries, choice, ports.clock.nowMs(), newId);
    const writes = planned.flatMap((item, index): readonly PlannedWrite[] => {
      const write = item.kind === 'equal' ? undefined : item.write;
      const icon = ofBackup[index]?.icon;
      if (write === undefined) return [];
      return [write.kind === 'new' && icon !== undefined ? { ...write, icon } : write];
    });
    const before = new Map(known.value.entries.map(({ id, text }) => [id, text]));
    state.importing = { writes: byShard(writes), before, written: new Map(), undone: new Map() };
    return succeed({
      entries: planned.map(({ kind, title }) => ({ kind, title })),
      unopened: restoring.unopened,
      absent: restoring.absent.size,
    });
  },
  forget: async ({ state }) => {
    forgetImport(state);
    state.restoring = undefined;
    state.openedBackup = undefined;
    return succeed(undefined);
  },
};

/** Does one step of opening and restoring a file. */
export function restoreStep(work: RecordWork, order: RestoreOrder, context: JobContext): Promise<Result<unknown, RestoreStepFailure>> {
  const run = steps[order.kind] as (
    work: RecordWork,
    order: RestoreOrder,
    context: JobContext,
  ) => Promise<Result<unknown, RestoreStepFailure>>;
  return run(work, order, context);
}

/** A passphrase of the file's own is a way into its vault, too. */
function slotSecretOf(secret: BackupSecret): SlotSecret {
  return secret.kind === 'passphrase' ? { kind: 'master', master: secret.passphrase } : secret;
}

/** Whether a record of a backup is the very text that the backup's own vault lists: whoever served its rows may have shown others. */
async function isAsListed({ crypto }: VaultPorts, vault: OpenVault, place: RecordPlace, text: string): Promise<boolean> {
  if (!listsRecords(vault)) return true;
  const listed = listedRecord(vault, place);
  return listed?.version === place.version && listed.digest === (await digestOf(crypto, text));
}

/**
 * A vault that also opens what is under keys that rotations have ended. Only for what the owner brings in a file: of the server's rows
 * such a key vouches for nothing any more.
 */
async function withFormerKeys({ crypto }: VaultPorts, vault: OpenVault): Promise<OpenVault> {
  if (vault.head === undefined) return vault;
  const former = await openFormerKeys(crypto, vault, vault.keys, vault.head);
  return { ...vault, retired: new Map([...former, ...vault.retired]) };
}

/** An entry of the backup as its vault lists it; where that has lost its list, whatever opens. */
async function openEntry(ports: VaultPorts, vault: OpenVault, value: unknown): Promise<BackupEntry | undefined> {
  const row = parseVaultRow(value);
  if (row === undefined) return undefined;
  const entry = await readEntry(ports, vault, row, { evenUnverified: vault.head === undefined });
  if (!entry.ok) return undefined;
  const { details, secrets } = entry.value;
  const icon = await readIcon(ports, vault, row);
  return { id: row.id, entry: { details, secrets }, icon: icon.ok ? icon.value : undefined };
}
