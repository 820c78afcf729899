import { toBase64Url } from '@castellan/foundation/bytes';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { BackendFailure } from '../../../lib/backend-failure.ts';
import type { PasskeyFactor, PasskeyRequest } from '../../session/passkey-factor.ts';
import type { VaultFailure } from '../contract/vault-failure.ts';
import type { Proof } from '../contract/vault-security.ts';
import type { MadePasskey, PrfKey } from '../ports/passkey-client.ts';
import { failureOfBackend } from '../session/failure-of.ts';
import type { VaultCore } from '../session/store-core.ts';
import { writeVault } from '../session/write-vault.ts';
import { explainProof, relearnWays, secretOf } from './change-ways.ts';

/**
 * Lets a passkey that signs in open the vault as well, by one ceremony: the auth service checks the answer, and the page takes the
 * key of it. It is done only where no other passkey of the account can have answered, so that the slot's name is true.
 * Nothing is written by a failure. `passkey_without_prf`: it answered, and its authenticator gives no key.
 */
export async function letPasskeyOpen(
  core: VaultCore,
  proof: Proof,
  { factorId, name }: PasskeyFactor,
): Promise<Result<undefined, VaultFailure>> {
  const { run, known } = core;
  if (known === undefined || core.opened?.tier !== 'secrets') return fail({ code: 'locked' });
  if (known.outline.slots.some((slot) => slot.kind === 'passkey' && slot.label === name)) return fail({ code: 'passkey_name_taken' });
  const secret = await secretOf(core, proof);
  if (!secret.ok) return secret;
  // Asked first: what is typed wrong is said before the authenticator is touched.
  const proven = await core.client.ask('prove', { authority: secret.value });
  if (core.isOver(run)) return fail({ code: 'locked' });
  if (!proven.ok) return fail(explainProof(proof)(proven.failure));
  const shown = await showPasskey(core, factorId);
  if (core.isOver(run)) return fail({ code: 'locked' });
  if (!shown.ok) return shown;
  const wanted = { kind: 'passkey', label: name, ...shown.value } as const;
  const written = await writeVault(core, (client) => client.ask('prepareSlot', { authority: secret.value, wanted }), explainProof(proof));
  if (!written.ok) return written;
  relearnWays(core, written.value?.change.slots ?? [], []);
  void core.ports.log.record('add_way', { reason: 'passkey', way: proof.kind });
  return succeed(undefined);
}

async function showPasskey(core: VaultCore, factorId: string): Promise<Result<PrfKey, VaultFailure>> {
  const { passkeys, passkeyFactors } = core.ports;
  const asked = await passkeyFactors.request(factorId);
  if (!asked.ok) return fail(failureOfRequest(asked.failure));
  const only = onlyCandidate(core, asked.value);
  if (only === undefined) return fail({ code: 'passkey_untold' });
  const shown = await passkeys.show({ ...asked.value.options, allowCredentials: [only] });
  if (!shown.ok) return fail({ code: shown.failure.code === 'unsupported' ? 'passkey_unsupported' : 'passkey_refused' });
  return confirm(core, asked.value, shown.value);
}

/**
 * The one credential that the challenge can mean: not one that has a slot already. `undefined` where several are left, as where a
 * hosted project names all of the account's.
 */
function onlyCandidate({ known }: VaultCore, { options }: PasskeyRequest): PublicKeyCredentialDescriptor | undefined {
  const taken = new Set(known?.outline.slots.map(({ credentialId }) => credentialId));
  const left = (options.allowCredentials ?? []).filter(({ id }) => !taken.has(spellId(id)));
  return left.length === 1 ? left[0] : undefined;
}

function spellId(id: BufferSource): string {
  return toBase64Url(ArrayBuffer.isView(id) ? new Uint8Array(id.buffer, id.byteOffset, id.byteLength) : new Uint8Array(id));
}

/** The service's word that this was the factor, and then its key. */
async function confirm(
  { ports: { passkeyFactors } }: VaultCore,
  asked: PasskeyRequest,
  { answer, prf }: MadePasskey,
): Promise<Result<PrfKey, VaultFailure>> {
  if (prf === undefined) return fail({ code: 'passkey_without_prf' });
  const confirmed = await passkeyFactors.show(asked, answer);
  return confirmed.ok ? succeed(prf) : fail(failureOfRequest(confirmed.failure));
}

const refusals = new Set(['mfa_verification_failed', 'mfa_challenge_expired', 'mfa_factor_not_found']);

function failureOfRequest(failure: BackendFailure): VaultFailure {
  return failure.code === 'refused' && refusals.has(failure.reason) ? { code: 'passkey_refused' } : failureOfBackend(failure);
}
