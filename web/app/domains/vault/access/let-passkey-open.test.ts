import { expect, test } from 'vitest';
import { MemoryAuthenticator } from '../testing/memory-authenticator.ts';
import { codeOf, master, must, openNewVault, type Tab, untilVerified } from '../testing/vault-world.ts';

const proof = { kind: 'master', master } as const;
const factor = (name: string) => ({ factorId: name, name });

/** A vault, and passkeys that sign in and open nothing. */
async function openVaultBeside(...names: readonly string[]) {
  const authenticator = new MemoryAuthenticator();
  authenticator.factors.push(...names);
  const tab = await openNewVault({ passkeys: authenticator.passkeyClient, passkeyFactors: authenticator.service });
  return { tab, authenticator };
}

function passkeysOf(tab: Tab) {
  const state = tab.store.read();
  return state.stage === 'open' || state.stage === 'locked' ? state.ways.passkeys : [];
}

test('a passkey that signs in is checked by the auth service and opens everything from then on, under its name', async () => {
  const { tab, authenticator } = await openVaultBeside('Ring', 'Laptop');
  must(await tab.actions.security.letPasskeyOpen(proof, factor('Laptop')));
  expect(authenticator.checked).toEqual(['Laptop']);
  expect(passkeysOf(tab).map(({ label }) => label)).toEqual(['Laptop']);
  tab.actions.lock('button');
  must(await tab.actions.unlockWithPasskey(passkeysOf(tab)[0]?.slotId ?? ''));
  await untilVerified(tab);
  expect(codeOf(await tab.actions.security.letPasskeyOpen(proof, factor('Laptop')))).toBe('passkey_name_taken');
});

test('where the backend names every passkey, it is done only while one of them alone has no slot', async () => {
  const { tab, authenticator } = await openVaultBeside('Ring', 'Laptop');
  authenticator.namesAll = true;
  expect(codeOf(await tab.actions.security.letPasskeyOpen(proof, factor('Ring')))).toBe('passkey_untold');
  expect(passkeysOf(tab)).toEqual([]);
  authenticator.namesAll = false;
  must(await tab.actions.security.letPasskeyOpen(proof, factor('Ring')));
  authenticator.namesAll = true;
  must(await tab.actions.security.letPasskeyOpen(proof, factor('Laptop')));
  expect(authenticator.checked).toEqual(['Ring', 'Laptop']);
});

test.each([
  [
    'an authenticator without PRF',
    'passkey_without_prf',
    (authenticator: MemoryAuthenticator) => Object.assign(authenticator, { knowsPrf: false }),
  ],
  ['a cancelled ceremony', 'passkey_refused', (authenticator: MemoryAuthenticator) => authenticator.failures.push('refused')],
  [
    'an answer the service refuses',
    'passkey_refused',
    (authenticator: MemoryAuthenticator) => Object.assign(authenticator, { refusesAnswers: true }),
  ],
  ['a factor that is gone', 'passkey_refused', (authenticator: MemoryAuthenticator) => authenticator.factors.splice(0)],
])('%s is %s, and writes nothing', async (_name, code, prepare) => {
  const { tab, authenticator } = await openVaultBeside('Ring');
  const { epoch } = tab.server;
  prepare(authenticator);
  expect(codeOf(await tab.actions.security.letPasskeyOpen(proof, factor('Ring')))).toBe(code);
  expect([passkeysOf(tab), tab.server.epoch]).toEqual([[], epoch]);
});

test('a wrong proof touches no authenticator', async () => {
  const { tab, authenticator } = await openVaultBeside('Ring');
  expect(codeOf(await tab.actions.security.letPasskeyOpen({ kind: 'master', master: 'wrong' }, factor('Ring')))).toBe('wrong_master');
  expect(authenticator.checked).toEqual([]);
});
