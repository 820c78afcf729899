import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { VaultFailure } from '../contract/vault-failure.ts';
import type { KeepPasskeys, KeptPasskey } from '../contract/vault-security.ts';
import type { WantedPasskey } from '../contract/work-shapes.ts';
import { newPrfSalt } from '../ports/passkey-client.ts';
import { failureOfJob } from '../session/failure-of.ts';
import type { VaultCore } from '../session/store-core.ts';

/** A passkey that stays a way in: its new slot, and the one that it has now. */
export type RenewedPasskey = { readonly slotId: string; readonly wanted: WantedPasskey };

/**
 * Asks each passkey once for a key under another salt than its slot has, so that nothing is wrapped under a key that wrapped
 * before. What one of them does not answer is the owner's to decide; the vault is not written here. Only ways in that the
 * manifest lists are asked: a slot that somebody planted does not become one of the vault's.
 */
export async function renewPasskeys(
  core: VaultCore,
  { slotIds, onAsk, onRefusal }: KeepPasskeys,
): Promise<Result<readonly RenewedPasskey[], VaultFailure>> {
  const { run } = core;
  const listed = await core.client.ask('waysIn', undefined);
  if (core.isOver(run)) return fail({ code: 'locked' });
  if (!listed.ok) return fail(failureOfJob(listed.failure));
  const renewed: RenewedPasskey[] = [];
  const waiting = listed.value.filter((way) => way.kind === 'passkey' && way.listed && slotIds.includes(way.slotId));
  if (waiting.length < new Set(slotIds).size) return fail({ code: 'unexpected' });
  for (const passkey of waiting) {
    const made = await renewOne(core, passkey, { onAsk, onRefusal });
    if (core.isOver(run)) return fail({ code: 'locked' });
    if (!made.ok) return made;
    if (made.value !== undefined) renewed.push(made.value);
  }
  return succeed(renewed);
}

/** `undefined` where the owner goes on without it. */
async function renewOne(
  core: VaultCore,
  { slotId, label }: KeptPasskey,
  { onAsk, onRefusal }: Pick<KeepPasskeys, 'onAsk' | 'onRefusal'>,
): Promise<Result<RenewedPasskey | undefined, VaultFailure>> {
  const { run } = core;
  for (;;) {
    const slot = core.known?.outline.slots.find(({ id }) => id === slotId);
    if (slot === undefined) return fail({ code: 'unexpected' });
    onAsk({ slotId, label });
    const prfSalt = newPrfSalt();
    const output = await core.ports.passkeys.open(slot.credentialId, prfSalt);
    if (core.isOver(run)) return fail({ code: 'locked' });
    if (output.ok) {
      const wanted = { kind: 'passkey', label, credentialId: slot.credentialId, prfSalt, prfOutput: output.value } as const;
      return succeed({ slotId, wanted });
    }
    const code = output.failure.code === 'unsupported' ? 'passkey_unsupported' : 'passkey_refused';
    const choice = await onRefusal({ slotId, label }, { code });
    if (choice === 'stop') return fail({ code: 'stopped' });
    if (choice === 'without') return succeed(undefined);
  }
}
