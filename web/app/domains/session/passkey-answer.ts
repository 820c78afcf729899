/** What an authenticator answered, as it is sent: bytes in base64url (WebAuthn Level 3 §5.1). */
export type PasskeyAnswer = {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: Readonly<Record<string, string | readonly string[]>>;
  /** Always empty: what an extension gives this page may be a key, and is nobody else's business. */
  readonly clientExtensionResults: Readonly<Record<string, never>>;
};

/** A browser's credential as it is sent. The browser's own `toJSON` would send what the PRF extension gave along with it. */
export function answerOf({ rawId, response }: PublicKeyCredential): PasskeyAnswer {
  const id = base64Url(rawId);
  return { id, rawId: id, type: 'public-key', response: responseOf(response), clientExtensionResults: {} };
}

function responseOf(response: AuthenticatorResponse): PasskeyAnswer['response'] {
  const clientDataJSON = base64Url(response.clientDataJSON);
  if (response instanceof AuthenticatorAttestationResponse) {
    return { clientDataJSON, attestationObject: base64Url(response.attestationObject), transports: response.getTransports() };
  }
  if (!(response instanceof AuthenticatorAssertionResponse)) return { clientDataJSON };
  const { authenticatorData, signature, userHandle } = response;
  return {
    clientDataJSON,
    authenticatorData: base64Url(authenticatorData),
    signature: base64Url(signature),
    ...(userHandle === null ? {} : { userHandle: base64Url(userHandle) }),
  };
}

function base64Url(bytes: ArrayBuffer): string {
  const text = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
