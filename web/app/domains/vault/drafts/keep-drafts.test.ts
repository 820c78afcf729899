import { expect, test } from 'vitest';
import type { FormDraft } from '../contract/vault-drafts.ts';
import type { VaultState } from '../contract/vault-state.ts';
import { rightCode } from '../testing/memory-server.ts';
import {
  codeOf,
  draft,
  lockAndOpen,
  master,
  must,
  openByMaster,
  openNewVault,
  openTab,
  type Tab,
  until,
  untilStage,
  untilVerified,
} from '../testing/vault-world.ts';

const titlesOf = (tab: Pick<Tab, 'store'>): string[] => {
  const state: VaultState = tab.store.read();
  return state.stage === 'open' ? state.items.map(({ details }) => details.title).sort() : [];
};

/** This device has opened the vault once and sealed its key for drafts; then the list is opened by code alone. */
async function openByCodeOnly(): Promise<Tab> {
  const tab = await openNewVault();
  await expect.poll(() => tab.device.drafts.keys.size).toBe(1);
  tab.actions.lock('button');
  must(await tab.actions.unlockWithCode(rightCode));
  return tab;
}

test('every entry that was saved before there is a master is there once it is set, not the last one alone', async () => {
  const tab = openTab();
  await untilStage(tab, 'locked');
  must(await tab.actions.unlockWithCode(rightCode));
  tab.actions.keepPending(draft('First bank'));
  tab.actions.keepPending(draft('Second bank'));
  expect(tab.store.read()).toMatchObject({
    pending: [
      { title: 'First bank', isKept: false },
      { title: 'Second bank', isKept: false },
    ],
  });
  expect(tab.actions.unkeptCount()).toBe(2);
  must(await tab.actions.setMaster(master));
  await expect.poll(() => titlesOf(tab)).toEqual(['First bank', 'Second bank']);
  expect(tab.server.rows.size).toBe(2);
  expect(tab.store.read()).toMatchObject({ pending: [] });
});

test('what was saved without the master outlives a lock and a new page, sealed, and is added once', async () => {
  const tab = await openByCodeOnly();
  tab.actions.keepPending(draft('First bank', { password: 'not to be read' }));
  tab.actions.keepPending(draft('Second bank'));
  await until(tab, (state) => state.stage === 'open' && state.pending.length === 2 && state.pending.every(({ isKept }) => isKept));
  expect(tab.actions.unkeptCount()).toBe(0);
  tab.actions.lock('idle');
  expect(tab.notices).toContainEqual({ kind: 'locked', reason: 'idle', lost: 0 });
  expect(JSON.stringify([...tab.device.drafts.sealed.values(), ...tab.device.drafts.keys.values()])).not.toMatch(/bank|not to be read/i);
  const again = await openByMaster({ server: tab.server, device: tab.device });
  await expect.poll(() => titlesOf(again)).toEqual(['First bank', 'Second bank']);
  await expect.poll(() => tab.device.drafts.sealed.size).toBe(0);
  await lockAndOpen(again);
  expect((await untilVerified(again)).items).toHaveLength(2);
});

test('where this device cannot keep it, a lock says how much it lost, and the page asks before it is closed', async () => {
  const tab = openTab();
  await untilStage(tab, 'locked');
  must(await tab.actions.unlockWithCode(rightCode));
  tab.actions.keepPending(draft('First bank'));
  expect(tab.store.wouldLose()).toBe(true);
  tab.actions.lock('button');
  expect(tab.notices).toContainEqual({ kind: 'locked', reason: 'button', lost: 1 });
});

test('a half-typed edit survives a lock by idling, sealed, and is offered again with the master', async () => {
  const tab = await openNewVault();
  await expect.poll(() => tab.device.drafts.keys.size).toBe(1);
  const { id } = must(await tab.actions.save(null, draft('Bank'), null));
  const typed: FormDraft = { id: 'form', entryId: id, baseVersion: 1, draft: draft('', { password: 'half' }), finished: false };
  const stop = tab.actions.watchForm(() => typed);
  tab.actions.lock('idle');
  stop();
  await expect.poll(() => tab.device.drafts.sealed.size).toBe(1);
  expect(JSON.stringify([...tab.device.drafts.sealed.values()])).not.toContain('half');
  must(await tab.actions.unlockWithMaster(master));
  await until(tab, (state) => state.stage === 'open' && state.drafts.length === 1);
  const kept = tab.actions.readDraft('form');
  expect(kept).toMatchObject({ entryId: id, baseVersion: 1, draft: { details: { title: '' }, secrets: { password: 'half' } } });
  must(await tab.actions.save(id, draft('Bank', { password: 'whole' }), 1));
  tab.actions.dropDraft('form');
  await expect.poll(() => tab.device.drafts.sealed.size).toBe(0);
  expect(tab.store.read()).toMatchObject({ drafts: [] });
});

test('drafts stay readable through a rotation made here, and one made elsewhere is told of, not passed over', async () => {
  const tab = await openByCodeOnly();
  tab.actions.keepPending(draft('First bank'));
  await expect.poll(() => tab.device.drafts.sealed.size).toBe(1);
  const sealed = [...tab.device.drafts.sealed.values()];
  await lockAndOpen(tab);
  await expect.poll(() => titlesOf(tab)).toEqual(['First bank']);
  must(await tab.actions.security.rotateKey({ kind: 'master', master }, 'a heron stands on one leg'));
  await until(tab, (state) => state.stage === 'open' && state.rotation === null);
  const [key] = tab.device.drafts.keys.values();
  expect(key?.keyId).not.toBe(sealed[0]?.id);
  tab.actions.lock('button');
  must(await tab.actions.unlockWithCode(rightCode));
  tab.actions.keepPending(draft('Second bank'));
  await until(tab, (state) => state.stage === 'open' && state.pending.every(({ isKept }) => isKept));
  await lockAndOpen(tab, 'a heron stands on one leg');
  await expect.poll(() => titlesOf(tab)).toEqual(['First bank', 'Second bank']);
  // As on a device that was away while another one gave the vault its key.
  tab.actions.lock('button');
  if (key !== undefined) await tab.device.drafts.keepKey({ ...key, sealedPrivate: key.sealedPrivate.slice(0, -8) });
  await tab.device.drafts.keep({
    ...sealed[0],
    id: 'old',
    userId: key?.userId ?? '',
    vaultId: key?.vaultId ?? '',
    keptAtMs: tab.timer.nowMs(),
    sealed: 'd2.a.b',
  });
  must(await tab.actions.unlockWithMaster('a heron stands on one leg'));
  await until(tab, (state) => state.stage === 'open' && state.unreadableDrafts === 1);
  expect(codeOf(await tab.actions.save(null, draft('Third'), null))).toBe('ok');
});
