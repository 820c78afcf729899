import { showAlarm } from './load-vault.ts';
import type { VaultCore } from './store-core.ts';
import type { VaultFinding } from './vault-state.ts';

/** Why the vault is locked. `elsewhere`: another tab was locked, or the session ended. `leaving`: the page is left. */
export type LockReason = 'button' | 'idle' | 'hidden' | 'logout' | 'elsewhere' | 'leaving';

/** Tokens tell the time of a verification in whole seconds: one within the second of a lock would count as older. */
const verificationStepMs = 1000;

/**
 * Ends the Worker, empties the store and the clipboard, and tells the server that older proofs of the authenticator count no
 * more. Closed at once; what is returned are the errands that follow.
 */
export async function lockVault(core: VaultCore, reason: LockReason): Promise<void> {
  const { backend, clipboard, log, tabs } = core.ports;
  const { stage } = core.read();
  if (stage !== 'open' && stage !== 'opening') return;
  core.empty();
  core.publish();
  const clearing = clipboard.forget();
  if (reason === 'button' || reason === 'logout') tabs.tell({ kind: 'locked' });
  if (reason === 'leaving') return backend.lockOnLeaving();
  if (reason === 'elsewhere') return void (await clearing);
  const locking = backend.lock();
  core.lockSettled = locking.then(() => new Promise<void>((resolve) => core.ports.timer.after(verificationStepMs, resolve)));
  await Promise.all([clearing, locking, log.record('lock', { reason })]);
}

/** Closes the vault because it is not what this device knows. */
export function raiseAlarm(
  core: VaultCore,
  alarm: { readonly finding: VaultFinding; readonly pinnedEpoch: number; readonly presentEpoch: number | null },
): void {
  core.empty();
  showAlarm(core, alarm);
}
