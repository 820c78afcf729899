import { fail, succeed } from '@castellan/foundation/result';
import { parseBackupHeader } from '@castellan/vault-core/backup/backup-header';
import { createBackupCheck } from '@castellan/vault-core/backup/check-backup';
import { makeBackup } from '@castellan/vault-core/backup/make-backup';
import { BackupDamagedError, openBackup } from '@castellan/vault-core/backup/open-backup';
import { pushedPieces } from '@castellan/vault-core/backup/pushed-pieces';
import { buildDecryptorPage } from '@castellan/vault-core/export/decryptor-page';
import { needsOverride } from '@castellan/vault-core/finding';
import type { OpenVault } from '@castellan/vault-core/manifest/open-vault';
import { parseSnapshot } from '@castellan/vault-core/manifest/snapshot';
import { reopenVault } from '@castellan/vault-core/slots/unlock';
import type { JobWork } from '../contract/job-entry.ts';
import type { JobContext, JobInput, JobResult } from '../contract/vault-work.ts';

/** Begins a backup of what the server shows now, which must follow from what this device knows. */
export async function beginBackup(
  { ports, tools, state, costs }: JobWork,
  vault: OpenVault,
  { snapshot, pin, authority, passphrase }: JobInput<'beginBackup'>,
  { progress }: JobContext,
): Promise<JobResult<'beginBackup'>> {
  const parsed = parseSnapshot(snapshot);
  if (!parsed.ok) return parsed;
  const shown = await reopenVault(ports, vault, parsed.value, pin);
  if (!shown.ok) return shown;
  if (shown.value.findings.some(needsOverride)) return fail({ code: 'unaccepted_state' });
  const strength = passphrase === undefined ? undefined : await tools.loadStrength().catch(() => undefined);
  if (passphrase !== undefined && strength === undefined) return fail({ code: 'tool_out_of_reach' });
  const cost = passphrase === undefined ? undefined : await costs.find(undefined, progress);
  if (cost?.ok === false) return cost;
  const way =
    passphrase === undefined || cost === undefined
      ? ({ kind: 'keys' } as const)
      : ({ kind: 'passphrase', passphrase, cost: cost.value } as const);
  const isWeak = (text: string) => strength?.isWeak(text) ?? true;
  const begun = await makeBackup(ports, { isWeak, ...tools.backups }, shown.value, authority, way);
  if (!begun.ok) return begun;
  state.makingBackup = { pieces: pushedPieces(begun.value.encrypt), check: createBackupCheck(ports, shown.value) };
  return succeed(begun.value.vault);
}

/** Encrypts the next piece of the backup that was begun. */
export async function sealBackup({ state }: JobWork, { piece, isLast }: JobInput<'sealBackup'>): Promise<JobResult<'sealBackup'>> {
  const { makingBackup } = state;
  if (makingBackup === undefined) return fail({ code: 'no_backup' });
  if (isLast) state.makingBackup = undefined;
  return succeed(await makingBackup.pieces.push(piece, isLast));
}

/** Holds rows of the backup that is being made against its vault, or says what was found once all were read. */
export async function checkBackup({ state }: JobWork, asked: JobInput<'checkBackup'>): Promise<JobResult<'checkBackup'>> {
  const { check } = state.makingBackup ?? {};
  if (check === undefined) return fail({ code: 'no_backup' });
  if ('collections' in asked) return succeed(check.end(asked.list, asked.collections));
  if ('files' in asked) check.takeFileParts(asked.list, asked.files);
  else if (asked.collection === undefined) await check.takeEntries(asked.list, asked.rows);
  else await check.takeRecords(asked.list, asked.collection, asked.rows);
  return succeed([]);
}

/** The offline decryptor, as the page that is saved beside a backup. */
export async function makeDecryptor({ tools }: JobWork): Promise<JobResult<'makeDecryptor'>> {
  const page = await buildDecryptorPage(await tools.decryptorScript(), tools.archive.sha256);
  return page.ok ? succeed(new Blob([page.value], { type: 'text/html' })) : page;
}

/** What opens a backup. */
export async function outlineBackup({ header }: JobInput<'outlineBackup'>): Promise<JobResult<'outlineBackup'>> {
  const parsed = await parseBackupHeader(header);
  if (!parsed.ok) return parsed;
  if (parsed.value.kind === 'passphrase') return succeed({ kind: 'passphrase' });
  const ways = parsed.value.slots.map(({ kind, parameters }) => ({
    kind,
    label: 'label' in parameters ? parameters.label : '',
    credentialId: 'credentialId' in parameters ? parameters.credentialId : '',
    prfSalt: 'prfSalt' in parameters ? parameters.prfSalt : '',
  }));
  return succeed({ kind: 'keys', ways });
}

/** Opens a backup's header; what lies behind it can be read until another is opened, as often as it is wanted. */
export async function openBackupHeader(
  { ports, state }: JobWork,
  { header, secret }: JobInput<'openBackup'>,
): Promise<JobResult<'openBackup'>> {
  const opened = await openBackup(ports, header, secret);
  if (!opened.ok) return opened;
  state.openedBackup = opened.value;
  return succeed({ kind: opened.value.kind });
}

/** Decrypts the next piece of the backup that was opened. */
export async function readBackup({ state }: JobWork, { piece, isFirst, isLast }: JobInput<'readBackup'>): Promise<JobResult<'readBackup'>> {
  if (isFirst) state.readingBackup = state.openedBackup && pushedPieces(state.openedBackup.decrypt);
  const { readingBackup } = state;
  if (readingBackup === undefined) return fail({ code: 'no_backup' });
  if (isLast) state.readingBackup = undefined;
  try {
    return succeed(await readingBackup.push(piece, isLast));
  } catch (error) {
    state.readingBackup = undefined;
    if (error instanceof BackupDamagedError) return fail({ code: 'backup_damaged' });
    throw error;
  }
}
