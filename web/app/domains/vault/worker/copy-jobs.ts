import { fail, succeed } from '@castellan/foundation/result';
import type { OpenVault } from '@castellan/vault-core/manifest/open-vault';
import { isKeptWay } from '@castellan/vault-core/offline/device-copy';
import { openCopy } from '@castellan/vault-core/offline/open-copy';
import type { VaultPorts } from '@castellan/vault-core/ports';
import type { JobInput, JobResult } from '../contract/vault-work.ts';
import { verifyAgain } from './held-rows.ts';
import { reportOf, type WorkerState } from './worker-state.ts';

/** Opens what this device keeps, without the server. */
export async function openKept(ports: VaultPorts, state: WorkerState, input: JobInput<'openCopy'>): Promise<JobResult<'openCopy'>> {
  const { copy, pin, parts, secret } = input;
  const opened = await openCopy(ports, copy, pin, parts, secret);
  if (!opened.ok) return opened;
  state.vault = opened.value;
  state.waiting = undefined;
  await verifyAgain(ports, state);
  return succeed(reportOf(state, opened.value));
}

/** What of the open vault this device keeps: ways in that the head lists, and rows that were found as listed. */
export function copyOf(state: WorkerState, vault: OpenVault, { all }: JobInput<'readCopy'>): JobResult<'readCopy'> {
  if (vault.head === undefined || vault.findings.some(({ code }) => code === 'key_ended')) return fail({ code: 'not_open' });
  const doubted = new Set(vault.findings.flatMap((finding) => ('slotId' in finding ? [finding.slotId] : [])));
  const listed = new Set(vault.head.slots.map(({ id }) => id));
  const own = vault.slots.filter(({ id, key_id }) => listed.has(id) && !doubted.has(id) && key_id === vault.keys.keyId);
  if (all) state.copied = new WeakSet();
  const fresh = [...state.verified].filter((row) => !state.copied.has(row));
  for (const row of fresh) state.copied.add(row);
  return succeed({
    ...{ userId: vault.userId, vaultId: vault.vaultId, keyId: vault.keys.keyId },
    ways: own.filter(isKeptWay),
    masters: own.filter(({ kind }) => kind === 'master').map(({ id }) => id),
    rows: fresh,
    rowIds: [...state.verified].map(({ id }) => id),
  });
}
