import type { Result } from '@castellan/foundation/result';
import { headPart } from '@castellan/vault-core/manifest/manifest-head';
import type { SentState } from '@castellan/vault-core/manifest/sent-state';
import type { BackendFailure } from '../../../lib/backend-failure.ts';
import type { VaultCore } from './store-core.ts';

/** What is about to be sent: the state that comes of it, and the slot of a recovery key that is made with it. */
export type Sendable = { readonly next: SentState | undefined; readonly recoverySlot: string | undefined };

/** The slot of the recovery key that is shown once a change was taken, if one was made. */
export function recoverySlotOf(
  slots: readonly { readonly id: string; readonly kind: string }[],
  recoveryKey: string | undefined,
): string | undefined {
  return recoveryKey ? slots.find(({ kind }) => kind === 'recovery')?.id : undefined;
}

/**
 * Sends what was prepared, after this device remembers it: a lock or a closed page may cut off the answer, and what was taken is this
 * device's own all the same. What was refused is forgotten again.
 */
export async function sendPrepared<Value>(
  core: VaultCore,
  { next, recoverySlot }: Sendable,
  send: () => Promise<Result<Value, BackendFailure>>,
): Promise<Result<Value, BackendFailure>> {
  const { memory, timer, unkeptKeys } = core.ports;
  if (recoverySlot !== undefined) unkeptKeys.write([...(unkeptKeys.read() ?? []), recoverySlot]);
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
