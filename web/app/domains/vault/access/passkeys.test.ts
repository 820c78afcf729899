import { expect, test } from 'vitest';
import { MemoryAuthenticator } from '../testing/memory-authenticator.ts';
import { codeOf, draft, master, must, openNewVault, type Tab, untilVerified } from '../testing/vault-world.ts';

const proof = { kind: 'master', master } as const;

/** A new vault beside an authenticator, and an auth service that takes its passkeys. */
async function openBeside() {
  const authenticator = new MemoryAuthenticator();
  const tab = await openNewVault({ passkeys: authenticator.passkeyClient, passkeyFactors: authenticator.service });
  return { tab, authenticator, add: (name: string) => tab.actions.security.addPasskey(proof, name) };
}

function passkeysOf({ store }: Tab) {
  const state = store.read();
  return state.stage === 'open' || state.stage === 'locked' ? state.ways.passkeys : [];
}

test('a passkey opens everything, and only with the output it was made with', async () => {
  const { tab, authenticator, add } = await openBeside();
  const { id } = must(await tab.actions.save(null, draft('Bank'), null));
  expect(codeOf(await tab.actions.security.addPasskey({ kind: 'master', master: 'not the master' }, 'Ring'))).toBe('wrong_master');
  must(await add('Ring'));
  tab.actions.lock('button');
  const [slot] = passkeysOf(tab);
  expect(slot?.label).toBe('Ring');
  const unlock = () => tab.actions.unlockWithPasskey(slot?.slotId ?? '');
  const { open } = authenticator.passkeyClient;
  Object.assign(authenticator.passkeyClient, { open: async () => ({ ok: true, value: new Uint8Array(32).fill(8) }) });
  expect(codeOf(await unlock())).toBe('unexpected');
  Object.assign(authenticator.passkeyClient, { open });
  authenticator.failures.push('refused');
  expect(codeOf(await unlock())).toBe('passkey_refused');
  must(await unlock());
  await untilVerified(tab);
  expect(must(await tab.actions.readSecrets(id, 'view')).password).toBe('secret of Bank');
});

test('a cancelled passkey is added nowhere, and one that was taken away opens nothing', async () => {
  const { tab, authenticator, add } = await openBeside();
  authenticator.failures.push('refused');
  expect(codeOf(await add('Ring'))).toBe('passkey_refused');
  expect(authenticator.kept).toEqual([]);
  must(await add('Ring'));
  const [slot] = passkeysOf(tab);
  must(await tab.actions.security.removeWayIn(slot?.slotId ?? '', proof));
  expect(passkeysOf(tab)).toEqual([]);
  tab.actions.lock('button');
  expect(codeOf(await tab.actions.unlockWithPasskey(slot?.slotId ?? ''))).toBe('unexpected');
});

test('one ceremony makes the way in and the factor; the auth service hears nothing of the key', async () => {
  const { tab, authenticator, add } = await openBeside();
  expect(must(await add('Ring'))).toEqual({ signsIn: true, opens: 'yes' });
  expect(authenticator.wanted).toMatchObject([{ rp: { name: 'House' } }]);
  expect(authenticator.kept).toEqual([{ id: 'UmluZw', rawId: 'UmluZw', type: 'public-key', response: {}, clientExtensionResults: {} }]);
  expect(passkeysOf(tab)).toMatchObject([{ label: 'Ring' }]);
});

test('an authenticator without PRF gives the factor alone, and the vault is not written', async () => {
  const { tab, authenticator, add } = await openBeside();
  authenticator.knowsPrf = false;
  expect(must(await add('Old key'))).toEqual({ signsIn: true, opens: 'cannot' });
  expect(passkeysOf(tab)).toEqual([]);
});

test('a backend that takes no passkeys leaves the way in alone, and without PRF nothing at all', async () => {
  for (const offer of ['mfa_webauthn_enroll_not_enabled', 'mfa_webauthn_verify_not_enabled']) {
    const { authenticator, add } = await openBeside();
    authenticator.refusals = { offer };
    expect(must(await add('Ring'))).toEqual({ signsIn: false, opens: 'yes' });
    expect(authenticator.wanted).toEqual([undefined]);
    authenticator.knowsPrf = false;
    expect(codeOf(await add('Old key'))).toBe('passkey_unsupported');
  }
});

test('what the auth service refuses adds no way in, and nothing is made before it offers', async () => {
  const { tab, authenticator, add } = await openBeside();
  for (const [offer, code] of [
    ['reauthentication_needed', 'fresh_proof_wanted'],
    ['mfa_factor_name_conflict', 'passkey_name_taken'],
    ['too_many_enrolled_mfa_factors', 'too_many_passkeys'],
    ['anything_else', 'unexpected'],
  ] as const) {
    authenticator.refusals = { offer };
    expect(codeOf(await add('Ring'))).toBe(code);
  }
  expect(authenticator.wanted).toEqual([]);
  authenticator.refusals = { keep: 'mfa_verification_failed' };
  expect(codeOf(await add('Ring'))).toBe('passkey_refused');
  expect(passkeysOf(tab)).toEqual([]);
});

test('two passkeys of one name are refused before anything is asked', async () => {
  const { authenticator, add } = await openBeside();
  must(await add('Ring'));
  expect(codeOf(await add('Ring'))).toBe('passkey_name_taken');
  expect(authenticator.wanted).toHaveLength(1);
});
