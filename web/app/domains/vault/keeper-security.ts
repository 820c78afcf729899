import { fail, succeed } from '@castellan/foundation/result';
import type { OpenVault } from '@castellan/vault-core/open-vault';
import type { VaultPorts } from '@castellan/vault-core/ports';
import type { SlotSecret } from '@castellan/vault-core/slot-secret';
import { unwrapVaultKey } from '@castellan/vault-core/unlock';
import type { WayIn } from './vault-security.ts';
import type { JobResult } from './vault-work.ts';

/** Every way into an open vault, and whether it is what the manifest lists. */
export function waysIn(vault: OpenVault): readonly Omit<WayIn, 'here'>[] {
  const listed = new Set(vault.head?.slots.map(({ id }) => id));
  const doubted = new Set(vault.findings.flatMap((finding) => ('slotId' in finding ? [finding.slotId] : [])));
  return vault.slots.map((slot) => ({
    slotId: slot.id,
    kind: slot.kind,
    label: 'label' in slot.parameters ? slot.parameters.label : '',
    cost: slot.kind === 'master' ? { memoryKib: slot.parameters.memoryKib, passes: slot.parameters.passes } : null,
    listed: listed.has(slot.id) && !doubted.has(slot.id),
  }));
}

/** Whether what was presented opens the vault's key, which is let go at once. */
export async function prove(ports: VaultPorts, vault: OpenVault, authority: SlotSecret): Promise<JobResult<'prove'>> {
  const unwrapped = await unwrapVaultKey(ports, vault, authority);
  if (!unwrapped.ok) return unwrapped;
  unwrapped.value.key.fill(0);
  return succeed(undefined);
}

/** For jobs that want an open vault. */
export const notOpen = fail({ code: 'not_open' });
