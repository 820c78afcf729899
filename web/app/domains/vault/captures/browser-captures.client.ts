import { browserTimer } from '../../../lib/clock.ts';
import { storedUserId } from '../../../lib/stored-session.ts';
import { newRecordId } from '../../records/record.ts';
import { browserVaultIfStarted } from '../browser-vault.client.ts';
import { deviceLabelOf } from '../ports/device-label.ts';
import { browserDraftMemory } from '../ports/draft-memory.ts';
import { storedCapturePin } from './capture-pin.ts';
import type { CapturePorts } from './keep-capture.ts';
import { takeCaptures } from './vault-inbox.ts';

/** Capturing in this browser. It brings the vault's code along, starts nothing of it, and asks no server. */
export const browserCaptures: CapturePorts = {
  drafts: browserDraftMemory(),
  pin: storedCapturePin.read,
  userId: storedUserId,
  device: () => deviceLabelOf(navigator.userAgent),
  nowMs: browserTimer.nowMs,
  newId: newRecordId,
  exclusively,
  // A vault that was opened meanwhile takes it in.
  onKept: async () => {
    const vault = browserVaultIfStarted();
    if (vault !== undefined) await takeCaptures(vault.inbox.core);
  },
};

/** Whether this session's owner has opened the vault here. */
export function isPinnedHere(): boolean {
  return storedCapturePin.read()?.startsWith(`${storedUserId()} `) === true;
}

/** Where the browser has no locks (a page without TLS), two tabs may pass the limit by one. */
async function exclusively<Value>(work: () => Promise<Value>): Promise<Value> {
  return navigator.locks === undefined ? work() : navigator.locks.request('castellan-captures', work);
}
