import { fail, type Result, succeed } from '@castellan/foundation/result';
import { fromBase64Url, toBase64Url } from '@castellan/vault-core/bytes';

/** What an authenticator gives for a passkey's salt: the same 32 bytes each time, and only after its holder was verified. */
export type PrfOutput = Uint8Array<ArrayBuffer>;

/** `refused`: cancelled, timed out, or not this passkey. `unsupported`: the browser or the authenticator knows no PRF. */
export type PasskeyFailure = { readonly code: 'refused' | 'unsupported' };

export type MadePasskey = { readonly credentialId: string; readonly prfSalt: string; readonly prfOutput: PrfOutput };

/** Passkeys with the PRF extension (WebAuthn Level 3 §10.1.4). */
export type PasskeyDoor = {
  readonly isSupported: () => boolean;
  readonly make: (label: string, userId: string) => Promise<Result<MadePasskey, PasskeyFailure>>;
  readonly open: (credentialId: string, prfSalt: string) => Promise<Result<PrfOutput, PasskeyFailure>>;
};

type Bytes = Uint8Array<ArrayBuffer>;

const randomBytes = (count: number): Bytes => crypto.getRandomValues(new Uint8Array(count));

/** The browser's own passkeys, for this origin. */
export const browserPasskeys: PasskeyDoor = {
  isSupported: () => typeof PublicKeyCredential === 'function',
  make: async (label, userId) => {
    const salt = randomBytes(32);
    try {
      const made = await navigator.credentials.create({
        publicKey: {
          challenge: randomBytes(32),
          rp: { name: 'Vault' },
          user: { id: new TextEncoder().encode(userId), name: label, displayName: label },
          // ES256 and RS256 (RFC 9053 §2.1, RFC 8812 §2), which every authenticator has one of.
          pubKeyCredParams: [
            { type: 'public-key', alg: -7 },
            { type: 'public-key', alg: -257 },
          ],
          authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
          extensions: { prf: { eval: { first: salt } } },
        },
      });
      if (!(made instanceof PublicKeyCredential)) return fail({ code: 'refused' });
      if (made.getClientExtensionResults().prf?.enabled !== true) return fail({ code: 'unsupported' });
      const credentialId = toBase64Url(new Uint8Array(made.rawId));
      const prfSalt = toBase64Url(salt);
      // Some authenticators answer while the passkey is made, the others when it is first used.
      const output = outputOf(made) ?? (await evaluate(credentialId, prfSalt));
      return output === undefined ? fail({ code: 'unsupported' }) : succeed({ credentialId, prfSalt, prfOutput: output });
    } catch (error) {
      return fail(failureOf(error));
    }
  },
  open: async (credentialId, prfSalt) => {
    try {
      const output = await evaluate(credentialId, prfSalt);
      return output === undefined ? fail({ code: 'unsupported' }) : succeed(output);
    } catch (error) {
      return fail(failureOf(error));
    }
  },
};

// A page opened by an address in numbers, or without encryption, can have no passkeys at all (WebAuthn Level 3 §5.1.3).
function failureOf(error: unknown): PasskeyFailure {
  const isUnsupported = error instanceof DOMException && ['SecurityError', 'NotSupportedError'].includes(error.name);
  return { code: isUnsupported ? 'unsupported' : 'refused' };
}

async function evaluate(credentialId: string, prfSalt: string): Promise<PrfOutput | undefined> {
  const id = fromBase64Url(credentialId);
  const salt = fromBase64Url(prfSalt);
  if (id === undefined || salt === undefined) return undefined;
  const found = await navigator.credentials.get({
    publicKey: {
      challenge: randomBytes(32),
      allowCredentials: [{ type: 'public-key', id }],
      userVerification: 'required',
      extensions: { prf: { eval: { first: salt } } },
    },
  });
  return found instanceof PublicKeyCredential ? outputOf(found) : undefined;
}

function outputOf(credential: PublicKeyCredential): PrfOutput | undefined {
  const first = credential.getClientExtensionResults().prf?.results?.first;
  if (first === undefined) return undefined;
  const bytes = ArrayBuffer.isView(first) ? new Uint8Array(first.buffer, first.byteOffset, first.byteLength) : new Uint8Array(first);
  return bytes.byteLength === 32 ? new Uint8Array(bytes) : undefined;
}
