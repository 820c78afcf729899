import { copyTermMs } from '@castellan/vault-core/offline/device-copy';
import { expect, test } from 'vitest';
import { MemoryAuthenticator } from '../testing/memory-authenticator.ts';
import { rightCode } from '../testing/memory-server.ts';
import { codeOf, draft, master, must, openNewVault, openTab, until, untilStage, untilVerified } from '../testing/vault-world.ts';

/** A device whose owner allowed the copy and unlocked once more with the master; the server then stops. */
async function allowedDevice(ways: Pick<NonNullable<Parameters<typeof openTab>[0]>, 'passkeys' | 'passkeyFactors'> = {}) {
  const first = await openNewVault(ways);
  if (ways.passkeys !== undefined) must(await first.actions.security.addPasskey({ kind: 'master', master }, 'Key ring'));
  must(await first.actions.save(null, draft('Bank'), null));
  first.device.copy.choose(true);
  await untilVerified(first);
  first.actions.lock('button');
  must(await first.actions.unlockWithMaster(master));
  await expect.poll(() => first.device.copy.kept?.own?.kind).toBe('master');
  await expect.poll(() => first.device.copy.keptRows.size).toBe(1);
  first.stop();
  const { server, device, recoveryKey } = first;
  server.isAway = true;
  const reopen = () => openTab({ server, device, ...ways });
  return { server, device, recoveryKey, reopen };
}

test('with the owner’s word, master and recovery key open the last verified state without the server, and say of when it is', async () => {
  const { reopen, recoveryKey } = await allowedDevice();
  for (const open of ['unlockWithMaster', 'unlockWithRecoveryKey'] as const) {
    const tab = reopen();
    const locked = await untilStage(tab, 'locked');
    expect(locked).toMatchObject({ kind: 'present', entryCount: 1, ways: { authenticator: false, device: false } });
    expect(locked.copyAtMs).toBeTypeOf('number');
    expect(codeOf(await tab.actions.unlockWithMaster('not this one'))).toBe('wrong_master');
    must(await tab.actions[open](open === 'unlockWithMaster' ? master : recoveryKey));
    const shown = await untilVerified(tab);
    expect(shown).toMatchObject({ tier: 'secrets', offline: true, verification: { verified: 1, total: 1, findings: [] } });
    expect(shown.copyAtMs).toBe(locked.copyAtMs);
    // The device's own slot for the master stands in no manifest, and is not called foreign for that.
    const waysIn = must(await tab.actions.security.waysIn());
    expect(waysIn.map(({ kind, listed }) => [kind, listed])).toEqual([
      ['master', true],
      ['recovery', true],
    ]);
    const [item] = shown.items;
    expect(must(await tab.actions.readSecrets(item?.id ?? '', 'view')).password).toBe('secret of Bank');
    tab.stop();
  }
});

test('a passkey opens it too, by what the authenticator derives alone', async () => {
  const authenticator = new MemoryAuthenticator();
  const tab = (await allowedDevice({ passkeys: authenticator.passkeyClient, passkeyFactors: authenticator.service })).reopen();
  const { ways, copyAtMs } = await untilStage(tab, 'locked');
  expect(copyAtMs).toBeTypeOf('number');
  expect(ways.passkeys.map(({ label }) => label)).toEqual(['Key ring']);
  must(await tab.actions.unlockWithPasskey(ways.passkeys[0]?.slotId ?? ''));
  expect(await untilVerified(tab)).toMatchObject({ tier: 'secrets', offline: true, verification: { verified: 1, findings: [] } });
});

test('a code opens nothing without the server’s share', async () => {
  const tab = (await allowedDevice()).reopen();
  await untilStage(tab, 'locked');
  expect((await tab.actions.unlockWithCode(rightCode)).ok).toBe(false);
  expect(tab.store.read().stage).toBe('locked');
});

test('without the owner’s word nothing is kept, and taking it back removes what was', async () => {
  const tab = await openNewVault();
  must(await tab.actions.save(null, draft('Bank'), null));
  await untilVerified(tab);
  expect(tab.device.copy.kept).toBeUndefined();
  const allowed = await allowedDevice();
  const later = allowed.reopen();
  await untilStage(later, 'locked');
  allowed.device.copy.choose(false);
  await expect.poll(() => allowed.device.copy.kept).toBeUndefined();
  expect(allowed.device.copy.keptRows.size).toBe(0);
});

test('no master slot of the server, no title and no secret lies in the copy', async () => {
  const { server, device } = await allowedDevice();
  const kept = JSON.stringify([device.copy.kept, ...device.copy.keptRows.values(), ...device.kept.values(), ...device.parts.values()]);
  const [slot] = [...server.slots.values()].filter(({ kind }) => kind === 'master');
  expect(slot).toBeDefined();
  expect(kept).not.toContain(slot?.wrapped);
  expect(kept).not.toContain(slot?.kind === 'master' ? slot.parameters.salt : undefined);
  expect(kept).not.toContain('Bank');
});

test('seven days after the last contact, or under a clock that was set back, the copy says that it wants the server', async () => {
  const { reopen, device } = await allowedDevice();
  const at = device.copy.kept?.contactAtMs ?? 0;
  if (device.copy.kept !== undefined) device.copy.kept = { ...device.copy.kept, contactAtMs: at - copyTermMs };
  expect(await untilStage(reopen(), 'unreachable')).toEqual({ stage: 'unreachable', copy: 'over' });
  if (device.copy.kept !== undefined) device.copy.kept = { ...device.copy.kept, contactAtMs: at, latestMs: at + 3_600_000 };
  expect(await untilStage(reopen(), 'unreachable')).toEqual({ stage: 'unreachable', copy: 'set_back' });
});

test('what is open from the copy locks once the seven days are over', async () => {
  const tab = (await allowedDevice()).reopen();
  await untilStage(tab, 'locked');
  must(await tab.actions.unlockWithMaster(master));
  await untilVerified(tab);
  tab.timer.pass(copyTermMs);
  expect(await untilStage(tab, 'unreachable')).toMatchObject({ copy: 'over' });
});

test('at the next contact what was opened from the copy is held against the server before anything is written', async () => {
  const { reopen, server } = await allowedDevice();
  const tab = reopen();
  await untilStage(tab, 'locked');
  must(await tab.actions.unlockWithMaster(master));
  await untilVerified(tab);
  expect(codeOf(await tab.actions.save(null, draft('Post'), null))).toBe('unreachable');
  server.isAway = false;
  must(await tab.actions.save(null, draft('Post'), null));
  const open = await until(tab, (state) => state.stage === 'open' && !state.offline && state.copyAtMs === null && state.items.length === 2);
  expect(open).toMatchObject({ tier: 'secrets' });
  expect((await untilVerified(tab)).verification.findings).toEqual([]);
});

test('a master that was changed elsewhere opens the copy until the next contact, which removes it', async () => {
  const { reopen, server, device } = await allowedDevice();
  server.isAway = false;
  const other = openTab({ server });
  await untilStage(other, 'locked');
  must(await other.actions.unlockWithMaster(master));
  must(await other.actions.security.changeMaster({ kind: 'master', master }, 'a heron stands in the moat'));
  other.stop();
  server.isAway = true;
  const tab = reopen();
  await untilStage(tab, 'locked');
  must(await tab.actions.unlockWithMaster(master));
  tab.actions.lock('button');
  server.isAway = false;
  tab.actions.retry();
  await expect.poll(() => device.copy.kept).toBeUndefined();
  expect(codeOf(await tab.actions.unlockWithMaster(master))).toBe('ways_in_changed');
  must(await tab.actions.unlockWithMaster('a heron stands in the moat'));
  await expect.poll(() => device.copy.kept?.own?.kind).toBe('master');
});

test('no way in waits for a server that does not answer at all, and what it says late takes the place of a copy that nobody opened', async () => {
  const { reopen, server } = await allowedDevice();
  let answer = () => {};
  server.isAway = false;
  server.hanging = new Promise((resolve) => {
    answer = resolve;
  });
  const [opened, shown] = [reopen(), reopen()];
  for (const tab of [opened, shown]) expect((await untilStage(tab, 'locked')).copyAtMs).toBeTypeOf('number');
  must(await opened.actions.unlockWithMaster(master));
  expect(await untilVerified(opened)).toMatchObject({ tier: 'secrets', offline: true });
  server.hanging = undefined;
  answer();
  await until(shown, (state) => state.stage === 'locked' && state.copyAtMs === undefined && state.ways.authenticator);
  expect(opened.store.read()).toMatchObject({ stage: 'open', tier: 'secrets' });
  opened.store.catchUp();
  await until(opened, (state) => state.stage === 'open' && !state.offline && state.copyAtMs === null);
});
