import { nextChain } from '@castellan/vault-core/manifest/chain';
import { pointOf } from '@castellan/vault-core/manifest/pin';
import { expect, test } from 'vitest';
import { ownerId, rightCode } from '../testing/memory-server.ts';
import {
  codeOf,
  draft,
  lockAndOpen,
  MemoryDevice,
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

/** A copy of what a device remembers, as another browser would have it that saw the same. */
function sameMemory({ device }: Tab): MemoryDevice {
  const other = new MemoryDevice();
  for (const [userId, pin] of device.kept) other.kept.set(userId, pin);
  for (const [part, envelope] of device.parts) other.parts.set(part, envelope);
  return other;
}

const findingsOf = async (tab: Tab) => (await untilVerified(tab)).verification.findings.map(({ code }) => code);

/** A vault that was restored to the state before its last save, with two browsers that know that save. */
async function restored() {
  const tab = await openNewVault();
  const { id } = must(await tab.actions.save(null, draft('Bank'), null));
  const restore = tab.server.remember();
  must(await tab.actions.save(null, draft('Chess'), null));
  const item = (await untilVerified(tab)).items.find((entry) => entry.id === id);
  must(await tab.actions.save(id, draft('Bank', { password: 'another' }), item?.version ?? null));
  tab.actions.lock('button');
  const other = sameMemory(tab);
  restore();
  return { id, tab, other, again: openTab({ server: tab.server, device: tab.device }) };
}

test('a browser that remembers nothing says that it is the first time, and one that does says nothing', async () => {
  const tab = await openNewVault();
  const stranger = await openByMaster({ server: tab.server });
  expect((await untilVerified(stranger)).verification.firstTime).toBe(true);
  await lockAndOpen(stranger);
  expect((await untilVerified(stranger)).verification.firstTime).toBe(false);
});

test('the server’s restored state is opened by the owner’s confirmation only; it is what this device knows from then on, and is followed with a notice by a browser that knows the other', async () => {
  const { again, other, tab } = await restored();
  const alarm = await untilStage(again, 'alarm');
  expect(alarm).toMatchObject({ findings: [{ code: 'rolled_back' }], hasOwnState: true, seenAtMs: expect.any(Number) });
  expect(alarm.presentEpoch).toBe((alarm.pinnedEpoch ?? 0) - 2);
  must(await again.actions.acceptRestoredEpoch());
  expect(again.store.read().stage).toBe('locked');
  must(await again.actions.unlockWithMaster(master));
  const { items, verification } = await untilVerified(again);
  expect(items.map(({ details }) => details.title)).toEqual(['Bank']);
  expect(again.device.kept.get(ownerId)?.epoch).toBe(tab.server.epoch);
  expect(verification.epoch).toBeGreaterThan(alarm.pinnedEpoch ?? 0);
  const follower = await openByMaster({ server: tab.server, device: other });
  expect(await findingsOf(follower)).toEqual(['restored_elsewhere']);
  await lockAndOpen(follower);
  expect(await findingsOf(follower)).toEqual([]);
});

test('this device’s own state, once chosen, is the list again, and names what the server lost', async () => {
  const { again, other, id, tab } = await restored();
  await untilStage(again, 'alarm');
  must(await again.actions.acceptRestoredEpoch('device'));
  must(await again.actions.unlockWithMaster(master));
  const { items, verification } = await untilVerified(again);
  expect(items.map(({ details }) => details.title).sort()).toEqual(['Bank', 'Chess']);
  expect(verification.findings.map(({ code }) => code).sort()).toEqual(['missing', 'stale']);
  must(await again.actions.adopt(id));
  const follower = await openByMaster({ server: tab.server, device: other });
  expect((await findingsOf(follower)).sort()).toEqual(['missing', 'restored_elsewhere']);
});

test('a rollback that is noticed before opening is counted before the owner chooses, entries and records, and opens nothing by that', async () => {
  const tab = await openNewVault();
  must(await tab.actions.save(null, draft('Bank'), null));
  const record = (collection: string, number: number) => ({
    ...{ collection, id: `0${number}abcdef-0000-4000-8000-00000000000${number}`, fields: { number }, deletedAt: null },
  });
  must(await tab.store.records.write([record('notes', 1)]));
  const restore = tab.server.remember();
  must(await tab.actions.save(null, draft('Chess'), null));
  must(await tab.store.records.write([record('notes', 2), record('money', 1), record('money', 2), record('money', 3)]));
  tab.actions.lock('button');
  restore();
  const again = openTab({ server: tab.server, device: tab.device });
  expect(await untilStage(again, 'alarm')).toMatchObject({ findings: [{ code: 'rolled_back' }], difference: null, hasOwnState: true });
  await again.actions.compareStates();
  expect(await untilStage(again, 'locked')).toMatchObject({ kind: 'present', comparing: true });
  expect(codeOf(await again.actions.unlockWithMaster('another one'))).toBe('wrong_master');
  expect(codeOf(await again.actions.unlockWithMaster(master))).toBe('locked');
  const none = { added: 0, changed: 0, removed: 0 };
  const alarm = await untilStage(again, 'alarm');
  expect(alarm.difference).toEqual({
    ...{ added: 0, changed: 0, removed: 1, isWhole: true },
    records: { notes: { ...none, removed: 1 }, money: { ...none, removed: 3 } },
  });
  expect(again.device.kept.get(ownerId)?.epoch).toBe(alarm.pinnedEpoch);
  must(await again.actions.acceptRestoredEpoch());
  must(await again.actions.unlockWithMaster(master));
  expect((await untilVerified(again)).items.map(({ details }) => details.title)).toEqual(['Bank']);
});

test('the look at an older state is for the state that was shown: another one is an alarm at once', async () => {
  const { again, tab } = await restored();
  await untilStage(again, 'alarm');
  await again.actions.compareStates();
  await untilStage(again, 'locked');
  tab.server.epoch -= 1;
  expect(codeOf(await again.actions.unlockWithMaster(master))).toBe('locked');
  expect(await untilStage(again, 'alarm')).toMatchObject({ findings: [{ code: 'rolled_back' }], difference: null });
});

test('the owner’s word for an older state is for that very one: another of the same epoch is an alarm, and is not joined', async () => {
  const tab = await openNewVault();
  must(await tab.actions.save(null, draft('Bank'), null));
  const fork = tab.server.remember();
  const other = await openByMaster({ server: tab.server });
  await until(other, (state) => state.stage === 'open' && state.ways.device);
  other.actions.lock('button');
  const branch = async (...titles: readonly string[]) => {
    fork();
    const writer = await openByMaster({ server: tab.server });
    for (const title of titles) must(await writer.actions.save(null, draft(title), null));
    writer.stop();
    return tab.server.remember();
  };
  const shown = await branch('Chess', 'Draughts', 'Go');
  const exchanged = await branch('Other', 'Another', 'A third');
  shown();
  const device = new MemoryDevice();
  const owner = await openByMaster({ server: tab.server, device });
  must(await owner.actions.save(null, draft('Ludo'), null));
  owner.stop();
  shown();
  const again = openTab({ server: tab.server, device });
  await untilStage(again, 'alarm');
  await again.actions.compareStates();
  await untilStage(again, 'locked');
  expect(codeOf(await again.actions.unlockWithMaster(master))).toBe('locked');
  expect(await untilStage(again, 'alarm')).toMatchObject({ difference: { added: 0, removed: 1 } });
  must(await again.actions.acceptRestoredEpoch());
  exchanged();
  expect(codeOf(await again.actions.unlockWithMaster(master))).toBe('locked');
  await untilStage(again, 'alarm');
  shown();
  again.actions.retry();
  await untilStage(again, 'alarm');
  must(await again.actions.acceptRestoredEpoch());
  must(await again.actions.unlockWithMaster(master));
  expect((await untilVerified(again)).items.map(({ details }) => details.title).sort()).toEqual(['Bank', 'Chess', 'Draughts', 'Go']);
});

test('a fork that is met while the vault is open is counted against what is open', async () => {
  const { tab } = await restored();
  const open = await openByMaster({ server: tab.server });
  await untilVerified(open);
  // What follows an opening is over: this device's own way in is there.
  await until(open, (state) => state.stage === 'open' && state.ways.device);
  const restore = tab.server.remember();
  must(await open.actions.save(null, draft('Seen here'), null));
  restore();
  const elsewhere = await openByMaster({ server: tab.server });
  for (const title of ['One', 'Two']) must(await elsewhere.actions.save(null, draft(title), null));
  open.actions.retry();
  expect(await untilStage(open, 'alarm')).toMatchObject({
    findings: [{ code: 'forked' }],
    difference: { added: 2, changed: 0, removed: 1 },
  });
});

test('roll back, then overtake: a browser that saw more is told how the entries differ, before anything of it is believed', async () => {
  const { other, tab } = await restored();
  const elsewhere = await openByMaster({ server: tab.server });
  for (const title of ['One', 'Two', 'Three']) must(await elsewhere.actions.save(null, draft(title), null));
  const shown = openTab({ server: tab.server, device: other });
  await untilStage(shown, 'locked');
  expect(codeOf(await shown.actions.unlockWithMaster(master))).toBe('locked');
  const alarm = await untilStage(shown, 'alarm');
  expect(alarm).toMatchObject({ findings: [{ code: 'forked' }], difference: { added: 3, changed: 1, removed: 1 }, hasOwnState: true });
  expect(other.kept.get(ownerId)?.epoch).toBe(alarm.pinnedEpoch);
});

test('head deleted, then "repair": an alarm first; the list comes back as this browser knows it, and is remembered', async () => {
  const tab = await openNewVault();
  must(await tab.actions.save(null, draft('Bank'), null));
  const { id } = must(await tab.actions.save(null, draft('Chess'), null));
  const before = structuredClone(tab.server.rows.get(id));
  const item = (await untilVerified(tab)).items.find((entry) => entry.id === id);
  must(await tab.actions.save(id, draft('Chess', { password: 'another' }), item?.version ?? null));
  tab.actions.lock('button');
  // Everything of the manifest is gone, and an old row is put back.
  tab.server.parts.clear();
  if (before !== undefined) tab.server.rows.set(id, before);
  const again = openTab({ server: tab.server, device: tab.device });
  await untilStage(again, 'locked');
  expect(codeOf(await again.actions.unlockWithMaster(master))).toBe('locked');
  expect(await untilStage(again, 'alarm')).toMatchObject({ findings: [{ code: 'head_missing' }] });
  must(await again.actions.acceptRestoredEpoch());
  must(await again.actions.unlockWithMaster(master));
  expect(await findingsOf(again)).toContain('head_missing');
  must(await again.actions.repairManifest());
  const mended = await until(again, (state) => state.stage === 'open' && state.verification.finished && state.verification.total === 2);
  expect(mended).toMatchObject({ verification: { verified: 1, findings: [{ code: 'stale', id }] } });
  await lockAndOpen(again);
  expect(await findingsOf(again)).toEqual(['stale']);
});

test('a stolen token opens no guess at the master: a browser that is new to the vault wants a code first, one that knows it does not', async () => {
  const tab = await openNewVault();
  tab.actions.lock('button');
  tab.server.isTokenOld = true;
  must(await tab.actions.unlockWithMaster(master));
  tab.actions.lock('button');
  const stranger = openTab({ server: tab.server });
  expect(await untilStage(stranger, 'locked')).toMatchObject({ kind: 'present', ways: { recoveryKey: false } });
  expect(codeOf(await stranger.actions.unlockWithMaster(master))).toBe('fresh_proof_wanted');
  must(await stranger.actions.unlockWithCode(rightCode));
  expect(stranger.store.read()).toMatchObject({ stage: 'open', tier: 'none', ways: { recoveryKey: true } });
  must(await stranger.actions.unlockWithMaster(master));
});

/** A browser that saw a rotation, and the server as somebody with the former key and master puts it together: the state from before, without a head. */
async function formerKeyShown() {
  const tab = await openNewVault();
  must(await tab.actions.save(null, draft('Bank'), null));
  const restore = tab.server.remember();
  must(await tab.actions.security.rotateKey({ kind: 'master', master }, 'a heron stands'));
  await until(tab, (state) => state.stage === 'open' && state.rotation === null && state.ways.device);
  await untilVerified(tab);
  tab.actions.lock('button');
  const { epoch, history } = tab.server;
  restore();
  const head = tab.server.parts.get(-1) ?? '';
  tab.server.parts.delete(-1);
  const before = structuredClone(tab.device.kept.get(ownerId));
  if (before === undefined) throw new Error('nothing is remembered');
  // What comes next can be computed from what the server hands out to everybody.
  const chain = await nextChain(crypto.subtle, [pointOf(before)]);
  Object.assign(tab.server, { epoch: epoch + 1, history: [...history, { epoch: epoch + 1, chain, head: 'no head', parents: undefined }] });
  const unmoved = () => expect(tab.device.kept.get(ownerId)).toEqual(before);
  return { tab, head, unmoved, again: openTab({ server: tab.server, device: tab.device }) };
}

test('a former key behind a missing head: the right master is not called incorrect, the former one raises an alarm that nothing takes away, and no second press moves this browser to that key', async () => {
  const { again, unmoved } = await formerKeyShown();
  await untilStage(again, 'locked');
  expect(codeOf(await again.actions.unlockWithMaster('a heron stands'))).toBe('key_changed');
  for (let press = 1; press <= 2; press += 1) {
    expect(codeOf(await again.actions.unlockWithMaster(master))).toBe('locked');
    const alarm = await untilStage(again, 'alarm');
    expect(alarm.findings.map(({ code }) => code)).toEqual(['rekeyed', 'key_ended', 'head_missing', 'slots_changed']);
    expect(alarm.hasOwnState).toBe(false);
    for (const choice of ['server', 'device'] as const) expect(codeOf(await again.actions.acceptRestoredEpoch(choice))).toBe('unexpected');
    expect(codeOf(await again.actions.repairManifest())).not.toBe('ok');
    again.actions.retry();
    await untilStage(again, 'locked');
  }
  unmoved();
});

test('a head under a key that a rotation has ended is an alarm before any master is asked for', async () => {
  const { tab, head, unmoved } = await formerKeyShown();
  tab.server.parts.set(-1, head);
  const again = openTab({ server: tab.server, device: tab.device });
  const alarm = await untilStage(again, 'alarm');
  expect(alarm.findings.map(({ code }) => code)).toEqual(['rekeyed', 'key_ended']);
  expect(codeOf(await again.actions.acceptRestoredEpoch())).toBe('unexpected');
  expect(again.workers.started).toBe(0);
  unmoved();
});

test('what is remembered never goes over to a key that a rotation has ended, whoever chose it', async () => {
  const { tab } = await formerKeyShown();
  const pin = tab.device.kept.get(ownerId);
  const [ended] = pin?.former ?? [];
  if (pin === undefined || ended === undefined) throw new Error('nothing is remembered of the rotation');
  for (const isOverride of [true, false]) {
    await tab.device.keepPin({ ...pin, epoch: pin.epoch + 9, keyId: ended }, isOverride);
    expect(tab.device.kept.get(ownerId)).toEqual(pin);
  }
});

test('the salt of the master’s slot is changed, and the epoch is claimed one higher: a browser that knows the vault says that the ways in differ, a new one that it cannot tell', async () => {
  const tab = await openNewVault();
  tab.actions.lock('button');
  for (const [id, slot] of tab.server.slots)
    if (slot.kind === 'master') tab.server.slots.set(id, { ...slot, parameters: { ...slot.parameters, salt: 'A'.repeat(22) } });
  tab.server.epoch += 1;
  expect(await tab.actions.unlockWithMaster(master)).toMatchObject({ failure: { code: 'ways_in_changed' } });
  const stranger = openTab({ server: tab.server });
  await untilStage(stranger, 'locked');
  expect(await stranger.actions.unlockWithMaster(master)).toMatchObject({ failure: { code: 'wrong_master', unproven: true } });
});

test('a master that was mistyped is incorrect, and nothing else, in a browser that knows the vault as it is', async () => {
  const tab = await openNewVault();
  tab.actions.lock('button');
  expect(await tab.actions.unlockWithMaster('mistyped')).toEqual({ ok: false, failure: { code: 'wrong_master', unproven: false } });
});

test('ways in that another browser changed are said once, without an alarm', async () => {
  const tab = await openNewVault();
  tab.actions.lock('button');
  const other = await openByMaster({ server: tab.server });
  await until(other, (state) => state.stage === 'open' && state.ways.device);
  must(await other.actions.security.changeMaster({ kind: 'master', master }, 'a heron stands'));
  expect(codeOf(await tab.actions.unlockWithMaster(master))).toBe('ways_in_changed');
  must(await tab.actions.unlockWithMaster('a heron stands'));
  const { changedWays, findings } = (await untilVerified(tab)).verification;
  // The new master, the other browser, and the former master that is gone.
  expect([changedWays.map(({ change }) => change).sort(), findings]).toEqual([['added', 'added', 'removed'], []]);
  await lockAndOpen(tab, 'a heron stands');
  expect((await untilVerified(tab)).verification.changedWays).toEqual([]);
});
