import type { VaultAlarm } from '../contract/vault-state.ts';
import { keepForms } from '../drafts/keep-forms.ts';
import type { LockCause } from '../ports/vault-backend.ts';
import { forgetLastMatch } from './forget-last-match.ts';
import { showAlarm } from './load-vault.ts';
import type { VaultCore } from './store-core.ts';

/**
 * Why the vault is locked. `elsewhere`: another tab was locked, or the session ended. `rotated`: the vault
 * was given another key on another device. `leaving`: the page is left. `away`:
 * the server has not answered for too long.
 */
export type LockReason = 'button' | 'idle' | 'hidden' | 'logout' | 'elsewhere' | 'rotated' | 'leaving' | 'away';

/** Tokens tell the time of a verification in whole seconds: one within the second of a lock would count as older. */
const verificationStepMs = 1000;

/** When a lock that did not reach the server is told again, in milliseconds: until older proofs count no more by themselves. */
const tellAgainAfterMs = [10_000, 30_000, 60_000, 120_000];

/**
 * Ends the Worker, empties the store and the clipboard, and tells the server that older proofs of the authenticator count no
 * more. Closed at once; what is returned are the errands that follow.
 */
export async function lockVault(core: VaultCore, reason: LockReason): Promise<void> {
  const errands = closeVault(core, reason);
  forgetLastMatch();
  await errands;
  // What was typed was read and sealed meanwhile.
  forgetLastMatch();
}

async function closeVault(core: VaultCore, reason: LockReason): Promise<void> {
  const { backend, clipboard, tabs } = core.ports;
  const { stage } = core.read();
  if (stage !== 'open' && stage !== 'opening') return;
  // What is typed is read before anything is emptied; its sealing wants no key of the vault.
  const keeping = keepForms(core);
  core.empty();
  core.publish();
  const clearing = clipboard.forget();
  if (reason === 'button' || reason === 'logout') tabs.tell({ kind: 'locked' });
  if (reason === 'leaving') return backend.lockOnLeaving();
  if (reason === 'elsewhere' || reason === 'rotated' || reason === 'away') return void (await Promise.all([clearing, keeping]));
  await Promise.all([clearing, keeping, endVerifications(core, reason)]);
}

/** Tells the server of the lock; the next code is shown once it counts as newer. */
function endVerifications(core: VaultCore, cause: LockCause): Promise<void> {
  const locking = tellLock(core, cause);
  core.lockSettled = locking.then(() => new Promise<void>((resolve) => core.ports.timer.after(verificationStepMs, resolve)));
  return locking;
}

/** Tells the server; where it does not answer, again and again, while a code that was shown before would still release this device's share. */
async function tellLock({ ports: { backend, timer } }: VaultCore, cause: LockCause): Promise<void> {
  const tellAgain = ([pauseMs, ...later]: readonly number[]) => {
    if (pauseMs === undefined) return;
    timer.after(pauseMs, async () => {
      const told = await backend.lock(cause);
      if (!told.ok && told.failure.code === 'backend_unreachable') tellAgain(later);
    });
  };
  const told = await backend.lock(cause);
  if (!told.ok && told.failure.code === 'backend_unreachable') tellAgain(tellAgainAfterMs);
}

/** Closes the vault because it is not what this device knows: no proof shown before shall open what the server shows instead. */
export function raiseAlarm(core: VaultCore, alarm: VaultAlarm): void {
  void keepForms(core).then(forgetLastMatch);
  core.empty();
  void core.ports.clipboard.forget();
  void endVerifications(core, 'alarm');
  showAlarm(core, alarm);
  forgetLastMatch();
}
