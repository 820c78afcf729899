import { fail, type Result, succeed } from '@castellan/foundation/result';
import { secretOf } from '../access/change-ways.ts';
import { laterBackups } from '../backup/later-backups.ts';
import type {
  ExportProof,
  ExportRefusal,
  ExportRequest,
  ImportOutcome,
  ImportSource,
  ToolFailure,
  ToolTask,
  VaultTools,
} from '../contract/vault-tools.ts';
import type { ClientFailure, JobFailure } from '../contract/vault-work.ts';
import type { ImportStep, OutOfReachFailure, ReadAllFailure } from '../contract/work-shapes.ts';
import { keepAllIcons } from '../entries/site-icons.ts';
import { failureOfJob, failureOfOpening } from '../session/failure-of.ts';
import type { VaultCore } from '../session/store-core.ts';
import { writeVault } from '../session/write-vault.ts';

/** What can be done with the whole vault, over the Worker and the vault's own way of writing. */
export function toolsOf(core: VaultCore): VaultTools {
  const isOpen = () => core.opened?.tier === 'secrets';
  return {
    readImport: (source, task) => (isOpen() ? readImport(core, source, task) : Promise.resolve(fail({ code: 'locked' }))),
    runImport: (task) => writeInBatches(core, 'import', task),
    undoImport: (task) => writeInBatches(core, 'undo', task),
    forgetImport: () => {
      core.endReading();
      if (isOpen()) void core.client.ask('forgetImport', undefined);
    },
    exportVault: async (request, proof, task) => {
      if (!isOpen()) return fail({ code: 'locked' });
      const { run } = core;
      const secret = await secretOf(core, proof);
      if (core.isOver(run)) return fail({ code: 'locked' });
      if (!secret.ok) return secret;
      const made = await core.client.ask('exportVault', { request, authority: secret.value }, task);
      if (!made.ok) return fail(exportFailure(made.failure, proof.kind));
      recordExport(core, request.format, proof.kind);
      return made;
    },
    backups: laterBackups(core),
    checkHealth: async (task) => {
      if (!isOpen()) return fail({ code: 'locked' });
      const checked = await core.client.ask('checkHealth', undefined, task);
      return checked.ok ? checked : fail(readFailure(checked.failure));
    },
    // Fetched when it is first wanted, so that the list opens without it.
    checkBreaches: (task) =>
      import('./check-breaches.ts').then(
        ({ checkBreaches }) => checkBreaches(core, task),
        () => fail({ code: 'unreachable' }),
      ),
    estimateStrength: async (password) => {
      const estimated = await core.client.ask('estimateStrength', { password });
      return estimated.ok ? estimated.value : undefined;
    },
  };
}

/** The row of an export, and a ring for every canary that is in the file. */
function recordExport({ opened, ports: { log } }: VaultCore, format: ExportRequest['format'], way: ExportProof['kind']): void {
  void log.record('export', { format, way });
  for (const { id, details } of opened?.listed.values() ?? []) if (details.canary) void log.canary(id, 'export');
}

/** Why a tool that reads the whole vault did not end. */
function readFailure({ code }: { readonly code: (ReadAllFailure | OutOfReachFailure | ClientFailure)['code'] }): ToolFailure {
  return code === 'cancelled' || code === 'rows_unread' ? { code } : failureOfJob({ code });
}

/**
 * Has a file read by a Worker without keys, which a lock, a stop and the next file end, and compared by the vault's. What it held goes
 * through here as bytes, which are overwritten once they were handed on.
 */
async function readImport(core: VaultCore, source: ImportSource, task: ToolTask): ReturnType<VaultTools['readImport']> {
  const { run } = core;
  const read = await core.ports.readForeignFile({ ...source, nowMs: core.ports.timer.nowMs() }, core.beginReading(task.signal));
  if (core.isOver(run) && read.ok) read.value.fill(0);
  if (core.isOver(run)) return fail({ code: 'locked' });
  if (!read.ok) return read;
  const planned = await core.client.ask('planImport', { packed: read.value }, task);
  read.value.fill(0);
  if (planned.ok) return planned;
  const { code } = planned.failure;
  return fail(code === 'structure_unknown' ? { code } : readFailure({ code }));
}

function exportFailure(failure: JobFailure<'exportVault'> | ClientFailure, proof: ExportProof['kind']): ToolFailure | ExportRefusal {
  switch (failure.code) {
    case 'proof_refused':
      return failureOfOpening({ code: failure.because }, proof === 'master' ? proof : 'other');
    case 'password_too_short':
    case 'export_too_large':
    case 'derivation_failed':
      return { code: failure.code };
    case 'library_not_inlinable':
      return failureOfJob({ code: failure.code });
    default:
      return readFailure({ code: failure.code });
  }
}

/**
 * Batch after batch of the plan that the Worker has, until nothing is due. A batch is written whole or not at all, and none is begun once
 * it was cancelled. A restore is logged by who asked for it, as a whole.
 */
export async function writeInBatches(
  core: VaultCore,
  what: 'import' | 'undo' | 'restore',
  { onProgress, signal }: ToolTask,
): Promise<Result<ImportOutcome, ToolFailure>> {
  if (core.opened?.tier !== 'secrets') return fail({ code: 'locked' });
  for (;;) {
    const seen: { step: ImportStep | undefined } = { step: undefined };
    if (signal?.aborted === true) return fail({ code: 'cancelled' });
    const written = await writeVault(
      core,
      async (client) => {
        const next = await client.ask('nextImportStep', { undo: what === 'undo' });
        if (!next.ok) return next;
        seen.step = next.value;
        if (next.value.kind === 'done') return succeed(undefined);
        onProgress?.(next.value.done, next.value.total);
        return succeed(next.value.prepared);
      },
      failureOfJob,
    );
    if (!written.ok) return written;
    if (seen.step?.kind === 'done') {
      const { written: count, skipped } = seen.step;
      if (what === 'import') void core.ports.log.record('import', {});
      if (what !== 'undo') void keepAllIcons(core);
      return succeed({ written: count, skipped });
    }
  }
}
