import { expect, test } from 'vitest';
import type { KeepPasskeys } from '../contract/vault-security.ts';
import { MemoryAuthenticator } from '../testing/memory-authenticator.ts';
import { codeOf, draft, master, must, openNewVault, type Tab, until, untilVerified } from '../testing/vault-world.ts';

const proof = { kind: 'master', master } as const;

/** A vault with passkeys of these names, and an entry. */
async function openVaultWith(...names: readonly string[]) {
  const authenticator = new MemoryAuthenticator();
  const tab = await openNewVault({ passkeys: authenticator.passkeyClient, passkeyFactors: authenticator.service });
  for (const name of names) must(await tab.actions.security.addPasskey(proof, name));
  const { id } = must(await tab.actions.save(null, draft('Bank'), null));
  return { tab, authenticator, id };
}

function slotOf(tab: Tab, name: string): string {
  const state = tab.store.read();
  const passkeys = state.stage === 'open' || state.stage === 'locked' ? state.ways.passkeys : [];
  return passkeys.find(({ label }) => label === name)?.slotId ?? '';
}

const namesOf = (tab: Tab) => {
  const state = tab.store.read();
  return state.stage === 'open' || state.stage === 'locked' ? state.ways.passkeys.map(({ label }) => label) : undefined;
};

/** Keeps these, and answers each refusal with the next word. */
function keeping(tab: Tab, names: readonly string[], ...words: readonly ('again' | 'without' | 'stop')[]) {
  const told: string[] = [];
  const left = [...words];
  const keep: KeepPasskeys = {
    slotIds: names.map((name) => slotOf(tab, name)),
    onAsk: ({ label }) => told.push(`asked ${label}`),
    onRefusal: async ({ label }, { code }) => {
      told.push(`${label}: ${code}`);
      return left.shift() ?? 'stop';
    },
  };
  return { keep, told };
}

const untilRotated = (tab: Tab) => until(tab, (state) => state.stage === 'open' && state.rotation === null);

test('a passkey that is kept is asked once under a salt no slot had, and opens everything after the rotation; the others are gone', async () => {
  const { tab, authenticator, id } = await openVaultWith('Ring', 'Laptop');
  const before = slotOf(tab, 'Ring');
  const salts = JSON.stringify([...tab.server.slots.values()]);
  const { keep, told } = keeping(tab, ['Ring']);
  must(await tab.actions.security.rotateKey(proof, master, keep));
  await untilRotated(tab);
  expect(told).toEqual(['asked Ring']);
  expect(authenticator.asked.map(([name]) => name)).toEqual(['Ring']);
  expect(salts).toContain('prfSalt');
  expect(salts).not.toContain(authenticator.asked[0]?.[1] ?? 'prfSalt');
  expect(namesOf(tab)).toEqual(['Ring']);
  expect(slotOf(tab, 'Ring')).not.toBe(before);
  tab.actions.lock('button');
  expect(codeOf(await tab.actions.unlockWithPasskey(before))).toBe('unexpected');
  must(await tab.actions.unlockWithPasskey(slotOf(tab, 'Ring')));
  expect((await untilVerified(tab)).verification.findings).toEqual([]);
  expect(must(await tab.actions.readSecrets(id, 'view')).password).toBe('secret of Bank');
});

test('a wrong proof asks no passkey, and a rotation that keeps none asks none', async () => {
  const { tab, authenticator } = await openVaultWith('Ring');
  const { keep } = keeping(tab, ['Ring']);
  expect(codeOf(await tab.actions.security.rotateKey({ kind: 'master', master: 'wrong' }, master, keep))).toBe('wrong_master');
  must(await tab.actions.security.rotateKey(proof, master, keeping(tab, []).keep));
  await untilRotated(tab);
  expect(authenticator.asked).toEqual([]);
  expect(namesOf(tab)).toEqual([]);
});

test('one that does not answer is named: it is asked again, left out, or nothing of the vault is changed', async () => {
  const { tab, authenticator } = await openVaultWith('Ring', 'Laptop', 'Phone');
  const { epoch } = tab.server;
  authenticator.failures.push('refused');
  const stopped = keeping(tab, ['Ring', 'Laptop'], 'stop');
  expect(codeOf(await tab.actions.security.rotateKey(proof, master, stopped.keep))).toBe('stopped');
  expect(stopped.told).toEqual(['asked Ring', 'Ring: passkey_refused']);
  expect([tab.server.epoch, namesOf(tab)]).toEqual([epoch, ['Ring', 'Laptop', 'Phone']]);

  authenticator.asked.splice(0);
  authenticator.failures.push('refused', 'unsupported');
  const epochs: (number | undefined)[] = [];
  authenticator.onAsk = async () => void epochs.push(tab.server.epoch);
  const { keep, told } = keeping(tab, ['Ring', 'Laptop', 'Phone'], 'again', 'without');
  must(await tab.actions.security.rotateKey(proof, master, keep));
  await untilRotated(tab);
  expect(told).toEqual(['asked Ring', 'Ring: passkey_refused', 'asked Ring', 'Ring: passkey_unsupported', 'asked Laptop', 'asked Phone']);
  expect(epochs).toEqual([epoch, epoch, epoch, epoch]);
  expect(new Set(authenticator.asked.map(([, salt]) => salt)).size).toBe(4);
  expect(namesOf(tab)).toEqual(['Laptop', 'Phone']);
});

test('a lock while a passkey is looked for ends it: nothing is written', async () => {
  const { tab, authenticator } = await openVaultWith('Ring');
  const { epoch } = tab.server;
  authenticator.onAsk = async () => tab.actions.lock('button');
  expect(codeOf(await tab.actions.security.rotateKey(proof, master, keeping(tab, ['Ring']).keep))).toBe('locked');
  expect(tab.server.epoch).toBe(epoch);
});

test('what is no passkey of the vault is not kept', async () => {
  const { tab, authenticator } = await openVaultWith('Ring');
  const { epoch } = tab.server;
  const keep = { ...keeping(tab, []).keep, slotIds: ['de1ce000-0000-4000-8000-000000000001'] };
  expect(codeOf(await tab.actions.security.rotateKey(proof, master, keep))).toBe('unexpected');
  expect([authenticator.asked, tab.server.epoch]).toEqual([[], epoch]);
});
