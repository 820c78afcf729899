import { expect, test } from 'vitest';
import type { VaultState } from './contract/vault-state.ts';
import { rightCode } from './testing/memory-server.ts';
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
} from './testing/vault-world.ts';

test('the first master is set where there is neither slot nor row, and opens the vault after a lock', async () => {
  const tab = await openNewVault();
  expect(tab.recoveryKey).toMatch(/^([A-Z2-7]{4}-){7}[A-Z2-7]{4}$/);
  const { id } = must(await tab.actions.save(null, draft('Bank'), null));
  expect((await untilVerified(tab)).verification).toMatchObject({ verified: 1, total: 1, findings: [] });
  tab.actions.lock('button');
  expect(tab.store.read()).toMatchObject({ stage: 'locked', kind: 'present', entryCount: 1 });
  expect(codeOf(await tab.actions.unlockWithMaster('not this one'))).toBe('wrong_master');
  expect(tab.store.read().stage).toBe('locked');
  must(await tab.actions.unlockWithMaster(master));
  const open = await untilVerified(tab);
  expect(open.items.map(({ details }) => details.title)).toEqual(['Bank']);
  expect(open.verification).toMatchObject({ verified: 1, total: 1, findings: [] });
  expect(must(await tab.actions.readSecrets(id, 'view')).password).toBe('secret of Bank');
});

test('after a lock the Worker is ended and the store holds no title, key or pending entry', async () => {
  const tab = await openNewVault();
  must(await tab.actions.save(null, draft('Bank'), null));
  tab.actions.lock('button');
  expect(tab.workers.started).toBe(tab.workers.ended);
  expect(JSON.stringify(tab.store.read())).not.toContain('Bank');
  await expect.poll(() => tab.server.locks).toEqual(['button']);
  expect(codeOf(await tab.actions.save(null, draft('more'), null))).toBe('locked');
});

test('a lock while a newer state is being read, or a write being accepted, stays a lock: nothing is shown again, and no Worker is started', async () => {
  const tab = await openNewVault();
  must(await tab.actions.save(null, draft('Bank'), null));
  const { keepPin } = tab.device;
  const lockWhileItIsKept = () =>
    new Promise<void>((kept) => {
      tab.device.keepPin = async (...given) => {
        tab.device.keepPin = keepPin;
        await keepPin(...given);
        tab.actions.lock('button');
        // Whatever follows has had its turn by the time that the server knows of the lock.
        const told = tab.server.locks.length;
        void expect
          .poll(() => tab.server.locks.length)
          .toBeGreaterThan(told)
          .then(kept);
      };
    });
  const afterReading = lockWhileItIsKept();
  tab.store.catchUp();
  await afterReading;
  expect([tab.store.read().stage, tab.workers.started - tab.workers.ended]).toEqual(['locked', 0]);
  must(await tab.actions.unlockWithMaster(master));
  await untilVerified(tab);
  const afterWriting = lockWhileItIsKept();
  expect(codeOf(await tab.actions.save(null, draft('Chess'), null))).toBe('locked');
  await afterWriting;
  expect([tab.store.read().stage, tab.workers.started - tab.workers.ended]).toEqual(['locked', 0]);
  must(await tab.actions.unlockWithMaster(master));
  expect((await untilVerified(tab)).items).toHaveLength(2);
});

test('a code opens the list on a known device, and nothing secret', async () => {
  const tab = await openNewVault();
  const { id } = must(await tab.actions.save(null, draft('Bank'), null));
  tab.actions.lock('button');
  expect(codeOf(await tab.actions.unlockWithCode('000000'))).toBe('wrong_code');
  expect(must(await tab.actions.unlockWithCode(rightCode))).toEqual({ tier: 'details' });
  const open = await untilVerified(tab);
  expect(open.tier).toBe('details');
  expect(open.items).toHaveLength(1);
  expect(codeOf(await tab.actions.readSecrets(id, 'view'))).toBe('locked');
  must(await tab.actions.unlockWithMaster(master));
  expect(must(await tab.actions.readSecrets(id, 'copy')).password).toBe('secret of Bank');
});

test('a device that was taken away opens nothing by code alone', async () => {
  const tab = await openNewVault();
  const [deviceKey] = tab.device.keys.values();
  must(await tab.actions.security.removeWayIn(deviceKey?.slotId ?? ''));
  expect(tab.store.read()).toMatchObject({ ways: { device: false } });
  expect(tab.device.keys.size).toBe(0);
  tab.actions.lock('button');
  expect(must(await tab.actions.unlockWithCode(rightCode))).toEqual({ tier: 'none' });
});

test('a code on a device without a key shows nothing, and what is filled in then is saved with the master', async () => {
  const first = await openNewVault();
  const other = openTab({ server: first.server });
  await untilStage(other, 'locked');
  expect(must(await other.actions.unlockWithCode(rightCode))).toEqual({ tier: 'none' });
  other.actions.keepPending(draft('Filled in early'));
  expect(other.store.read()).toMatchObject({ stage: 'open', tier: 'none', pending: [{ title: 'Filled in early' }] });
  must(await other.actions.unlockWithMaster(master));
  await expect.poll(() => other.store.read()).toMatchObject({ pending: [], items: [{ details: { title: 'Filled in early' } }] });
});

test('a vault that replaces a lost one goes on from its epoch, counts its own rows, names the former ones, and deletes them permanently when told to', async () => {
  const tab = await openNewVault();
  for (const title of ['Bank', 'Chess', 'Garden']) must(await tab.actions.save(null, draft(title), null));
  tab.actions.lock('button');
  const { epoch } = tab.server;
  must(await tab.actions.replaceVault('a heron stands on one leg'));
  expect(tab.server.epoch).toBeGreaterThan(epoch);
  const { verification } = await until(tab, (state): state is Extract<VaultState, { stage: 'open' }> => {
    return state.stage === 'open' && state.verification.findings.length === 3;
  });
  expect(verification).toMatchObject({ verified: 0, total: 0 });
  must(await tab.actions.save(null, draft('Mine'), null));
  expect(tab.store.read()).toMatchObject({ verification: { verified: 1, total: 1 } });
  const ids = verification.findings.map(({ id }) => id ?? '');
  must(await tab.actions.removeForever(...ids));
  expect(tab.store.read()).toMatchObject({ verification: { verified: 1, total: 1, findings: [] } });
  expect(tab.server.rows.size).toBe(1);
  const again = await openByMaster({ server: tab.server, device: tab.device }, 'a heron stands on one leg');
  expect((await untilVerified(again)).items.map(({ details }) => details.title)).toEqual(['Mine']);
});

test('the recovery key opens, and a fresh one ends the earlier', async () => {
  const tab = await openNewVault();
  const fresh = must(await tab.actions.security.makeRecoveryKey({ kind: 'master', master })).recoveryKey;
  tab.actions.lock('button');
  expect(codeOf(await tab.actions.unlockWithRecoveryKey(tab.recoveryKey))).toBe('wrong_recovery_key');
  expect(codeOf(await tab.actions.unlockWithRecoveryKey('abc'))).toBe('wrong_recovery_key');
  must(await tab.actions.unlockWithRecoveryKey(fresh));
});

test('a lost answer is asked for again, and the entry is written once', async () => {
  const tab = await openNewVault();
  tab.server.lostAnswers = 2;
  const { writes } = tab.server;
  must(await tab.actions.save(null, draft('Bank'), null));
  expect(tab.server.writes).toBe(writes + 1);
  expect(tab.server.rows.size).toBe(1);
});

test('while the backend is away nothing is saved, and that is said', async () => {
  const tab = await openNewVault();
  tab.server.isAway = true;
  expect(codeOf(await tab.actions.save(null, draft('Bank'), null))).toBe('unreachable');
  expect(tab.store.read()).toMatchObject({ stage: 'open', offline: true });
  tab.server.isAway = false;
  must(await tab.actions.save(null, draft('Bank'), null));
  expect(tab.store.read()).toMatchObject({ offline: false });
});

test('a canary raises a notification when it is viewed or copied, and acts are logged by id', async () => {
  const tab = await openNewVault();
  const { id } = must(await tab.actions.save(null, draft('Bait', {}, { canary: true }), null));
  must(await tab.actions.readSecrets(id, 'copy'));
  expect(tab.canaries).toEqual([id]);
  expect(tab.acts.at(-1)).toEqual(['copy', id]);
  must(await tab.actions.copyShown(id, 'a user name or a custom field'));
  expect(tab.canaries).toEqual([id, id]);
  expect(tab.acts.slice(-2)).toEqual([
    ['copy', id],
    ['copy', id],
  ]);
  expect(tab.board.text).toBe('a user name or a custom field');
  expect(JSON.stringify(tab.acts)).not.toContain('Bait');
});

test('trash is given back, and what is removed is gone', async () => {
  const tab = await openNewVault();
  const { id } = must(await tab.actions.save(null, draft('Bank'), null));
  must(await tab.actions.trash(id));
  expect(tab.store.read()).toMatchObject({ items: [{ details: { trashedAt: expect.any(String) } }] });
  must(await tab.actions.restore(id));
  expect(tab.store.read()).toMatchObject({ items: [{ details: { trashedAt: null } }] });
  must(await tab.actions.removeForever(id));
  expect(tab.store.read()).toMatchObject({ items: [] });
  expect(tab.server.rows.size).toBe(0);
});

test('a secret that reaches the clipboard while the vault is being locked does not stay on it', async () => {
  const tab = await openNewVault();
  const { id } = must(await tab.actions.save(null, draft('Bank'), null));
  const { password } = must(await tab.actions.readSecrets(id, 'copy'));
  const copying = tab.actions.copySecret(password);
  tab.actions.lock('button');
  await copying;
  await expect.poll(() => tab.board.text).toBe('');
});

test('a page that is closed tells the server of the lock in the call that it can still send', async () => {
  const tab = await openNewVault();
  tab.stop();
  expect(tab.server.locks).toEqual(['leaving']);
  expect(tab.store.read().stage).toBe('locked');
});

test('a lock that did not reach the server is told again until it does', async () => {
  const tab = await openNewVault();
  tab.server.isAway = true;
  tab.actions.lock('button');
  await new Promise((resolve) => setTimeout(resolve));
  tab.timer.pass(10_000);
  await new Promise((resolve) => setTimeout(resolve));
  expect(tab.server.locks).toEqual([]);
  tab.server.isAway = false;
  tab.timer.pass(30_000);
  await expect.poll(() => tab.server.locks).toEqual(['button']);
  tab.timer.pass(600_000);
  await new Promise((resolve) => setTimeout(resolve));
  expect(tab.server.locks).toEqual(['button']);
});

test('a derivation that is cheaper than new ones are gets dearer at the next opening by master, and nothing else changes', async () => {
  const tab = await openNewVault();
  must(await tab.actions.save(null, draft('Bank'), null));
  const costs = async (at: Pick<Tab, 'actions'>) =>
    must(await at.actions.security.waysIn()).flatMap(({ kind, cost }) => (kind === 'master' ? [cost] : []));
  const [before] = await costs(tab);
  await lockAndOpen(tab);
  await untilVerified(tab);
  expect(await costs(tab)).toEqual([before]);
  tab.actions.lock('button');
  const minCost = { memoryKib: 2 * (before?.memoryKib ?? 0), passes: 4 };
  const later = openTab({ server: tab.server, device: tab.device, minCost });
  await untilStage(later, 'locked');
  must(await later.actions.unlockWithRecoveryKey(tab.recoveryKey));
  await untilVerified(later);
  expect(await costs(later)).toEqual([before]);
  await lockAndOpen(later);
  await expect.poll(async () => (await costs(later))[0]?.memoryKib).toBeGreaterThanOrEqual(minCost.memoryKib);
  await lockAndOpen(later);
  const { verification, items } = await untilVerified(later);
  expect(verification.findings).toEqual([]);
  expect(items).toHaveLength(1);
  must(await later.actions.unlockWithRecoveryKey(tab.recoveryKey));
});
