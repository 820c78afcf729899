import { expect, test } from 'vitest';
import { MemoryAuthenticator } from '../testing/memory-authenticator.ts';
import { codeOf, master, must, openNewVault, type Tab, untilVerified } from '../testing/vault-world.ts';
import { type ClearExport, exportInClear } from './export-in-clear.ts';

const notes: ClearExport = { app: 'mind-vault', what: 'Notes', format: 'an Obsidian vault', counts: { notes: 3 } };
const byMaster = { kind: 'master', master } as const;

/** Asks for a file; answers with the failure, and with what happened in its order. */
async function exported(tab: Pick<Tab, 'store'>, proof: Parameters<typeof exportInClear>[3], during = () => {}) {
  const order: unknown[] = [];
  const log = (description: string, metadata: object) => void order.push(['log', description, metadata]);
  const asked = await exportInClear(tab.store.core, log, notes, proof, async (isOver) => {
    during();
    order.push(isOver() ? 'overtaken' : 'file');
  });
  return { code: codeOf(asked), order };
}

test('a passer-by at an open vault is given no readable file, and the log no row of one', async () => {
  const tab = await openNewVault();
  expect(await exported(tab, { kind: 'master', master: 'a guess' })).toEqual({ code: 'wrong_master', order: [] });
  expect(await exported(tab, { kind: 'master', master: '' })).toEqual({ code: 'wrong_master', order: [] });
});

test('the file is begun after the Worker took the proof and after the log was told app, form and way in', async () => {
  const tab = await openNewVault();
  const metadata = { action: 'export', app: 'mind-vault', format: 'an Obsidian vault', way: 'master', notes: 3 };
  expect(await exported(tab, byMaster)).toEqual({
    code: 'ok',
    order: [['log', 'Notes exported as an Obsidian vault, proven by the master password', metadata], 'file'],
  });
});

test('a passkey that opens the vault is a proof, and one that was refused or that the vault does not know is none', async () => {
  const authenticator = new MemoryAuthenticator();
  authenticator.factors.push('Ring');
  const tab = await openNewVault({ passkeys: authenticator.passkeyClient, passkeyFactors: authenticator.service });
  must(await tab.actions.security.letPasskeyOpen(byMaster, { factorId: 'Ring', name: 'Ring' }));
  const state = await untilVerified(tab);
  const slotId = state.ways.passkeys[0]?.slotId ?? '';
  const { code, order } = await exported(tab, { kind: 'passkey', slotId });
  expect([code, order.length]).toEqual(['ok', 2]);
  expect(order[0]).toMatchObject(['log', expect.stringMatching(/proven by a passkey$/), { way: 'passkey' }]);
  authenticator.failures.push('refused');
  expect(await exported(tab, { kind: 'passkey', slotId })).toEqual({ code: 'passkey_refused', order: [] });
  expect(await exported(tab, { kind: 'passkey', slotId: 'another' })).toEqual({ code: 'unexpected', order: [] });
});

test('a locked vault gives no readable file, nor does one that locks while the proof is checked or the file is made', async () => {
  const tab = await openNewVault();
  const asked = exported(tab, byMaster);
  tab.actions.lock('button');
  expect(await asked).toEqual({ code: 'locked', order: [] });
  expect(await exported(tab, byMaster)).toEqual({ code: 'locked', order: [] });
  must(await tab.actions.unlockWithMaster(master));
  expect((await exported(tab, byMaster, () => tab.actions.lock('button'))).order[1]).toBe('overtaken');
});
