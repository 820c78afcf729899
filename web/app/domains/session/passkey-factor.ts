import { fail, type Result, succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { askAuth } from '../../lib/backend.ts';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { answerOf, type PasskeyAnswer } from './passkey-answer.ts';
import { dropUnfinishedFactors } from './sign-in.ts';

/**
 * What came of a ceremony in the browser. `passkey_refused`: cancelled, timed out, or not one of these.
 * `passkey_unsupported`: this browser, or this page's address, can have none.
 */
export type CeremonyFailure = { readonly code: 'passkey_refused' | 'passkey_unsupported' };

/** A passkey that signs in beside the password. Its name is the account's own, and taken once. */
export type PasskeyFactor = { readonly factorId: string; readonly name: string };

/** A passkey that waits to be made: what the browser makes it from, for five minutes. */
export type PasskeyOffer = {
  readonly factorId: string;
  readonly challengeId: string;
  readonly options: PublicKeyCredentialCreationOptions;
};

/** A passkey that signs in and is asked to show itself, for five minutes. */
export type PasskeyRequest = {
  readonly factorId: string;
  readonly challengeId: string;
  /** Names the factor's own credential at this app’s service; a hosted project names every one of the account's. */
  readonly options: PublicKeyCredentialRequestOptions;
};

const nothingSchema = z.pipe(
  z.unknown(),
  z.transform(() => undefined),
);
const factorsSchema = z.object({
  all: z.array(z.object({ id: z.string(), factor_type: z.string(), status: z.string(), friendly_name: z.nullish(z.string()) })),
});

const isBytes = (value: unknown) => value instanceof ArrayBuffer || ArrayBuffer.isView(value);
const bytesSchema = z.custom<BufferSource>(isBytes);
const challengeSchema = <Options>(optionsSchema: z.ZodMiniType<Options>) =>
  z.object({ id: z.string(), webauthn: z.object({ credential_options: z.object({ publicKey: optionsSchema }) }) });

// Bytes by now: the client has the browser read the service's JSON (WebAuthn Level 3 §5.1.10).
const creationSchema = z.custom<PublicKeyCredentialCreationOptions>(
  (value) => z.looseObject({ challenge: bytesSchema, rp: z.object({}), user: z.object({ id: bytesSchema }) }).safeParse(value).success,
);
const requestSchema = z.custom<PublicKeyCredentialRequestOptions>(
  (value) =>
    z.looseObject({ challenge: bytesSchema, allowCredentials: z.array(z.unknown()).check(z.minLength(1)) }).safeParse(value).success,
);

// The client asks a credential for its JSON, and looks at nothing else of it.
const credentialSchema = z.custom<never>((value) => typeof value === 'object' && value !== null && 'toJSON' in value);

/** The passkeys that sign in. */
export async function listPasskeyFactors(): Promise<Result<readonly PasskeyFactor[], BackendFailure>> {
  const listed = await askAuth((auth) => auth.mfa.listFactors(), factorsSchema);
  if (!listed.ok) return listed;
  const passkeys = listed.value.all.filter(({ factor_type: type, status }) => type === 'webauthn' && status === 'verified');
  return succeed(passkeys.map(({ id, friendly_name: name }) => ({ factorId: id, name: name ?? '' })));
}

/**
 * Begins a passkey under a name. Refusals: `mfa_webauthn_enroll_not_enabled` where the backend takes none,
 * `mfa_factor_name_conflict`, `too_many_enrolled_mfa_factors`, and `reauthentication_needed` where the last proof is too old.
 */
export async function offerPasskey(name: string): Promise<Result<PasskeyOffer, BackendFailure>> {
  const dropped = await dropUnfinishedFactors();
  if (!dropped.ok) return dropped;
  const begun = await askAuth((auth) => auth.mfa.enroll({ factorType: 'webauthn', friendlyName: name }), z.object({ id: z.string() }));
  if (!begun.ok) return begun;
  const factorId = begun.value.id;
  const asked = await challenge(factorId, challengeSchema(creationSchema));
  if (!asked.ok) return asked;
  return succeed({ factorId, challengeId: asked.value.id, options: asked.value.webauthn.credential_options.publicKey });
}

/** Shows the service the passkey that was made: from then on it signs in. The session is a full one, and its proof fresh. */
export function keepPasskey({ factorId, challengeId }: PasskeyOffer, answer: PasskeyAnswer): Promise<Result<undefined, BackendFailure>> {
  return verify(factorId, challengeId, 'create', answer);
}

/**
 * Takes a passkey away that signs in. `last_factor_not_deletable` where no other factor is left: one stays required, so without
 * any the account would be shut. A hosted project would let it happen, so it is looked at here too. `reauthentication_needed`
 * as above.
 */
export async function removePasskeyFactor(factorId: string): Promise<Result<undefined, BackendFailure>> {
  const listed = await askAuth((auth) => auth.mfa.listFactors(), factorsSchema);
  if (!listed.ok) return listed;
  const isLast = listed.value.all.every(({ id, status }) => id === factorId || status !== 'verified');
  if (isLast) return fail({ code: 'refused', reason: 'last_factor_not_deletable', details: [] });
  return askAuth((auth) => auth.mfa.unenroll({ factorId }), nothingSchema);
}

/** Raises the session to the second level with any of the account's passkeys; the browser asks for it. */
export async function verifyPasskey(factorId: string): Promise<Result<undefined, BackendFailure | CeremonyFailure>> {
  const asked = await challenge(factorId, challengeSchema(requestSchema));
  if (!asked.ok) return asked;
  const { publicKey } = asked.value.webauthn.credential_options;
  const given = await askAuthenticator(() => navigator.credentials.get({ publicKey: { ...publicKey, userVerification: 'required' } }));
  return given.ok ? verify(factorId, asked.value.id, 'request', answerOf(given.value)) : given;
}

/** Asks for one passkey, and no other of the account where the service can tell them apart. */
export async function requestPasskey(factorId: string): Promise<Result<PasskeyRequest, BackendFailure>> {
  const asked = await challenge(factorId, challengeSchema(requestSchema), { only_this_factor: true });
  if (!asked.ok) return asked;
  return succeed({ factorId, challengeId: asked.value.id, options: asked.value.webauthn.credential_options.publicKey });
}

/** Shows the service what the passkey answered. The session has a fresh proof from then on. */
export function showPasskey({ factorId, challengeId }: PasskeyRequest, answer: PasskeyAnswer): Promise<Result<undefined, BackendFailure>> {
  return verify(factorId, challengeId, 'request', answer);
}

/** Runs a ceremony in the browser. */
export async function askAuthenticator(ceremony: () => Promise<Credential | null>): Promise<Result<PublicKeyCredential, CeremonyFailure>> {
  if (typeof PublicKeyCredential !== 'function') return fail({ code: 'passkey_unsupported' });
  try {
    const given = await ceremony();
    return given instanceof PublicKeyCredential ? succeed(given) : fail({ code: 'passkey_refused' });
  } catch (error) {
    // A page opened by another name than the service's, or without encryption, can have no passkeys (WebAuthn Level 3 §5.1.3).
    const isUnsupported = error instanceof DOMException && ['SecurityError', 'NotSupportedError'].includes(error.name);
    return fail({ code: isUnsupported ? 'passkey_unsupported' : 'passkey_refused' });
  }
}

/** The name and origin of this page. What counts are the service's own: it says them in its options, and checks them. */
const ownParty = () => ({ rpId: window.location.hostname, rpOrigins: [window.location.origin] });

function challenge<Value>(factorId: string, shape: z.ZodMiniType<Value>, besides: object = {}): Promise<Result<Value, BackendFailure>> {
  // The client sends what it is given, also what only this app’s service reads.
  return askAuth((auth) => auth.mfa.challenge({ factorId, webauthn: { ...ownParty(), ...besides } }), shape);
}

function verify(factorId: string, challengeId: string, type: 'create' | 'request', answer: PasskeyAnswer) {
  const credential = credentialSchema.parse({ toJSON: () => answer });
  return askAuth(
    (auth) => auth.mfa.verify({ factorId, challengeId, webauthn: { type, ...ownParty(), credential_response: credential } }),
    nothingSchema,
  );
}
