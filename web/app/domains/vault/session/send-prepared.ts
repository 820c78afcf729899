import type { Result } from '@castellan/foundation/result';
import { headPart } from '@castellan/vault-core/manifest/manifest-head';
import type { SentState } from '@castellan/vault-core/manifest/sent-state';
import type { BackendFailure } from '../../../lib/backend-failure.ts';
import type { VaultCore } from './store-core.ts';

/**
 * Sends what was prepared, after this device remembers it: a lock or a closed page may cut off the answer, and what was taken is this
 * device's own all the same. What was refused is forgotten again.
 */
export async function sendPrepared<Value>(
  core: VaultCore,
  next: SentState | undefined,
  send: () => Promise<Result<Value, BackendFailure>>,
): Promise<Result<Value, BackendFailure>> {
  const { memory, timer } = core.ports;
  if (next !== undefined) await memory.keepSent({ ...next, pin: { ...next.pin, seenAtMs: timer.nowMs() } });
  const sending = send();
  core.sending = sending.catch(() => undefined);
  const sent = await sending;
  // Another change that came first is read before anything is forgotten: an earlier try of this one may lie before it.
  if (next !== undefined && !sent.ok && sent.failure.code === 'refused' && sent.failure.reason !== 'PT409') await memory.forgetSent(next);
  return sent;
}

/** What was sent was taken: this device remembers it, with copies of its shards. `isOverride`: the owner accepted an earlier or other state. */
export async function keepTaken(core: VaultCore, { pin, parts }: SentState, isOverride = false): Promise<void> {
  const shards = new Map(parts);
  shards.delete(headPart);
  await core.keepPin(pin, isOverride);
  await core.ports.memory.keepCopies(pin.userId, shards);
}
