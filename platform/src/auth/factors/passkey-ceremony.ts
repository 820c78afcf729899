import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import { parseJson } from '../../core/parse-json.ts';
import type { RelyingParty } from './relying-party.ts';

/** What a passkey's row keeps readable: what a browser is told so that it finds the passkey. */
export type PasskeyAddress = { readonly id: string; readonly transports: readonly string[] };

/** A passkey as its authenticator introduced it. */
export type NewPasskey = PasskeyAddress & {
  /** COSE_Key (RFC 9052 §7) in base64url. */
  readonly publicKey: string;
  readonly counter: number;
  readonly aaguid: string;
};

/** `create`: a passkey is made. `request`: one that exists is asked for. */
export type Ceremony = 'create' | 'request';

/** How long a browser may take; the challenge itself ends then too. */
const timeoutMs = 300_000;

/** EdDSA, ES256 and RS256 (RFC 9053 §2, RFC 8812 §2): each authenticator has one of them. */
const algorithms = [-8, -7, -257];

const base64Url = z.string().regex(/^[\w-]+$/);

/** WebAuthn Level 3 §7.1 step 25: no credential's id has more than 1,023 bytes. */
const credentialId = base64Url.max(1364);

/** What an authenticator answered, as far as it is looked at. Extension results are dropped unread: they may hold secrets. */
export const credentialResponseSchema = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64Url,
    attestationObject: base64Url.optional(),
    authenticatorData: base64Url.optional(),
    signature: base64Url.optional(),
    userHandle: z.string().nullish(),
    transports: z.array(z.string().max(32)).max(10).nullish(),
  }),
});

/** The browser's answer to either ceremony. */
export type CredentialResponse = z.output<typeof credentialResponseSchema>;

/** What both sides of a ceremony agree on. */
export type Expected = { readonly party: RelyingParty; readonly challenge: string };

/** The user handle of passkeys that are made for a row, by its id: an authenticator keeps one passkey a handle. */
export function userHandleOf(rowId: string): string {
  return Buffer.from(rowId.replaceAll('-', ''), 'hex').toString('base64url');
}

/** Whom a passkey is made for. */
export type PasskeyHolder = {
  readonly userHandle: string;
  /** What authenticators show. */
  readonly name: string;
  /** Whether it must be found without being asked for by its id. */
  readonly residentKey: 'preferred' | 'required';
};

/** What a browser makes a passkey from (WebAuthn Level 3 §5.4), its holder verified. */
export function creationOptions({ party, challenge }: Expected, holder: PasskeyHolder, known: readonly PasskeyAddress[]) {
  const { userHandle, name, residentKey } = holder;
  return {
    rp: { name: 'Castellan', id: party.id },
    user: { id: userHandle, name, displayName: name },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: timeoutMs,
    excludeCredentials: known.map(describe),
    authenticatorSelection: { residentKey, requireResidentKey: residentKey === 'required', userVerification: 'required' },
    attestation: 'none',
  };
}

/** What a browser asks for one of these passkeys with (WebAuthn Level 3 §5.5), or for any of the site's; its holder verified. */
export function requestOptions({ party, challenge }: Expected, known: readonly PasskeyAddress[]) {
  return { challenge, timeout: timeoutMs, rpId: party.id, allowCredentials: known.map(describe), userVerification: 'required' };
}

function describe({ id, transports }: PasskeyAddress) {
  return { type: 'public-key', id, transports };
}

/** The passkey that was made (WebAuthn Level 3 §7.1), or `undefined` where anything about the answer is not as it must be. */
export async function readNewPasskey({ party, challenge }: Expected, answer: CredentialResponse): Promise<NewPasskey | undefined> {
  const { attestationObject, clientDataJSON } = answer.response;
  if (attestationObject === undefined || !isOwnFrame(clientDataJSON)) return undefined;
  const response: RegistrationResponseJSON = { ...envelopeOf(answer), response: { clientDataJSON, attestationObject } };
  const { verifyRegistrationResponse } = await library();
  const verified = await orUndefined(
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (!verified?.verified) return undefined;
  const { credential, aaguid } = verified.registrationInfo;
  // What the browser says of the credential is not signed; the id that the authenticator signed must be the same.
  if (credential.id !== answer.id) return undefined;
  const publicKey = Buffer.from(credential.publicKey).toString('base64url');
  return { id: credential.id, transports: answer.response.transports ?? [], publicKey, counter: credential.counter, aaguid };
}

/** The signature counter of a right answer (WebAuthn Level 3 §7.2), or `undefined`. Whether it went back is the caller's to ask. */
export async function readCounter(
  { party, challenge }: Expected,
  passkey: { readonly id: string; readonly publicKey: string; readonly userHandle: string; readonly isFoundByHandle: boolean },
  answer: CredentialResponse,
): Promise<number | undefined> {
  const { authenticatorData, signature, clientDataJSON, userHandle } = answer.response;
  if (authenticatorData === undefined || signature === undefined || !isOwnFrame(clientDataJSON)) return undefined;
  if (answer.id !== passkey.id || (userHandle ? userHandle !== passkey.userHandle : passkey.isFoundByHandle)) return undefined;
  const response: AuthenticationResponseJSON = { ...envelopeOf(answer), response: { clientDataJSON, authenticatorData, signature } };
  const { verifyAuthenticationResponse } = await library();
  const verified = await orUndefined(
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      // The library would compare before it looks at the signature: only a counter that was signed says anything.
      credential: { id: passkey.id, publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')), counter: 0 },
    }),
  );
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined;
}

// Loaded when a passkey is first checked: it takes half a second and 25 MB, which apps without passkeys need not spend.
function library() {
  return import('@simplewebauthn/server');
}

function envelopeOf({ id, rawId, type }: CredentialResponse) {
  return { id, rawId, type, clientExtensionResults: {} };
}

/** Whether the page asked for itself: a frame of ours within a foreign page is one that somebody else laid over (§13.4.9). */
function isOwnFrame(clientDataJson: string): boolean {
  const parsed = parseJson(Buffer.from(clientDataJson, 'base64url').toString());
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null) return false;
  return !('crossOrigin' in parsed.value) || parsed.value.crossOrigin === false;
}

// The library tells every kind of wrong answer by throwing. Whoever asks learns no more than that it was wrong.
async function orUndefined<Value>(verifying: Promise<Value>): Promise<Value | undefined> {
  return verifying.catch(() => undefined);
}
