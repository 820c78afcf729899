import { fail, succeed } from '@castellan/foundation/result';
import { parseEntryEnvelope } from '@castellan/vault-core/entries/entry-envelope';
import { listedEntry } from '@castellan/vault-core/entries/read-entry';
import type { OpenVault } from '@castellan/vault-core/manifest/open-vault';
import type { Argon2idCost, VaultPorts } from '@castellan/vault-core/ports';
import { notReadBack, resealRecords } from '@castellan/vault-core/records/reseal-records';
import { beginRotation, nextRotationStep } from '@castellan/vault-core/slots/rotate-vault-key';
import type { JobInput, JobResult } from '../contract/vault-work.ts';
import type { RotationStep } from '../contract/work-shapes.ts';
import { hold, type WorkerState } from './worker-state.ts';

/** Prepares the write that gives the vault another key: from then on one master, a fresh recovery key and the passkeys that are kept open it, and nothing else. */
export async function startRotation(
  ports: VaultPorts,
  state: WorkerState,
  vault: OpenVault,
  { authority, master, passkeys }: JobInput<'beginRotation'>,
  cost: Argon2idCost,
): Promise<JobResult<'beginRotation'>> {
  const started = await beginRotation(ports, vault, authority, [{ kind: 'master', master, cost }, { kind: 'recovery' }, ...passkeys]);
  return started.ok ? succeed(hold(state, started.value)) : started;
}

/** The next write of a rotation, with how many entries wait for it. */
export async function rotationStep(ports: VaultPorts, state: WorkerState, vault: OpenVault): Promise<JobResult<'nextRotationStep'>> {
  const rows = [...state.rows.values()];
  const step = await nextRotationStep(ports, vault, rows);
  if (!step.ok) return step;
  const { value } = step;
  if (value.kind === 'done') return succeed<RotationStep>({ kind: 'done' });
  if (value.kind === 'blocked') {
    const ids = value.findings.flatMap((finding) => ('entryId' in finding ? [finding.entryId] : []));
    return succeed<RotationStep>({ kind: 'blocked', ids });
  }
  const listed = rows.filter(({ id }) => listedEntry(vault, id) !== undefined);
  const left = listed.filter(({ password_encrypted }) => {
    const envelope = parseEntryEnvelope(password_encrypted);
    return envelope.ok && envelope.value.keyId !== vault.keys.keyId;
  });
  const finishes = value.kind === 'finish';
  return succeed<RotationStep>({ kind: 'write', prepared: hold(state, value.commit), finishes, left: left.length, total: listed.length });
}

/** Prepares the next change that seals records again; where there is none left, says which of the rows were not read back. */
export async function prepareResealing(
  ports: VaultPorts,
  state: WorkerState,
  vault: OpenVault,
  rows: JobInput<'resealRecords'>,
): Promise<JobResult<'resealRecords'>> {
  const resealed = await resealRecords(ports, vault, rows);
  if (!resealed.ok) return resealed;
  const { commit, held } = resealed.value;
  return succeed({ prepared: commit === undefined ? undefined : hold(state, commit), held });
}

/** Says which of these rows are not as the manifest lists them, or do not open. */
export async function readBack(
  ports: VaultPorts,
  vault: OpenVault,
  rows: JobInput<'readBackRecords'>,
): Promise<JobResult<'readBackRecords'>> {
  return vault.keys.secrets === undefined ? fail({ code: 'locked' }) : succeed(await notReadBack(ports, vault, rows, 'any'));
}
