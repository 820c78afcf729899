import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { VaultFailure } from '../contract/vault-failure.ts';
import type { ConvertedRows } from '../contract/vault-state.ts';
import { failureOfJob } from '../session/failure-of.ts';
import { readAllRows } from '../session/read-rows.ts';
import type { VaultCore } from '../session/store-core.ts';
import { writeVault } from '../session/write-vault.ts';

/** More steps than any vault has: 200 rows are converted with each. */
const maxSteps = 1000;

/**
 * Converts what is left of the legacy product's rows, write by write, and closes its format for good. Safe to begin again after
 * any interruption. `oldMaster`: for rows under another master than the one that the upgrade began with.
 */
export async function continueUpgrade(
  core: VaultCore,
  tell: (done: number) => void = () => undefined,
  oldMaster?: string,
): Promise<Result<ConvertedRows, VaultFailure>> {
  const { run } = core;
  let converted = 0;
  let readBack = false;
  for (let steps = 0; steps < maxSteps; steps += 1) {
    if (core.isOver(run)) return fail({ code: 'locked' });
    const step = await takeStep(core, readBack, oldMaster);
    if (!step.ok) return step;
    if (step.value.kind === 'left') {
      // Only now: every row that these opened was read back and compared.
      if (step.value.isDone && core.ports.legacyProduct.isHere()) {
        core.ports.legacyProduct.remove();
        core.legacyRemoved = true;
      }
      return succeed({ converted, left: step.value.names });
    }
    if (step.value.kind === 'read-back') {
      // Closing trusts nothing that is in memory: the rows are what the server says they are.
      if (!(await readAllRows(core))) return fail({ code: core.isOver(run) ? 'locked' : 'unreachable' });
      readBack = true;
      continue;
    }
    converted += step.value.count;
    tell(converted);
  }
  return fail({ code: 'unexpected' });
}

type Step =
  | { readonly kind: 'written'; readonly count: number }
  | { readonly kind: 'read-back' }
  | { readonly kind: 'left'; readonly names: readonly string[]; readonly isDone: boolean };

async function takeStep(core: VaultCore, readBack: boolean, oldMaster: string | undefined): Promise<Result<Step, VaultFailure>> {
  let outcome: Step = { kind: 'left', names: [], isDone: false };
  const written = await writeVault(
    core,
    async (client) => {
      const step = await client.ask('nextUpgradeStep', { oldMaster });
      if (!step.ok) return step;
      if (step.value.kind !== 'write') {
        outcome = { kind: 'left', names: step.value.left, isDone: step.value.kind === 'done' };
        return succeed(undefined);
      }
      if (step.value.closes && !readBack) {
        outcome = { kind: 'read-back' };
        return succeed(undefined);
      }
      outcome = { kind: 'written', count: step.value.written.length };
      return succeed(step.value.prepared);
    },
    failureOfJob,
  );
  return written.ok ? succeed(outcome) : written;
}
