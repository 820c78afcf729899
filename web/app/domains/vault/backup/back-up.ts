import { fail, type Result, succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { secretOf } from '../access/change-ways.ts';
import type {
  BackupFinding,
  BackupOpenFailure,
  BackupRefusal,
  BackupSecret,
  BackupUnderWay,
  OpenBackupFile,
  VaultBackups,
} from '../contract/vault-backup.ts';
import type { VaultFailure } from '../contract/vault-failure.ts';
import type { ExportProof } from '../contract/vault-tools.ts';
import type { ClientFailure, JobFailure, JobInput } from '../contract/vault-work.ts';
import { failureOfBackend, failureOfJob, failureOfOpening } from '../session/failure-of.ts';
import { learn } from '../session/load-vault.ts';
import type { VaultCore } from '../session/store-core.ts';

/** Complete backups, over the Worker: it holds the key of a file, the page carries the pieces. */
export function backupsOf(core: VaultCore): VaultBackups {
  return {
    begin: (passphrase, proof) => begin(core, passphrase, proof),
    decryptor: async () => {
      const made = await core.client.ask('makeDecryptor', undefined);
      return made.ok ? succeed({ name: decryptorName, content: made.value }) : fail(failureOfJob(made.failure));
    },
    outline: async (header) => {
      const outlined = await core.client.ask('outlineBackup', { header });
      if (outlined.ok) return outlined;
      const { code } = outlined.failure;
      return fail(code === 'not_a_backup' || code === 'absurd' ? { code } : failureOfJob({ code }));
    },
    open: (header, secret) => open(core, header, secret),
  };
}

/** What the page that opens a backup is called where it is saved. */
const decryptorName = 'open-castellan-export.html';

const rows = z.array(z.record(z.string(), z.unknown()));
const wholeSchema = z.object({ slots: rows, parts: rows });

async function begin(
  core: VaultCore,
  passphrase: string | undefined,
  proof: ExportProof,
): Promise<Result<BackupUnderWay, VaultFailure | BackupRefusal>> {
  if (core.opened?.tier !== 'secrets') return fail({ code: 'locked' });
  const { run } = core;
  const secret = await secretOf(core, proof);
  if (!secret.ok) return secret;
  const known = await core.inTurn(() => learn(core));
  if (core.isOver(run)) return fail({ code: 'locked' });
  if (!known.ok) return fail(known.failure.code === 'alarm' ? { code: 'not_as_known' } : failureOfBackend(known.failure));
  const { outline, pin } = known.value;
  const whole = wholeSchema.safeParse(outline.whole).data;
  if (whole === undefined || outline.withheld) return fail({ code: 'fresh_proof_wanted' });
  const wanted = { snapshot: outline.whole, pin, authority: secret.value, passphrase };
  const begun = await core.client.ask('beginBackup', wanted);
  if (!begun.ok) return fail(refusalOf(begun.failure, proof.kind));
  let isDropped = false;
  const check = async (asked: JobInput<'checkBackup'>): Promise<Result<readonly BackupFinding[], VaultFailure>> => {
    const checked = await core.client.ask('checkBackup', asked);
    if (core.isOver(run)) return fail({ code: 'locked' });
    return checked.ok ? checked : fail(checked.failure.code === 'no_backup' ? { code: 'unexpected' } : failureOfJob(checked.failure));
  };
  return succeed({
    vault: begun.value,
    ...whole,
    seal: async (piece, isLast) => {
      if (isDropped) return fail({ code: 'unexpected' });
      const sealed = await core.client.ask('sealBackup', { piece, isLast });
      if (core.isOver(run)) return fail({ code: 'locked' });
      return sealed.ok
        ? sealed
        : fail(sealed.failure.code === 'no_backup' ? { code: 'unexpected' } : failureOfJob({ code: sealed.failure.code }));
    },
    check: (list, collection, rows) => check({ list, collection, rows }),
    checkFiles: (list, files) => check({ list, files }),
    findings: (list, collections) => check({ list, collections }),
    isStill: async () => {
      const now = await core.ports.backend.snapshot(pin && { epoch: pin.epoch, digest: pin.headDigest });
      if (core.isOver(run)) return fail({ code: 'locked' });
      return now.ok
        ? succeed(now.value.vaultId === outline.vaultId && now.value.epoch === outline.epoch)
        : fail(failureOfBackend(now.failure));
    },
    finish: () => record(core, passphrase === undefined ? 'backup' : 'backup_passphrase', proof.kind),
    drop: () => {
      isDropped = true;
    },
  });
}

/** The row of a backup, and a ring for every canary that is in it. */
function record({ opened, ports: { log } }: VaultCore, format: 'backup' | 'backup_passphrase', way: ExportProof['kind']): void {
  void log.record('backup', { format, way });
  for (const { id, details } of opened?.listed.values() ?? []) if (details.canary) void log.canary(id, 'export');
}

function refusalOf(failure: JobFailure<'beginBackup'> | ClientFailure, proof: ExportProof['kind']): VaultFailure | BackupRefusal {
  switch (failure.code) {
    case 'proof_refused':
      return failureOfOpening({ code: failure.because }, proof === 'master' ? proof : 'other');
    case 'passphrase_weak':
    case 'derivation_failed':
      return { code: failure.code };
    case 'not_whole':
    case 'unaccepted_state':
    case 'vault_missing':
      return { code: 'not_as_known' };
    default:
      return failureOfJob({ code: failure.code });
  }
}

async function open(
  core: VaultCore,
  header: Uint8Array<ArrayBuffer>,
  secret: BackupSecret,
): Promise<Result<OpenBackupFile, BackupOpenFailure>> {
  const opened = await core.client.ask('openBackup', { header, secret });
  if (!opened.ok) return fail(openFailure(opened.failure));
  return succeed({ kind: opened.value.kind, read: (rest) => payloadOf(core, rest) });
}

/** Thrown while a payload is read: it is not as it was encrypted, or the vault's Worker was ended. */
export class BackupReadError extends Error {
  override readonly name = 'BackupReadError';
  readonly code: 'backup_damaged' | 'ended';
  constructor(code: 'backup_damaged' | 'ended') {
    super(code);
    this.code = code;
  }
}

const nothing = new Uint8Array(0);

async function* payloadOf(core: VaultCore, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let isFirst = true;
  const read = async (piece: Uint8Array, isLast: boolean) => {
    const came = await core.client.ask('readBackup', { piece, isFirst, isLast });
    isFirst = false;
    if (came.ok) return came.value;
    throw new BackupReadError(came.failure.code === 'backup_damaged' ? 'backup_damaged' : 'ended');
  };
  for await (const piece of rest) yield await read(piece, false);
  yield await read(nothing, true);
}

function openFailure(failure: JobFailure<'openBackup'> | ClientFailure): BackupOpenFailure {
  switch (failure.code) {
    case 'not_a_backup':
    case 'absurd':
    case 'wrong_passphrase':
    case 'wants_passphrase':
    case 'wants_key':
    case 'wrong_key':
      return { code: failure.code };
    case 'recovery_key_malformed':
      return { code: 'wrong_recovery_key' };
    case 'damaged':
    case 'key_mismatch':
      return { code: 'backup_damaged' };
    default:
      return failureOfJob({ code: failure.code });
  }
}
