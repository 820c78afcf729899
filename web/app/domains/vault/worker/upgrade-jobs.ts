import { succeed } from '@castellan/foundation/result';
import type { OpenVault } from '@castellan/vault-core/manifest/open-vault';
import type { Argon2idCost, VaultPorts } from '@castellan/vault-core/ports';
import { createVault } from '@castellan/vault-core/slots/create-vault';
import { beginMigration, nextMigrationStep } from '@castellan/vault-core/version-one/migrate-version-one';
import type { JobInput, JobResult } from '../contract/vault-work.ts';
import type { UpgradeStep } from '../contract/work-shapes.ts';
import { found } from './admit-vault.ts';
import { legacyTitle } from './held-rows.ts';
import { hold, type WorkerState } from './worker-state.ts';

/** Makes a vault with nothing in it. */
export async function createEmpty(
  ports: VaultPorts,
  state: WorkerState,
  { userId, master, cost, epoch }: JobInput<'create'> & { readonly cost: Argon2idCost },
): Promise<JobResult<'create'>> {
  return found(state, await createVault(ports, userId, [{ kind: 'master', master, cost }, { kind: 'recovery' }], epoch));
}

/** Makes the vault that the rows as they were last handed over are converted into. */
export async function beginUpgrade(
  ports: VaultPorts,
  state: WorkerState,
  { userId, oldMaster, newMaster, cost }: JobInput<'beginUpgrade'> & { readonly cost: Argon2idCost },
): Promise<JobResult<'beginUpgrade'>> {
  const slots = [{ kind: 'master', master: newMaster, cost } as const, { kind: 'recovery' } as const];
  return found(state, await beginMigration(ports, userId, [...state.rows.values()], oldMaster, slots));
}

/** The next step of an upgrade, from the rows as they were last handed over. */
export async function upgradeStep(
  ports: VaultPorts,
  state: WorkerState,
  vault: OpenVault,
  oldMaster: string | undefined,
): Promise<JobResult<'nextUpgradeStep'>> {
  const step = await nextMigrationStep(ports, vault, [...state.rows.values()], oldMaster);
  if (!step.ok) return step;
  const { value } = step;
  if (value.kind === 'done') return succeed<UpgradeStep>({ kind: 'done', left: value.left.map(({ id }) => legacyTitle(state, id)) });
  if (value.kind === 'blocked')
    return succeed<UpgradeStep>({
      kind: 'blocked',
      left: value.findings.flatMap((finding) => ('entryId' in finding ? [legacyTitle(state, finding.entryId)] : [])),
    });
  const written = value.kind === 'convert' ? value.converted : [];
  return succeed<UpgradeStep>({ kind: 'write', prepared: hold(state, value.commit), written, closes: value.kind === 'close' });
}
