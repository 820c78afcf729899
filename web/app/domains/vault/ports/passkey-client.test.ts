import { afterEach, expect, test, vi } from 'vitest';
import { browserPasskeys } from './passkey-client.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

type Wanted = { readonly publicKey: PublicKeyCredentialCreationOptions };

/** A browser that notes what it is asked to make, and makes nothing. */
function refusingBrowser(refusal?: DOMException) {
  const asked: PublicKeyCredentialCreationOptions[] = [];
  vi.stubGlobal('PublicKeyCredential', class {});
  const create = async ({ publicKey }: Wanted) => {
    asked.push(publicKey);
    if (refusal !== undefined) throw refusal;
    return null;
  };
  vi.stubGlobal('navigator', { credentials: { create } });
  return asked;
}

test('each passkey has a handle of its own, so that an authenticator keeps it beside the others', async () => {
  const asked = refusingBrowser();
  await browserPasskeys.make('one', undefined);
  await browserPasskeys.make('two', undefined);
  const handles = asked.map(({ user }) => new Uint8Array(user.id as ArrayBuffer).toString());
  expect(handles).toHaveLength(2);
  expect(new Set(handles).size).toBe(2);
});

test('what the auth service wants is made as it wants it, with the holder verified and the key asked for besides', async () => {
  const asked = refusingBrowser();
  const challenge = new Uint8Array([1, 2, 3]);
  const user = { id: new Uint8Array(16), name: '', displayName: '' };
  const authenticatorSelection: AuthenticatorSelectionCriteria = { residentKey: 'discouraged', userVerification: 'preferred' };
  await browserPasskeys.make('Ring', {
    challenge,
    rp: { id: 'house.example', name: 'House' },
    user,
    pubKeyCredParams: [],
    authenticatorSelection,
  });
  expect(asked).toMatchObject([
    {
      challenge,
      rp: { id: 'house.example' },
      user: { id: user.id, name: 'Ring', displayName: 'Ring' },
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
      extensions: { prf: { eval: { first: expect.any(Uint8Array) } } },
    },
  ]);
});

test('a passkey shown to the service gives its key for a salt of its own, and the answer holds nothing of it', async () => {
  const asked: PublicKeyCredentialRequestOptions[] = [];
  class Assertion {
    clientDataJSON = new Uint8Array([1]).buffer;
    authenticatorData = new Uint8Array([2]).buffer;
    signature = new Uint8Array([3]).buffer;
    userHandle = null;
  }
  class Credential {
    rawId = new Uint8Array([4]).buffer;
    response = new Assertion();
    getClientExtensionResults = () => ({ prf: { results: { first: new Uint8Array(32).fill(asked.length) } } });
  }
  vi.stubGlobal('AuthenticatorAttestationResponse', class {});
  vi.stubGlobal('AuthenticatorAssertionResponse', Assertion);
  vi.stubGlobal('PublicKeyCredential', Credential);
  const get = async ({ publicKey }: { readonly publicKey: PublicKeyCredentialRequestOptions }) => {
    asked.push(publicKey);
    return new Credential();
  };
  vi.stubGlobal('navigator', { credentials: { get } });
  const wanted = { challenge: new Uint8Array([9]), allowCredentials: [{ type: 'public-key' as const, id: new Uint8Array([4]) }] };
  const shown = [await browserPasskeys.show({ ...wanted, userVerification: 'preferred' }), await browserPasskeys.show(wanted)];
  expect(asked).toMatchObject([0, 1].map(() => ({ ...wanted, userVerification: 'required' })));
  const values = shown.map((one) => (one.ok ? one.value : undefined));
  expect(values.map((value) => value?.prf?.prfOutput[0])).toEqual([1, 2]);
  expect(new Set(values.map((value) => value?.prf?.prfSalt)).size).toBe(2);
  expect(values[0]?.prf?.credentialId).toBe('BA');
  expect(values[0]?.answer).toMatchObject({ id: 'BA', clientExtensionResults: {} });
});

test.each([
  ['NotAllowedError', 'refused'],
  ['SecurityError', 'unsupported'],
  ['NotSupportedError', 'unsupported'],
  ['InvalidStateError', 'known'],
])('a ceremony that ends in %s is %s', async (name, code) => {
  refusingBrowser(new DOMException('no', name));
  expect(await browserPasskeys.make('Ring', undefined)).toEqual({ ok: false, failure: { code } });
});
