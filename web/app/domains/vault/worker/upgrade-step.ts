import { succeed } from '@castellan/foundation/result';
import type { OpenVault } from '@castellan/vault-core/manifest/open-vault';
import type { VaultPorts } from '@castellan/vault-core/ports';
import { nextMigrationStep } from '@castellan/vault-core/version-one/migrate-version-one';
import type { JobResult, UpgradeStep } from '../contract/vault-work.ts';
import { legacyTitle } from './held-rows.ts';
import { hold, type WorkerState } from './worker-state.ts';

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
