import { afterEach, expect, test, vi } from 'vitest';
import { answerOf } from './passkey-answer.ts';

class Attestation {
  clientDataJSON = new Uint8Array([123, 125]).buffer;
  attestationObject = new Uint8Array([251, 255]).buffer;
  getTransports = () => ['internal'];
}
class Assertion {
  clientDataJSON = new Uint8Array([123, 125]).buffer;
  authenticatorData = new Uint8Array([1]).buffer;
  signature = new Uint8Array([2]).buffer;
  userHandle: ArrayBuffer | null = null;
}

vi.stubGlobal('AuthenticatorAttestationResponse', Attestation);
vi.stubGlobal('AuthenticatorAssertionResponse', Assertion);
afterEach(() => vi.restoreAllMocks());

/** A credential whose extension gave a key, as the PRF extension does. */
const credential = (response: object) => {
  const secret = new Uint8Array(32).fill(7).buffer;
  const results = { prf: { enabled: true, results: { first: secret } } };
  const rawId = new Uint8Array([255, 254, 253]).buffer;
  const toJSON = () => ({ clientExtensionResults: results });
  return { rawId, response, getClientExtensionResults: () => results, toJSON } as unknown as PublicKeyCredential;
};

test('what is sent of a passkey holds nothing that an extension gave to this page', () => {
  for (const response of [new Attestation(), new Assertion()]) {
    const sent = JSON.stringify(answerOf(credential(response)));
    expect(JSON.parse(sent).clientExtensionResults).toEqual({});
    expect(sent).not.toContain('prf');
    expect(sent).not.toContain('BwcHBwcH');
  }
});

test('bytes are sent in base64url, and a user handle only where there is one', () => {
  expect(answerOf(credential(new Attestation()))).toMatchObject({
    id: '__79',
    rawId: '__79',
    type: 'public-key',
    response: { clientDataJSON: 'e30', attestationObject: '-_8', transports: ['internal'] },
  });
  const answer = new Assertion();
  expect(answerOf(credential(answer)).response).toEqual({ clientDataJSON: 'e30', authenticatorData: 'AQ', signature: 'Ag' });
  answer.userHandle = new Uint8Array([3]).buffer;
  expect(answerOf(credential(answer)).response).toMatchObject({ userHandle: 'Aw' });
});
