import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { ImportFailure } from '@castellan/vault-core/import/import-model';
import { checkBreaches } from './check-breaches.ts';
import { failureOfJob, failureOfOpening } from './failure-of.ts';
import type { VaultCore } from './store-core.ts';
import type { ImportOutcome, ToolFailure, ToolTask, VaultTools } from './vault-tools.ts';
import type { ImportStep } from './vault-work.ts';
import { writeVault } from './write-vault.ts';

/** What can be done with the whole vault, over the Worker and the vault's own way of writing. */
export function toolsOf(core: VaultCore): VaultTools {
  const isOpen = () => core.opened?.tier === 'secrets';
  return {
    readImport: async (source, task) => {
      if (!isOpen()) return fail({ code: 'locked' });
      const read = await core.client.ask('readImport', source, task);
      return read.ok ? read : fail(toolFailure<ImportFailure>(read.failure));
    },
    runImport: (task) => writeInBatches(core, false, task),
    undoImport: (task) => writeInBatches(core, true, task),
    forgetImport: () => {
      if (isOpen()) void core.client.ask('forgetImport', undefined);
    },
    exportVault: async (request, task) => {
      if (!isOpen()) return fail({ code: 'locked' });
      const made = await core.client.ask('exportVault', request, task);
      if (made.ok) {
        void core.ports.log.record('export', { way: request.format });
        return made;
      }
      if (made.failure.code === 'master_refused') return fail(failureOfOpening(made.failure.because, 'master'));
      if (made.failure.code === 'password_too_short') return fail({ code: 'password_too_short' });
      return fail(toolFailure(made.failure));
    },
    checkHealth: async (task) => {
      if (!isOpen()) return fail({ code: 'locked' });
      const checked = await core.client.ask('checkHealth', undefined, task);
      return checked.ok ? checked : fail(toolFailure(checked.failure));
    },
    checkBreaches: (task) => checkBreaches(core, task),
    judgeStrength: async (password) => {
      const judged = await core.client.ask('judgeStrength', { password });
      return judged.ok ? judged.value : undefined;
    },
  };
}

const passedOn: ReadonlySet<string> = new Set(['cancelled', 'rows_unread']);
const fileFailures: ReadonlySet<string> = new Set<ImportFailure['code']>([
  'empty_file',
  'file_too_large',
  'format_unknown',
  'not_text',
  'json_invalid',
  'json_too_deep',
  'csv_invalid',
  'too_many_columns',
  'too_many_rows',
  'archive_damaged',
  'archive_bomb',
  'archive_without_data',
  'structure_unknown',
  'password_needed',
  'wrong_password',
  'file_damaged',
  'kdf_refused',
  'derivation_failed',
  'encrypted_for_an_account',
  'cipher_unsupported',
  'version_unsupported',
]);

function isPassedOn<Extra extends { readonly code: string }>(failure: { readonly code: string }): failure is Extra {
  return passedOn.has(failure.code) || fileFailures.has(failure.code);
}

function toolFailure<Extra extends { readonly code: string } = never>(failure: { readonly code: string }): ToolFailure | Extra {
  return isPassedOn<Extra>(failure) ? failure : failureOfJob(failure.code);
}

/** Batch after batch until nothing is due. A batch is written whole or not at all, and none is begun once it was cancelled. */
async function writeInBatches(
  core: VaultCore,
  undo: boolean,
  { onProgress, signal }: ToolTask,
): Promise<Result<ImportOutcome, ToolFailure>> {
  if (core.opened?.tier !== 'secrets') return fail({ code: 'locked' });
  for (;;) {
    const seen: { step: ImportStep | undefined } = { step: undefined };
    if (signal?.aborted === true) return fail({ code: 'cancelled' });
    const written = await writeVault(core, async (client) => {
      const next = await client.ask('nextImportStep', { undo });
      if (!next.ok) return next;
      seen.step = next.value;
      if (next.value.kind === 'done') return succeed(undefined);
      onProgress?.(next.value.done, next.value.total);
      return succeed(next.value.prepared);
    });
    if (!written.ok) return written;
    if (seen.step?.kind === 'done') {
      const { written: count, skipped } = seen.step;
      if (!undo) void core.ports.log.record('import', {});
      return succeed({ written: count, skipped });
    }
  }
}
