import { fromBase64Url, toBase64Url } from '@castellan/foundation/bytes';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { answerOf, type PasskeyAnswer } from '../../session/passkey-answer.ts';
import { askAuthenticator } from '../../session/passkey-factor.ts';

/** What an authenticator gives for a passkey's salt: the same 32 bytes each time, and only after its holder was verified. */
export type PrfOutput = Uint8Array<ArrayBuffer>;

/**
 * `refused`: cancelled, timed out, or not this passkey. `unsupported`: the browser, the authenticator or the page's address
 * can have none, or the authenticator knows no PRF. `known`: it holds a passkey of this app already.
 */
export type PasskeyFailure = { readonly code: 'refused' | 'unsupported' | 'known' };

/** What opens the vault with a passkey. */
export type PrfKey = { readonly credentialId: string; readonly prfSalt: string; readonly prfOutput: PrfOutput };

/** What one ceremony gave. */
export type MadePasskey = {
  /** For the auth service, where it asked for the passkey. The key is no part of it. */
  readonly answer: PasskeyAnswer;
  /** Under a salt of its own. `undefined` where the authenticator knows no PRF: such a passkey opens no vault. */
  readonly prf: PrfKey | undefined;
};

/** Passkeys with the PRF extension (WebAuthn Level 3 §10.1.4). */
export type PasskeyClient = {
  readonly isSupported: () => boolean;
  /** Makes a passkey in one ceremony: as the auth service wants it, or without it where that takes none (`undefined`). */
  readonly make: (label: string, wanted: PublicKeyCredentialCreationOptions | undefined) => Promise<Result<MadePasskey, PasskeyFailure>>;
  /** Shows a passkey to the auth service that asked for it, and gives a key of it in the same ceremony. */
  readonly show: (wanted: PublicKeyCredentialRequestOptions) => Promise<Result<MadePasskey, PasskeyFailure>>;
  readonly open: (credentialId: string, prfSalt: string) => Promise<Result<PrfOutput, PasskeyFailure>>;
};

type Bytes = Uint8Array<ArrayBuffer>;

const randomBytes = (count: number): Bytes => crypto.getRandomValues(new Uint8Array(count));

/** A salt that no slot has: what a passkey gives for it is another key than any before. */
export const newPrfSalt = (): string => toBase64Url(randomBytes(32));

/** The browser's own passkeys, for this origin. */
export const browserPasskeys: PasskeyClient = {
  isSupported: () => typeof PublicKeyCredential === 'function',
  make: async (label, wanted = ownOptions(label)) => {
    const salt = randomBytes(32);
    const publicKey: PublicKeyCredentialCreationOptions = {
      ...wanted,
      // A service may leave the name to the page; browsers want one.
      user: { ...wanted.user, name: wanted.user.name || label, displayName: wanted.user.displayName || label },
      // What the PRF gives differs with and without it.
      authenticatorSelection: { ...wanted.authenticatorSelection, userVerification: 'required' },
      extensions: { ...wanted.extensions, prf: { eval: { first: salt } } },
    };
    let isKnown = false;
    const made = await askAuthenticator(async () => {
      try {
        return await navigator.credentials.create({ publicKey });
      } catch (error) {
        isKnown = error instanceof DOMException && error.name === 'InvalidStateError';
        throw error;
      }
    });
    if (!made.ok) return fail({ code: isKnown ? 'known' : failureCodes[made.failure.code] });
    return succeed({ answer: answerOf(made.value), prf: await keyOf(made.value, toBase64Url(salt)) });
  },
  show: async (wanted) => {
    const salt = randomBytes(32);
    const shown = await askAuthenticator(() =>
      navigator.credentials.get({
        publicKey: { ...wanted, userVerification: 'required', extensions: { ...wanted.extensions, prf: { eval: { first: salt } } } },
      }),
    );
    if (!shown.ok) return fail({ code: failureCodes[shown.failure.code] });
    const answer = answerOf(shown.value);
    const prfOutput = outputOf(shown.value);
    const prf = prfOutput === undefined ? undefined : { credentialId: answer.id, prfSalt: toBase64Url(salt), prfOutput };
    return succeed({ answer, prf });
  },
  open: async (credentialId, prfSalt) => {
    const output = await evaluate(credentialId, prfSalt);
    if (!output.ok) return output;
    return output.value === undefined ? fail({ code: 'unsupported' }) : succeed(output.value);
  },
};

const failureCodes = { passkey_refused: 'refused', passkey_unsupported: 'unsupported' } as const;

/** What a passkey is made from where the auth service has no part in it. */
function ownOptions(label: string): PublicKeyCredentialCreationOptions {
  return {
    challenge: randomBytes(32),
    rp: { name: 'Vault' },
    // A handle of its own: an authenticator keeps one passkey a handle, and would put this one in the place of another.
    user: { id: randomBytes(32), name: label, displayName: label },
    // ES256 and RS256 (RFC 9053 §2.1, RFC 8812 §2), which every authenticator has one of.
    pubKeyCredParams: [
      { type: 'public-key', alg: -7 },
      { type: 'public-key', alg: -257 },
    ],
    authenticatorSelection: { residentKey: 'preferred' },
  };
}

/** What opens the vault with a passkey that was just made, if its authenticator can. */
async function keyOf(made: PublicKeyCredential, prfSalt: string): Promise<PrfKey | undefined> {
  if (made.getClientExtensionResults().prf?.enabled !== true) return undefined;
  const credentialId = toBase64Url(new Uint8Array(made.rawId));
  const atOnce = outputOf(made);
  if (atOnce !== undefined) return { credentialId, prfSalt, prfOutput: atOnce };
  // Some authenticators answer while the passkey is made, the others when it is first used.
  const later = await evaluate(credentialId, prfSalt);
  return later.ok && later.value !== undefined ? { credentialId, prfSalt, prfOutput: later.value } : undefined;
}

async function evaluate(credentialId: string, prfSalt: string): Promise<Result<PrfOutput | undefined, PasskeyFailure>> {
  const id = fromBase64Url(credentialId);
  const salt = fromBase64Url(prfSalt);
  if (id === undefined || salt === undefined) return succeed(undefined);
  const found = await askAuthenticator(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: randomBytes(32),
        allowCredentials: [{ type: 'public-key', id }],
        userVerification: 'required',
        extensions: { prf: { eval: { first: salt } } },
      },
    }),
  );
  return found.ok ? succeed(outputOf(found.value)) : fail({ code: failureCodes[found.failure.code] });
}

function outputOf(credential: PublicKeyCredential): PrfOutput | undefined {
  const first = credential.getClientExtensionResults().prf?.results?.first;
  if (first === undefined) return undefined;
  const bytes = ArrayBuffer.isView(first) ? new Uint8Array(first.buffer, first.byteOffset, first.byteLength) : new Uint8Array(first);
  return bytes.byteLength === 32 ? new Uint8Array(bytes) : undefined;
}
