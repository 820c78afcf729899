import { expect, test } from 'vitest';
import type { PasskeyDoor } from './passkey-door.ts';
import { codeOf, draft, master, must, openNewVault, untilVerified } from './testing/vault-world.ts';

/** A passkey that answers with what it is told to. */
function passkey(answer: { output: Uint8Array<ArrayBuffer> | undefined }): PasskeyDoor {
  const refused = { ok: false, failure: { code: 'refused' } } as const;
  return {
    isSupported: () => true,
    make: async () =>
      answer.output === undefined ? refused : { ok: true, value: { credentialId: 'Y3JlZA', prfSalt: 'c2FsdA', prfOutput: answer.output } },
    open: async () => (answer.output === undefined ? refused : { ok: true, value: answer.output }),
  };
}

test('a passkey opens everything, and only with the output it was made with', async () => {
  const answer: { output: Uint8Array<ArrayBuffer> | undefined } = { output: new Uint8Array(32).fill(7) };
  const tab = await openNewVault({ passkeys: passkey(answer) });
  const { id } = must(await tab.actions.save(null, draft('Bank'), null));
  expect(codeOf(await tab.actions.addPasskey('not the master', 'Ring'))).toBe('wrong_master');
  must(await tab.actions.addPasskey(master, 'Ring'));
  tab.actions.lock('button');
  const state = tab.store.read();
  const [slot] = state.stage === 'locked' ? state.ways.passkeys : [];
  expect(slot?.label).toBe('Ring');
  answer.output = new Uint8Array(32).fill(8);
  expect(codeOf(await tab.actions.unlockWithPasskey(slot?.slotId ?? ''))).toBe('unexpected');
  answer.output = undefined;
  expect(codeOf(await tab.actions.unlockWithPasskey(slot?.slotId ?? ''))).toBe('unexpected');
  answer.output = new Uint8Array(32).fill(7);
  must(await tab.actions.unlockWithPasskey(slot?.slotId ?? ''));
  await untilVerified(tab);
  expect(must(await tab.actions.readSecrets(id, 'view')).password).toBe('secret of Bank');
});

test('a cancelled passkey is added nowhere, and one that was taken away opens nothing', async () => {
  const answer: { output: Uint8Array<ArrayBuffer> | undefined } = { output: undefined };
  const tab = await openNewVault({ passkeys: passkey(answer) });
  expect(codeOf(await tab.actions.addPasskey(master, 'Ring'))).toBe('passkey_refused');
  answer.output = new Uint8Array(32).fill(7);
  must(await tab.actions.addPasskey(master, 'Ring'));
  const state = tab.store.read();
  const [slot] = state.stage === 'open' ? state.ways.passkeys : [];
  must(await tab.actions.removeWayIn(slot?.slotId ?? ''));
  expect(tab.store.read()).toMatchObject({ ways: { passkeys: [] } });
  tab.actions.lock('button');
  expect(codeOf(await tab.actions.unlockWithPasskey(slot?.slotId ?? ''))).toBe('unexpected');
});
