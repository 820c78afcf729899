import { fail, type Result, succeed } from '@castellan/foundation/result';
import { needsOverride } from '@castellan/vault-core/finding';
import { pinMoveOf } from '@castellan/vault-core/manifest/judge-opening';
import { acceptRestoredEpoch, type OpenVault } from '@castellan/vault-core/manifest/open-vault';
import { parseSnapshot } from '@castellan/vault-core/manifest/snapshot';
import type { VaultPorts } from '@castellan/vault-core/ports';
import type { CreatedVault } from '@castellan/vault-core/slots/create-vault';
import { openVault, reopenVault } from '@castellan/vault-core/slots/unlock';
import type { JobInput, JobResult } from '../contract/vault-work.ts';
import type { FoundedVault, OpenReport, UnacceptedFailure } from '../contract/work-shapes.ts';
import { verifyAgain } from './held-rows.ts';
import { findingOf, reportOf, sentState, type WorkerState } from './worker-state.ts';

/** What compares two states: fetched with the first alarm, which is raised without it where it cannot be. */
const loadStates = () => import('@castellan/vault-core/manifest/device-state').catch(() => undefined);

/** Opens a snapshot with a secret. */
export async function openSnapshot(ports: VaultPorts, state: WorkerState, input: JobInput<'open'>): Promise<JobResult<'open'>> {
  const parsed = parseSnapshot(input.snapshot);
  if (!parsed.ok) return parsed;
  const opened = await openVault(ports, input.userId, parsed.value, input.pin, input.secret, input.sent);
  return opened.ok ? admit(ports, state, opened.value, input) : opened;
}

/** Reads a newer snapshot under the keys of the open vault. */
export async function reopenSnapshot(
  ports: VaultPorts,
  state: WorkerState,
  vault: OpenVault,
  { snapshot, pin, sent }: JobInput<'reopen'>,
): Promise<JobResult<'reopen'>> {
  const parsed = parseSnapshot(snapshot);
  if (!parsed.ok) return parsed;
  const opened = await reopenVault(ports, vault, parsed.value, pin, sent);
  if (!opened.ok) return opened;
  // What was confirmed before holds for as long as the server shows exactly that.
  const { epoch, headDigest } = opened.value;
  const isSame = vault.head === undefined && vault.epoch === epoch && vault.headDigest === headDigest;
  const codes = opened.value.findings.map(({ code }) => code);
  const accepted = isSame ? ({ codes, epoch, choice: 'server' } as const) : undefined;
  return admit(ports, state, opened.value, { copies: [], accepted, device: vault });
}

/** `device`: what is open on this device, where that is known without its copies. */
type Word = Pick<JobInput<'open'>, 'accepted' | 'copies'> & { readonly device?: OpenVault };

/** Takes a vault in, unless it waits for the owner’s confirmation and that was given for another state, or not at all. */
async function admit(
  ports: VaultPorts,
  state: WorkerState,
  vault: OpenVault,
  { accepted, copies, device }: Word,
): Promise<Result<OpenReport, UnacceptedFailure>> {
  const wanting = vault.findings.filter(needsOverride);
  const epoch = vault.head?.epoch ?? vault.epoch;
  const move = pinMoveOf(vault.findings);
  const states = move === 'asks' ? await loadStates() : undefined;
  const own = await states?.takeDeviceState(ports, vault, copies);
  const isMeant =
    move === 'asks' && accepted !== undefined && accepted.epoch === epoch && wanting.every(({ code }) => accepted.codes.includes(code));
  const chosen = move === 'moves' ? vault : isMeant && accepted.choice === 'device' ? own : isMeant ? vault : undefined;
  if (chosen === undefined) {
    const known = device?.head === undefined ? own : device;
    const difference = states === undefined || known === undefined || vault.head === undefined ? null : states.compareStates(known, vault);
    return fail({ code: 'unaccepted', findings: wanting.map(findingOf), epoch, difference, hasOwnState: own !== undefined });
  }
  state.vault = acceptRestoredEpoch(chosen);
  state.waiting = undefined;
  await verifyAgain(ports, state);
  return succeed(reportOf(state, state.vault));
}

/** Keeps a new vault until the server has it, and says what to send. */
export function found<Failure extends { readonly code: string }>(
  state: WorkerState,
  created: Result<CreatedVault, Failure>,
): Result<FoundedVault, Failure> {
  if (!created.ok) return created;
  const { creation, next, recoveryKey = '' } = created.value;
  state.waiting = { next, change: undefined, edited: [] };
  return succeed({ creation, recoveryKey, next: sentState(next, creation.parts) });
}
