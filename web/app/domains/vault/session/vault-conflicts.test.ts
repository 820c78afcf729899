import { expect, test } from 'vitest';
import type { VaultState } from '../contract/vault-state.ts';
import { draftOf } from '../entries/entry-draft.ts';
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

/** A second device on the same vault, open. */
async function openElsewhere(tab: Pick<Tab, 'server'>): Promise<Tab> {
  const other = await openByMaster({ server: tab.server });
  await untilVerified(other);
  await until(other, (state) => state.stage === 'open' && state.ways.device);
  return other;
}

test('fields that were changed on two devices are both kept where they are not the same', async () => {
  const tab = await openNewVault();
  const { id } = must(await tab.actions.save(null, draft('Bank'), null));
  const other = await openElsewhere(tab);
  const { version } = must(await tab.actions.openForEdit(id));
  const there = must(await other.actions.openForEdit(id));
  must(await other.actions.save(id, draft('Bank', {}, { username: 'grace' }), there.version));
  must(await tab.actions.save(id, draft('Bank', { notes: 'two keys' }), version));
  must(await other.actions.openForEdit(id));
  const { secrets } = must(await tab.actions.openForEdit(id));
  expect(secrets.notes).toBe('two keys');
  expect(tab.store.read()).toMatchObject({ items: [{ version: 3, details: { username: 'grace' } }] });
});

test('a field that was changed twice is never overwritten: the owner chooses, and the choice is saved over what was there', async () => {
  const tab = await openNewVault();
  const { id } = must(await tab.actions.save(null, draft('Bank'), null));
  const other = await openElsewhere(tab);
  const { version } = must(await tab.actions.openForEdit(id));
  const there = must(await other.actions.openForEdit(id));
  must(await other.actions.save(id, draft('Bank', { password: 'theirs' }), there.version));
  const refused = await tab.actions.save(id, draft('Bank', { password: 'mine' }), version);
  expect(refused).toMatchObject({ failure: { code: 'conflict', fields: ['password'], theirsVersion: 2 } });
  if (refused.ok || refused.failure.code !== 'conflict') throw new Error('no conflict');
  expect(refused.failure.theirs.secrets.password).toBe('theirs');
  must(await tab.actions.save(id, draft('Bank', { password: 'mine' }), refused.failure.theirsVersion));
  const { secrets } = must(await tab.actions.openForEdit(id));
  expect(secrets.password).toBe('mine');
  expect(secrets.history.map((earlier) => earlier.secrets.password)).toEqual(['theirs', 'secret of Bank']);
});

test('an edit starts from one reading of the entry, so that an older list takes nothing back', async () => {
  const tab = await openNewVault();
  const { id } = must(await tab.actions.save(null, draft('Bank'), null));
  const other = await openElsewhere(tab);
  const there = must(await other.actions.openForEdit(id));
  must(await other.actions.save(id, draft('Bank of Alderney'), there.version));
  // Another save brings the newer row along, whatever is still drawn.
  must(await tab.actions.save(null, draft('Chess'), null));
  const { details, secrets, version } = must(await tab.actions.openForEdit(id));
  expect({ title: details.title, version }).toEqual({ title: 'Bank of Alderney', version: 2 });
  must(await tab.actions.save(id, draftOf({ ...details, favorite: true }, secrets), version));
  expect(must(await tab.actions.openForEdit(id)).details).toMatchObject({ title: 'Bank of Alderney', favorite: true });
});

test('a change that another device wrote between reading and writing is not lost', async () => {
  const tab = await openNewVault();
  const other = await openElsewhere(tab);
  tab.server.beforeWrite = () => other.actions.save(null, draft('From elsewhere'), null);
  must(await tab.actions.save(null, draft('From here'), null));
  const titles = () => {
    const state = tab.store.read();
    return state.stage === 'open' ? state.items.map(({ details }) => details.title).sort() : [];
  };
  expect(titles()).toEqual(['From elsewhere', 'From here']);
  expect(tab.server.rows.size).toBe(2);
});

test('another tab sees what was saved in this one, and is locked with it', async () => {
  const tab = await openNewVault();
  const beside = await openByMaster({ server: tab.server, device: tab.device, tabs: tab.tabs });
  await untilVerified(beside);
  must(await tab.actions.save(null, draft('Bank'), null));
  const seen = await until(beside, (state) => state.stage === 'open' && state.items.length === 1 && state.verification.verified === 1);
  expect(seen).toMatchObject({ verification: { findings: [] } });
  tab.actions.lock('button');
  expect(beside.store.read().stage).toBe('locked');
  expect(beside.workers.started).toBe(beside.workers.ended);
  expect(beside.notices).toContainEqual({ kind: 'locked', reason: 'elsewhere', lost: 0 });
});

test('a vault that this device knows and the server does not show raises an alarm, and is never set up again by itself', async () => {
  const tab = await openNewVault();
  tab.actions.lock('button');
  Object.assign(tab.server, { vaultId: undefined, epoch: 0 });
  const again = openTab({ server: tab.server, device: tab.device });
  expect(await untilStage(again, 'alarm')).toMatchObject({ findings: [{ code: 'vault_missing' }], presentEpoch: null });
  expect(codeOf(await again.actions.setMaster('another master'))).not.toBe('ok');
});

test('a server that calls the owner by another name does not get around what this device knows', async () => {
  const tab = await openNewVault();
  tab.actions.lock('button');
  tab.server.userId = '11111111-2222-4333-8444-555555555555';
  const renamed = openTab({ server: tab.server, device: tab.device });
  expect(await untilStage(renamed, 'alarm')).toMatchObject({ findings: [{ code: 'vault_replaced' }] });
  Object.assign(tab.server, { vaultId: undefined, epoch: 0 });
  const emptied = openTab({ server: tab.server, device: tab.device });
  expect(await untilStage(emptied, 'alarm')).toMatchObject({ findings: [{ code: 'vault_missing' }] });
  expect(codeOf(await emptied.actions.setMaster('another master'))).not.toBe('ok');
  await untilStage(emptied, 'alarm');
  must(await emptied.actions.acceptRestoredEpoch());
  expect(emptied.store.read()).toMatchObject({ stage: 'locked', kind: 'none' });
});

test('an alarm takes what was copied off the clipboard and ends older proofs, as a lock does', async () => {
  const tab = await openNewVault();
  const restore = tab.server.remember();
  const { id } = must(await tab.actions.save(null, draft('Bank'), null));
  must(await tab.actions.copySecret(must(await tab.actions.readSecrets(id, 'copy')).password));
  expect(tab.board.text).toBe('secret of Bank');
  restore();
  tab.store.catchUp();
  await untilStage(tab, 'alarm');
  await expect.poll(() => tab.board.text).toBe('');
  expect(tab.server.locks).toEqual(['alarm']);
});

test('the owner’s confirmation for one state is not taken for another that the server shows afterwards', async () => {
  const tab = await openNewVault();
  const first = tab.server.remember();
  must(await tab.actions.save(null, draft('One'), null));
  const second = tab.server.remember();
  must(await tab.actions.save(null, draft('Two'), null));
  tab.actions.lock('button');
  second();
  const again = openTab({ server: tab.server, device: tab.device });
  const { presentEpoch } = await untilStage(again, 'alarm');
  first();
  expect(codeOf(await again.actions.acceptRestoredEpoch())).toBe('unexpected');
  expect(await untilStage(again, 'alarm')).toMatchObject({ findings: [{ code: 'rolled_back' }], presentEpoch: (presentEpoch ?? 0) - 1 });
  second();
  again.actions.retry();
  await until(again, (state) => state.stage === 'alarm' && state.presentEpoch === presentEpoch);
  must(await again.actions.acceptRestoredEpoch());
  first();
  expect(codeOf(await again.actions.unlockWithMaster(master))).toBe('locked');
  expect(again.store.read()).toMatchObject({ stage: 'alarm', findings: [{ code: 'rolled_back' }] });
  Object.assign(tab.server, { vaultId: undefined, epoch: 0 });
  again.actions.retry();
  await until(again, (state) => state.stage === 'alarm' && state.findings[0]?.code === 'vault_missing');
});

test('the owner’s confirmation for the epoch that the server claims does not let an older head in: that one wants a word of its own', async () => {
  const tab = await openNewVault();
  const oldest = tab.server.remember();
  must(await tab.actions.save(null, draft('One'), null));
  must(await tab.actions.save(null, draft('Two'), null));
  tab.actions.lock('button');
  const claimed = tab.server.epoch - 1;
  oldest();
  const sealed = tab.server.epoch;
  tab.server.epoch = claimed;
  const again = openTab({ server: tab.server, device: tab.device });
  expect(await untilStage(again, 'alarm')).toMatchObject({ findings: [{ code: 'rolled_back' }], presentEpoch: claimed });
  must(await again.actions.acceptRestoredEpoch());
  expect(codeOf(await again.actions.unlockWithMaster(master))).toBe('locked');
  const alarm = await untilStage(again, 'alarm');
  expect(alarm.findings.map(({ code }) => code)).toEqual(['rolled_back', 'head_stale']);
  expect(alarm.presentEpoch).toBe(sealed);
  must(await again.actions.acceptRestoredEpoch());
  must(await again.actions.unlockWithMaster(master));
  const { verification } = await untilVerified(again);
  expect(verification.findings).toEqual([]);
  expect(verification.total).toBe(0);
});

test('a head that was exchanged at the same epoch is an alarm, and nothing stays open', async () => {
  const tab = await openNewVault();
  const restore = tab.server.remember();
  must(await tab.actions.save(null, draft('One'), null));
  tab.actions.lock('button');
  const kept = [...tab.device.kept.values()];
  restore();
  tab.device.kept.clear();
  const forger = await openByMaster({ server: tab.server });
  await until(forger, (state) => state.stage === 'open' && state.ways.device);
  for (const pin of kept) tab.device.kept.set(pin.userId, { ...pin, epoch: tab.server.epoch });
  const again = openTab({ server: tab.server, device: tab.device });
  await untilStage(again, 'locked');
  expect(codeOf(await again.actions.unlockWithMaster(master))).toBe('locked');
  // The forger's browser is a way in that this one does not know.
  expect(again.store.read()).toMatchObject({ stage: 'alarm', findings: [{ code: 'forked' }, { code: 'slots_changed' }] });
  expect(again.workers.started).toBe(again.workers.ended);
});

test('a row that another program changed, took away or put there is named, and the others stay usable', async () => {
  const tab = await openNewVault();
  const ids: string[] = [];
  for (const title of ['One', 'Two', 'Three']) ids.push(must(await tab.actions.save(null, draft(title), null)).id);
  const [one = '', two = '', three = ''] = ids;
  const stolen = tab.server.rows.get(two);
  tab.server.rows.delete(one);
  tab.server.put({ id: two, password_encrypted: String(tab.server.rows.get(three)?.['password_encrypted']) });
  tab.server.put({ id: '00000000-0000-4000-8000-000000000001', password_encrypted: String(stolen?.['password_encrypted']) });
  await lockAndOpen(tab);
  const { verification } = await untilVerified(tab);
  expect([verification.verified, verification.total]).toEqual([1, 3]);
  expect(verification.findings).toContainEqual({ code: 'missing', id: one });
  expect(verification.findings).toContainEqual({ code: 'altered', id: two });
  expect(verification.findings).toContainEqual({ code: 'unreadable', id: '00000000-0000-4000-8000-000000000001' });
  expect(must(await tab.actions.readSecrets(three, 'view')).password).toBe('secret of Three');
  expect(codeOf(await tab.actions.readSecrets(two, 'view'))).toBe('unexpected');
});

const logFindings = async (tab: Pick<Tab, 'store'>) => {
  const isChecked = (now: VaultState) => now.stage === 'open' && now.verification.findings.length > 0;
  const state = await until(tab, isChecked);
  return state.stage === 'open' ? state.verification.findings.map(({ code }) => code) : [];
};

test.each([
  ['cut behind', [{ sequence: 2, hash: '\\x02' }], 'log_cut'],
  ['emptied behind', [], 'log_cut'],
  ['written again under', [{ sequence: 7, hash: '\\xff' }], 'log_altered'],
] as const)('a log that was %s the sealed checkpoint is named at every opening, until the owner goes on from it', async (_, log, code) => {
  const tab = await openNewVault();
  const sealed = tab.server.log.at(-1);
  tab.server.log = log.map((row) => ({ ...row, sequence: code === 'log_altered' ? (sealed?.sequence ?? 0) : row.sequence }));
  // A later row does not cover up what is missing before it.
  if (log.length > 0) tab.server.log.push({ sequence: (sealed?.sequence ?? 0) + 5, hash: '\\x05' });
  const byMaster = async () => codeOf(await tab.actions.unlockWithMaster(master));
  const byCode = async () => codeOf(await tab.actions.unlockWithCode(rightCode));
  for (const unlock of [byMaster, byCode, byMaster]) {
    tab.actions.lock('button');
    expect(await unlock()).toBe('ok');
    expect(await logFindings(tab)).toEqual([code]);
  }
  must(await tab.actions.acceptLog());
  await until(tab, (now) => now.stage === 'open' && now.verification.findings.length === 0);
  await lockAndOpen(tab);
  expect((await untilVerified(tab)).verification.findings).toEqual([]);
});

test('the word for a log that was tampered with wants the secrets’ keys, and a log that does not answer is not called cut', async () => {
  const tab = await openNewVault();
  const { log } = tab.server;
  tab.server.log = [];
  tab.actions.lock('button');
  must(await tab.actions.unlockWithCode(rightCode));
  expect(await logFindings(tab)).toEqual(['log_cut']);
  expect(codeOf(await tab.actions.acceptLog())).toBe('locked');
  tab.actions.lock('button');
  tab.server.log = log;
  tab.server.isLogAway = true;
  must(await tab.actions.unlockWithMaster(master));
  expect((await untilVerified(tab)).verification.findings).toEqual([]);
});

test('a thousand changes told of at once are one look, and what the owner does has its turn', async () => {
  const tab = await openNewVault();
  await until(tab, (state) => state.stage === 'open' && state.ways.device);
  const { snapshot } = tab.server.backend;
  let looks = 0;
  Object.assign(tab.server.backend, {
    snapshot: (...asked: Parameters<typeof snapshot>) => {
      looks += 1;
      return snapshot(...asked);
    },
  });
  const other = tab.tabs.open();
  for (let told = 1; told <= 1_000; told += 1) other.tell({ kind: 'changed', epoch: 1_000 + told });
  must(await tab.actions.save(null, draft('Bank'), null));
  expect(looks).toBe(1);
  other.tell({ kind: 'changed', epoch: 9_000 });
  must(await tab.actions.save(null, draft('Chess'), null));
  expect(looks).toBe(2);
});

test('what the open list does while its vault is replaced waits for the new one, and takes it for nobody else’s', async () => {
  const tab = await openNewVault();
  must(await tab.actions.save(null, draft('Lost'), null));
  await until(tab, (state) => state.stage === 'open' && state.ways.device);
  tab.actions.lock('button');
  must(await tab.actions.unlockWithCode(rightCode));
  const { replace } = tab.server.backend;
  Object.assign(tab.server.backend, {
    replace: async (...sent: Parameters<typeof replace>) => {
      const answer = await replace(...sent);
      // The answer is still under way when the list looks for what is newer.
      tab.store.catchUp();
      for (let turns = 0; turns < 100; turns += 1) await Promise.resolve();
      return answer;
    },
  });
  must(await tab.actions.replaceVault('another master altogether'));
  must(await tab.actions.save(null, draft('Afterwards'), null));
  expect(tab.store.read()).toMatchObject({ stage: 'open', tier: 'secrets', items: [{ details: { title: 'Afterwards' } }] });
});

test('an entry that another device deleted permanently is no alarm here, and is counted no more', async () => {
  const tab = await openNewVault();
  const ids: string[] = [];
  for (const title of ['Bank', 'Chess', 'Garden', 'Harbour']) ids.push(must(await tab.actions.save(null, draft(title), null)).id);
  const other = await openElsewhere(tab);
  for (const id of ids.slice(0, 3)) {
    must(await other.actions.trash(id));
    must(await other.actions.removeForever(id));
  }
  tab.store.catchUp();
  const { verification, items } = await until(tab, (state): state is Extract<VaultState, { stage: 'open' }> => {
    return state.stage === 'open' && state.items.length === 1 && state.verification.verified === 1;
  });
  expect(verification).toMatchObject({ verified: 1, total: 1, findings: [] });
  expect(items.map(({ finding }) => finding)).toEqual([null]);
  must(await tab.actions.save(null, draft('Mine'), null));
  expect(tab.store.read()).toMatchObject({ verification: { verified: 2, total: 2, findings: [] } });
});

test('a change of an entry that was deleted permanently elsewhere is told as such, and can be saved as a new entry', async () => {
  const tab = await openNewVault();
  const { id } = must(await tab.actions.save(null, draft('Bank'), null));
  const { version } = must(await tab.actions.openForEdit(id));
  const other = await openElsewhere(tab);
  must(await other.actions.trash(id));
  must(await other.actions.removeForever(id));
  const typed = draft('Bank', { password: 'typed' });
  expect(codeOf(await tab.actions.save(id, typed, version))).toBe('entry_gone');
  must(await tab.actions.save(null, typed, null));
  expect(tab.store.read()).toMatchObject({ items: [{ details: { title: 'Bank' } }], verification: { findings: [] } });
});

test('a change of an entry that was put into the trash elsewhere takes it out again, instead of being saved out of sight', async () => {
  const tab = await openNewVault();
  const { id } = must(await tab.actions.save(null, draft('Bank'), null));
  const { version } = must(await tab.actions.openForEdit(id));
  const other = await openElsewhere(tab);
  must(await other.actions.trash(id));
  must(await tab.actions.save(id, draft('Bank', { password: 'typed' }), version));
  expect(tab.store.read()).toMatchObject({ items: [{ details: { trashedAt: null } }] });
});

test('an outage ends by itself: the server is looked for again, without anything being pressed', async () => {
  const tab = await openNewVault();
  tab.server.isAway = true;
  expect(codeOf(await tab.actions.save(null, draft('Bank'), null))).toBe('unreachable');
  const looked = async (passMs: number) => {
    tab.timer.pass(passMs);
    await new Promise((resolve) => setTimeout(resolve));
  };
  await looked(10_000);
  expect(tab.store.read()).toMatchObject({ offline: true });
  tab.server.isAway = false;
  await looked(20_000);
  await until(tab, (state) => state.stage === 'open' && !state.offline);
  must(await tab.actions.save(null, draft('Bank'), null));
});
