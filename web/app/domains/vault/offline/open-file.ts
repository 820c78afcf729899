import { fail, type Result, succeed } from '@castellan/foundation/result';
import { parseBackupHeader } from '@castellan/vault-core/backup/backup-header';
import {
  BackupDamagedError,
  type BackupSecret,
  type OpenBackupFailure,
  type OpenedBackup,
  openBackup,
} from '@castellan/vault-core/backup/open-backup';
import { splitBackup } from '@castellan/vault-core/backup/split-backup';
import { type OpenExportFailure, openExport } from '@castellan/vault-core/export/encrypted-export';
import { hashWasmArgon2 } from '@castellan/vault-core/export/hash-wasm-argon2';
import { readJson } from '@castellan/vault-core/import/read-json';
import type { VaultPorts } from '@castellan/vault-core/ports';
import { parseRecoveryKey } from '@castellan/vault-core/slots/recovery-key';
import type { Row } from '../../passport/exported-tables.ts';
import { type ExportEvent, ExportFileError, readExport } from '../../passport/read-export.ts';
import { platformArchive } from '../ports/platform-archive.ts';
import type { OfflineFile } from './offline-file.ts';
import { openPayload, type PayloadParts, partsList, storedList } from './open-payload.ts';

export type OfflineFailure = OpenBackupFailure | OpenExportFailure | { readonly code: 'backup_damaged' | 'not_the_payload' };

/** The platform's cryptography, with an Argon2id that is small enough for one file. */
export const offlinePorts: VaultPorts = {
  crypto: crypto.subtle,
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  clock: { nowMs: () => Date.now() },
  argon2id: (password, salt, { memoryKib, passes }) =>
    hashWasmArgon2({ variant: 'argon2id', password, salt, memoryKib, passes, lanes: 1, byteCount: 32 }),
};

/** Opens a complete backup or a vault's export with what the owner typed: a master, a recovery key, or the file's own password. */
export async function openFile(file: Blob, typed: string, ports = offlinePorts): Promise<Result<OfflineFile, OfflineFailure>> {
  const first = await file.slice(0, 1).text();
  return first === '{' ? openVaultExport(file, typed) : openCompleteBackup(file, typed, ports);
}

async function openVaultExport(file: Blob, typed: string): Promise<Result<OfflineFile, OfflineFailure>> {
  const value = readJson(await file.text());
  if (!value.ok) return fail({ code: 'export_not_valid' });
  const opened = await openExport(value.value, typed, { crypto: platformArchive, argon2: hashWasmArgon2 });
  if (!opened.ok) return opened;
  const { entries, refused } = opened.value;
  const doubts = refused.map(({ place, reason }) => `Entry ${place} cannot be read (${reason}).`);
  return succeed({
    kind: 'export',
    madeAt: '',
    entries: entries.map(({ entry }) => entry),
    lists: [],
    doubts,
    bytesOf: async () => undefined,
  });
}

type Opened = { readonly backup: OpenedBackup; readonly secret: BackupSecret };

async function openCompleteBackup(file: Blob, typed: string, ports: VaultPorts): Promise<Result<OfflineFile, OfflineFailure>> {
  const split = await splitBackup(piecesOf(file));
  if (!split.ok) return split;
  const { header } = split.value;
  const opened = await openHeader(ports, header, typed);
  if (!opened.ok) return opened;
  const events = () => readExport(opened.value.backup.decrypt(piecesOf(file.slice(header.byteLength))));
  try {
    const parts = await gather(events());
    return succeed(await openPayload(ports, parts, masterOf(opened.value.secret), events));
  } catch (error) {
    if (error instanceof BackupDamagedError) return fail({ code: 'backup_damaged' });
    if (error instanceof ExportFileError) return fail({ code: 'not_the_payload' });
    throw error;
  }
}

async function openHeader(ports: VaultPorts, header: Uint8Array<ArrayBuffer>, typed: string): Promise<Result<Opened, OpenBackupFailure>> {
  const parsed = await parseBackupHeader(header);
  if (!parsed.ok) return parsed;
  let failure: OpenBackupFailure = { code: 'wrong_key' };
  for (const secret of secretsOf(parsed.value.kind, typed)) {
    const backup = await openBackup(ports, header, secret);
    if (backup.ok) return succeed({ backup: backup.value, secret });
    failure = backup.failure;
  }
  return fail(failure);
}

/** What a typed text may be. A master may look like a recovery key, so both are tried. */
function secretsOf(kind: OpenedBackup['kind'], typed: string): readonly BackupSecret[] {
  if (kind === 'passphrase') return [{ kind, passphrase: typed }];
  const master = { kind: 'master', master: typed } as const;
  return parseRecoveryKey(typed).ok ? [{ kind: 'recovery', key: typed }, master] : [master];
}

/** What opens the vault inside: a passphrase of the file's own is a master of its own slot there. */
function masterOf(secret: BackupSecret) {
  return secret.kind === 'passphrase' ? ({ kind: 'master', master: secret.passphrase } as const) : secret;
}

/** The lists of a payload. Bytes of files are many: they are read again when they are asked for. */
async function gather(events: AsyncIterable<ExportEvent>): Promise<PayloadParts> {
  const lists = new Map<string, Row[]>();
  const parts: Row[] = [];
  const doubts: string[] = [];
  const ends: { readonly name: string; readonly rows: number; readonly sha256: string }[] = [];
  let name = '';
  let vault: unknown;
  for await (const event of events) {
    switch (event.kind) {
      case 'vault':
        vault = event.value;
        break;
      case 'list':
        ({ name } = event);
        lists.set(name, []);
        break;
      case 'row':
        if (name === storedList) break;
        if (name === partsList) parts.push(withoutText(event.row));
        else lists.get(name)?.push(event.row);
        break;
      case 'unreadable-row':
        doubts.push(`A row of the list ${name} is not a row (line ${event.line}).`);
        break;
      case 'list-end':
        ends.push(event);
        break;
      case 'end': {
        const isAsStated = ({ name, rows, sha256 }: (typeof ends)[number]) =>
          event.checksums[name]?.sha256 === sha256 && event.checksums[name].rows === rows;
        for (const end of ends) if (!isAsStated(end)) doubts.push(`The list ${end.name} is not what its checksum says.`);
        return { madeAt: event.exportDate, vault, lists, parts, doubts };
      }
    }
  }
  throw new ExportFileError({ code: 'cut', line: 0 });
}

const withoutText = ({ sealed: _, ...row }: Row): Row => row;

async function* piecesOf(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}
