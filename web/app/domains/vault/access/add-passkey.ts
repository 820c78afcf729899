import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { BackendFailure } from '../../../lib/backend-failure.ts';
import type { PasskeyOffer } from '../../session/passkey-factor.ts';
import type { VaultFailure } from '../contract/vault-failure.ts';
import type { AddedPasskey, Proof } from '../contract/vault-security.ts';
import type { MadePasskey } from '../ports/passkey-client.ts';
import { failureOfBackend } from '../session/failure-of.ts';
import type { VaultCore } from '../session/store-core.ts';
import { writeVault } from '../session/write-vault.ts';
import { explainProof, relearnWays, secretOf } from './change-ways.ts';

/**
 * Adds a passkey in one ceremony: it signs in beside the password where the auth service takes passkeys, and opens everything
 * where its authenticator knows the PRF extension. Nothing is added by a failure, but that the authenticator may keep a passkey
 * that serves nobody. `fresh_proof_wanted`: the session has to show code or passkey once more.
 */
export async function addPasskey(core: VaultCore, proof: Proof, label: string): Promise<Result<AddedPasskey, VaultFailure>> {
  const { run, known } = core;
  if (known === undefined || core.opened?.tier !== 'secrets') return fail({ code: 'locked' });
  if (known.outline.slots.some((slot) => slot.kind === 'passkey' && slot.label === label)) return fail({ code: 'passkey_name_taken' });
  const secret = await secretOf(core, proof);
  if (!secret.ok) return secret;
  // Asked first: a passkey that the vault then refuses would lie about in the authenticator.
  const proven = await core.client.ask('prove', { authority: secret.value });
  if (core.isOver(run)) return fail({ code: 'locked' });
  if (!proven.ok) return fail(explainProof(proof)(proven.failure));
  const made = await makePasskey(core, label);
  if (!made.ok) return made;
  const { prf, signsIn } = made.value;
  if (core.isOver(run)) return fail({ code: 'locked' });
  if (prf === undefined) return succeed({ signsIn: true, opens: 'cannot' });
  const wanted = { kind: 'passkey', label, ...prf } as const;
  const written = await writeVault(core, (client) => client.ask('prepareSlot', { authority: secret.value, wanted }), explainProof(proof));
  if (!written.ok) return signsIn ? succeed({ signsIn, opens: 'not_saved' }) : written;
  relearnWays(core, written.value?.change.slots ?? [], []);
  void core.ports.log.record('add_way', { reason: 'passkey', way: proof.kind });
  return succeed({ signsIn, opens: 'yes' });
}

type Made = { readonly prf: MadePasskey['prf']; readonly signsIn: boolean };

/** The ceremony, and the auth service's word that it keeps what came of it. */
async function makePasskey({ ports }: VaultCore, label: string): Promise<Result<Made, VaultFailure>> {
  const offered = await ports.passkeyFactors.offer(label);
  const offer = offered.ok ? offered.value : undefined;
  if (!offered.ok && !isTurnedOff(offered.failure)) return fail(failureOfOffer(offered.failure));
  const made = await ports.passkeys.make(label, offer?.options);
  if (!made.ok) return fail({ code: madeCodes[made.failure.code] });
  const { answer, prf } = made.value;
  if (offer === undefined) return prf === undefined ? fail({ code: 'passkey_unsupported' }) : succeed({ prf, signsIn: false });
  const kept = await keep(ports, offer, answer);
  return kept.ok ? succeed({ prf, signsIn: true }) : kept;
}

async function keep({ passkeyFactors }: VaultCore['ports'], offer: PasskeyOffer, answer: MadePasskey['answer']) {
  const kept = await passkeyFactors.keep(offer, answer);
  return kept.ok ? kept : fail<VaultFailure>(failureOfOffer(kept.failure));
}

const madeCodes = { refused: 'passkey_refused', unsupported: 'passkey_unsupported', known: 'passkey_known' } as const;

/** The backend takes no passkeys: a hosted project that has them off, or an app whose address can have none. */
function isTurnedOff(failure: BackendFailure): boolean {
  return failure.code === 'refused' && /^mfa_webauthn_(?:enroll|verify)_not_enabled$/.test(failure.reason);
}

const offerCodes: Readonly<Record<string, 'fresh_proof_wanted' | 'passkey_name_taken' | 'too_many_passkeys' | 'passkey_refused'>> = {
  reauthentication_needed: 'fresh_proof_wanted',
  insufficient_aal: 'fresh_proof_wanted',
  mfa_factor_name_conflict: 'passkey_name_taken',
  too_many_enrolled_mfa_factors: 'too_many_passkeys',
  mfa_verification_failed: 'passkey_refused',
  mfa_challenge_expired: 'passkey_refused',
};

function failureOfOffer(failure: BackendFailure): VaultFailure {
  const code = failure.code === 'refused' ? offerCodes[failure.reason] : undefined;
  return code === undefined ? failureOfBackend(failure) : { code };
}
