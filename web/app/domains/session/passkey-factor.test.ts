import { beforeEach, expect, test, vi } from 'vitest';
import type { Shape } from '../../lib/shape.ts';

type Answer = { readonly data: unknown; readonly error: { readonly code: string; readonly status: number } | null };

const asked: (readonly [call: string, params: unknown])[] = [];
const answers = new Map<string, unknown>();

const mfa = new Proxy(
  {},
  {
    get: (_target, call: string) => async (params: unknown) => {
      asked.push([call, params]);
      return { data: answers.get(call) ?? {}, error: null };
    },
  },
);

vi.mock('../../lib/backend.ts', () => ({
  askAuth: async (call: (auth: unknown) => Promise<Answer>, shape: Shape<unknown>) => {
    const parsed = shape.safeParse((await call({ mfa })).data);
    return parsed.success ? { ok: true, value: parsed.data } : { ok: false, failure: { code: 'answer_unreadable' } };
  },
}));

vi.stubGlobal('window', { location: { hostname: 'house.example', origin: 'https://house.example' }, addEventListener: () => undefined });
vi.stubGlobal('AuthenticatorAttestationResponse', class {});

class AssertionResponse {
  clientDataJSON = new Uint8Array([1]).buffer;
  authenticatorData = new Uint8Array([2]).buffer;
  signature = new Uint8Array([3]).buffer;
  userHandle = null;
}
class Credential {
  rawId = new Uint8Array([4]).buffer;
  response = new AssertionResponse();
}
vi.stubGlobal('AuthenticatorAssertionResponse', AssertionResponse);
vi.stubGlobal('PublicKeyCredential', Credential);

const { askAuthenticator, keepPasskey, listPasskeyFactors, offerPasskey, removePasskeyFactor, requestPasskey, showPasskey, verifyPasskey } =
  await import('./passkey-factor.ts');

const party = { rpId: 'house.example', rpOrigins: ['https://house.example'] };
const factor = (id: string, type: string, status = 'verified') => ({ id, factor_type: type, status, friendly_name: `name of ${id}` });
const creation = {
  challenge: new Uint8Array(32),
  rp: { id: 'house.example' },
  user: { id: new Uint8Array(16), name: '', displayName: '' },
};
const challenge = (publicKey: object) => ({ id: 'c1', webauthn: { credential_options: { publicKey } } });

beforeEach(() => {
  asked.splice(0);
  answers.clear();
});

test('the list holds the passkeys that sign in, and nothing that is unfinished or no passkey', async () => {
  answers.set('listFactors', { all: [factor('a', 'totp'), factor('b', 'webauthn'), factor('c', 'webauthn', 'unverified')] });
  expect(await listPasskeyFactors()).toEqual({ ok: true, value: [{ factorId: 'b', name: 'name of b' }] });
});

test('the last second factor is not removed, whatever the backend would allow', async () => {
  answers.set('listFactors', { all: [factor('b', 'webauthn'), factor('c', 'totp', 'unverified')] });
  expect(await removePasskeyFactor('b')).toMatchObject({ ok: false, failure: { reason: 'last_factor_not_deletable' } });
  expect(asked.map(([call]) => call)).toEqual(['listFactors']);
  answers.set('listFactors', { all: [factor('b', 'webauthn'), factor('a', 'totp')] });
  expect(await removePasskeyFactor('b')).toEqual({ ok: true, value: undefined });
  expect(asked.at(-1)).toEqual(['unenroll', { factorId: 'b' }]);
});

test('an offer clears away what was begun before, and is asked for this page', async () => {
  answers.set('listFactors', { all: [factor('old', 'webauthn', 'unverified'), factor('a', 'totp')] });
  answers.set('enroll', { id: 'new' });
  answers.set('challenge', challenge(creation));
  expect(await offerPasskey('Ring')).toEqual({ ok: true, value: { factorId: 'new', challengeId: 'c1', options: creation } });
  expect(asked.slice(1)).toEqual([
    ['unenroll', { factorId: 'old' }],
    ['enroll', { factorType: 'webauthn', friendlyName: 'Ring' }],
    ['challenge', { factorId: 'new', webauthn: party }],
  ]);
});

test('an offer that is none is not handed to the browser', async () => {
  answers.set('listFactors', { all: [] });
  answers.set('enroll', { id: 'new' });
  answers.set('challenge', challenge({ ...creation, challenge: 'text' }));
  expect(await offerPasskey('Ring')).toEqual({ ok: false, failure: { code: 'answer_unreadable' } });
});

test('what was made is shown to the service as it was answered', async () => {
  const answer = { id: 'x', rawId: 'x', type: 'public-key', response: {}, clientExtensionResults: {} } as const;
  await keepPasskey({ factorId: 'f', challengeId: 'c', options: { ...creation, rp: { name: 'House' }, pubKeyCredParams: [] } }, answer);
  const sent = JSON.parse(JSON.stringify(asked[0]?.[1]));
  expect(sent).toEqual({ factorId: 'f', challengeId: 'c', webauthn: { type: 'create', ...party, credential_response: answer } });
});

test('signing in asks for any of the passkeys with the holder verified, and sends what one answered', async () => {
  const wanted: CredentialRequestOptions[] = [];
  const get = async (options: CredentialRequestOptions) => {
    wanted.push(options);
    return new Credential();
  };
  vi.stubGlobal('navigator', { credentials: { get } });
  const options = { challenge: new Uint8Array(32), allowCredentials: [{ type: 'public-key', id: new Uint8Array(1) }] };
  answers.set('challenge', challenge({ ...options, userVerification: 'preferred' }));
  expect(await verifyPasskey('f')).toEqual({ ok: true, value: undefined });
  expect(wanted).toEqual([{ publicKey: { ...options, userVerification: 'required' } }]);
  expect(JSON.parse(JSON.stringify(asked.at(-1)))).toMatchObject([
    'verify',
    { challengeId: 'c1', webauthn: { type: 'request', ...party } },
  ]);
});

test('one passkey is asked for without the others, and its answer is shown to the service as it is', async () => {
  const options = { challenge: new Uint8Array(32), allowCredentials: [{ type: 'public-key' as const, id: new Uint8Array(1) }] };
  answers.set('challenge', challenge(options));
  const request = { factorId: 'f', challengeId: 'c1', options };
  expect(await requestPasskey('f')).toEqual({ ok: true, value: request });
  expect(asked).toEqual([['challenge', { factorId: 'f', webauthn: { ...party, only_this_factor: true } }]]);
  const answer = { id: 'x', rawId: 'x', type: 'public-key', response: {}, clientExtensionResults: {} } as const;
  await showPasskey(request, answer);
  const sent = JSON.parse(JSON.stringify(asked.at(-1)?.[1]));
  expect(sent).toEqual({ factorId: 'f', challengeId: 'c1', webauthn: { type: 'request', ...party, credential_response: answer } });
});

test('a service that names no passkey is not answered: any one in the authenticator would do for it', async () => {
  answers.set('challenge', challenge({ challenge: new Uint8Array(32), allowCredentials: [] }));
  expect(await verifyPasskey('f')).toEqual({ ok: false, failure: { code: 'answer_unreadable' } });
});

test.each([
  ['NotAllowedError', 'passkey_refused'],
  ['AbortError', 'passkey_refused'],
  ['SecurityError', 'passkey_unsupported'],
])('a ceremony that ends in %s is %s', async (name, code) => {
  expect(await askAuthenticator(() => Promise.reject(new DOMException('no', name)))).toEqual({ ok: false, failure: { code } });
});
