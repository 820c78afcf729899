import { afterEach, expect, test, vi } from 'vitest';
import { browserPasskeys } from './passkey-door.ts';

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

test.each([
  ['NotAllowedError', 'refused'],
  ['SecurityError', 'unsupported'],
  ['NotSupportedError', 'unsupported'],
  ['InvalidStateError', 'known'],
])('a ceremony that ends in %s is %s', async (name, code) => {
  refusingBrowser(new DOMException('no', name));
  expect(await browserPasskeys.make('Ring', undefined)).toEqual({ ok: false, failure: { code } });
});
