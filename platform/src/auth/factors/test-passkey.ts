import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/** What a test makes an authenticator do otherwise than a sound one would. */
export type Tampering = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly clientType?: string;
  readonly crossOrigin?: boolean;
  /** User present 1, user verified 4. */
  readonly flags?: number;
  readonly counter?: number;
  readonly userHandle?: string;
};

/** The options of a challenge, as far as an authenticator looks at them. */
export type AskedOptions = {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
  readonly allowCredentials?: readonly { readonly id: string }[];
};

export const testOrigin = 'http://castellan.test';

const presentAndVerified = 0x05;
const holdsCredential = 0x40;

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const base64Url = (data: string | Uint8Array) => Buffer.from(data).toString('base64url');

/** An authenticator in software with one ES256 passkey, for tests. It answers as it is told, and counts its signatures. */
export function createTestPasskey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;
  let userHandle = '';
  const next = () => {
    counter += 1;
    return counter;
  };
  return {
    id: base64Url(id),
    /** The answer of `navigator.credentials.create`. */
    make: (options: AskedOptions, tampering: Tampering = {}) => {
      userHandle = options.user?.id ?? '';
      const authenticatorData = Buffer.concat([
        authenticatorHead(options, { counter: next(), ...tampering }, holdsCredential),
        randomBytes(16),
        Buffer.from([0, id.length]),
        id,
        coseKey(publicKey),
      ]);
      const clientDataJSON = clientDataOf('webauthn.create', options, tampering);
      return envelope(id, { clientDataJSON, attestationObject: base64Url(attestation(authenticatorData)), transports: ['internal'] });
    },
    /** The answer of `navigator.credentials.get`. */
    use: (options: AskedOptions, tampering: Tampering = {}) => {
      const authenticatorData = authenticatorHead(options, { counter: next(), ...tampering }, 0);
      const clientDataJSON = clientDataOf('webauthn.get', options, tampering);
      const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
      const signature = createSign('sha256').update(signed).sign(privateKey);
      return envelope(id, {
        clientDataJSON,
        authenticatorData: base64Url(authenticatorData),
        signature: base64Url(signature),
        userHandle: tampering.userHandle ?? userHandle,
      });
    },
  };
}

function envelope<Response>(id: Uint8Array, response: Response) {
  return { id: base64Url(id), rawId: base64Url(id), type: 'public-key', response, clientExtensionResults: {} };
}

function clientDataOf(type: string, options: AskedOptions, { origin, challenge, clientType, crossOrigin }: Tampering): string {
  return base64Url(
    JSON.stringify({
      type: clientType ?? type,
      challenge: challenge ?? options.challenge,
      origin: origin ?? testOrigin,
      crossOrigin: crossOrigin ?? false,
    }),
  );
}

/** WebAuthn Level 3 §6.1: hash of the party's name, flags, counter. */
function authenticatorHead(options: AskedOptions, { rpId, flags, counter = 0 }: Tampering, more: number): Buffer {
  const head = Buffer.alloc(5);
  head[0] = (flags ?? presentAndVerified) | more;
  head.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(rpId ?? options.rp?.id ?? options.rpId ?? ''), head]);
}

/** COSE_Key of a P-256 key (RFC 9053 §7.1): kty EC2, alg ES256, crv P-256, x, y. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coordinate = (text: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, 'base64url')]);
  return Buffer.concat([Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]), coordinate(x), Buffer.from([0x22]), coordinate(y)]);
}

/** `{fmt: 'none', attStmt: {}, authData}` in CBOR (RFC 8949). */
function attestation(authenticatorData: Buffer): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(authenticatorData.length);
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    Buffer.from([0x59]),
    length,
    authenticatorData,
  ]);
}
