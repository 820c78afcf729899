import { expect, test } from 'vitest';
import { MemoryServer } from '../testing/memory-server.ts';
import { codeOf, draft, lockAndOpen, master, must, openTab, until, untilStage, untilVerified } from '../testing/vault-world.ts';

const oldMaster = 'correct horse battery';

/** A row of the legacy product: AES-GCM under the SHA-256 of the master, base64 of IV and ciphertext. */
async function legacyRow(number: number, password: string, sealedWith = oldMaster) {
  const raw = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(sealedWith));
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(password)));
  const id = `${number.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
  return { id, title: `Site ${number}`, username: 'ada', password_encrypted: btoa(String.fromCharCode(...iv, ...sealed)) };
}

async function legacyServer(count: number): Promise<MemoryServer> {
  const server = new MemoryServer();
  for (let number = 1; number <= count; number += 1) server.put(await legacyRow(number, `password ${number}`));
  return server;
}

test('the legacy product’s rows are written again under another master, read back, and only then its traces are removed', async () => {
  const server = await legacyServer(450);
  const tab = openTab({ server });
  expect(await untilStage(tab, 'locked')).toMatchObject({ kind: 'older', entryCount: 450 });
  expect(codeOf(await tab.actions.setMaster(master))).not.toBe('ok');
  await untilStage(tab, 'locked');
  expect(codeOf(await tab.actions.upgrade('a wrong one', master))).toBe('wrong_master');
  expect(codeOf(await tab.actions.upgrade(oldMaster, oldMaster))).toBe('same_master');
  expect(tab.leftovers.isHere).toBe(true);
  const upgraded = must(await tab.actions.upgrade(oldMaster, master));
  expect(upgraded.failed).toEqual([]);
  expect(tab.leftovers.isHere).toBe(false);
  expect([...server.rows.values()].every((row) => String(row['password_encrypted']).startsWith('v2.') && row['title'] === '')).toBe(true);
  await lockAndOpen(tab);
  const open = await untilVerified(tab);
  expect(open.verification).toMatchObject({ verified: 450, total: 450, findings: [] });
  const item = open.items.find(({ details }) => details.title === 'Site 7');
  expect(must(await tab.actions.readSecrets(item?.id ?? '', 'view')).password).toBe('password 7');
});

test('a row under yet another master stays as it is and is named; it is converted later with the master it was sealed under, and a wrong one changes nothing', async () => {
  const server = await legacyServer(2);
  for (const number of [3, 4]) server.put(await legacyRow(number, `else ${number}`, 'another old master'));
  const lost = await legacyRow(5, 'lost', 'a master nobody knows');
  server.put(lost);
  const tab = openTab({ server });
  await untilStage(tab, 'locked');
  expect(must(await tab.actions.upgrade(oldMaster, master)).failed).toEqual(['Site 3', 'Site 4', 'Site 5']);
  expect(server.rows.get(lost.id)).toMatchObject({ password_encrypted: lost.password_encrypted });
  await untilVerified(tab);
  const before = [...server.rows.values()].map((row) => row['password_encrypted']);
  expect(must(await tab.actions.convertLeft('guessed'))).toEqual({ converted: 0, left: ['Site 3', 'Site 4', 'Site 5'] });
  expect([...server.rows.values()].map((row) => row['password_encrypted'])).toEqual(before);
  expect(must(await tab.actions.convertLeft('another old master'))).toEqual({ converted: 2, left: ['Site 5'] });
  await lockAndOpen(tab);
  const open = await untilVerified(tab);
  expect(open.verification).toMatchObject({ verified: 4, total: 4, findings: [{ code: 'unconverted' }] });
  const item = open.items.find(({ details }) => details.title === 'Site 4');
  expect(must(await tab.actions.readSecrets(item?.id ?? '', 'view')).password).toBe('else 4');
});

test('an upgrade that was broken off goes on at the next opening, under the new master alone', async () => {
  const server = await legacyServer(250);
  const tab = openTab({ server });
  await untilStage(tab, 'locked');
  server.beforeWrite = async () => {
    // The first batch goes through, then the machine is gone.
    server.beforeWrite = async () => {
      server.isAway = true;
    };
  };
  expect(codeOf(await tab.actions.upgrade(oldMaster, master))).toBe('unreachable');
  expect(tab.leftovers.isHere).toBe(true);
  tab.stop();
  server.isAway = false;
  const again = openTab({ server, device: tab.device });
  expect(await untilStage(again, 'locked')).toMatchObject({ kind: 'present' });
  must(await again.actions.unlockWithMaster(master));
  await until(again, (state) => state.stage === 'open' && state.items.length === 250);
  await expect.poll(() => again.leftovers.isHere).toBe(false);
  expect((await untilVerified(again)).verification).toMatchObject({ verified: 250, findings: [] });
});

test('a row of the older format that appears after its closing is named, not read', async () => {
  const server = await legacyServer(1);
  const tab = openTab({ server });
  await untilStage(tab, 'locked');
  must(await tab.actions.upgrade(oldMaster, master));
  must(await tab.actions.save(null, draft('Mine'), null));
  const planted = await legacyRow(9, 'bait');
  server.put(planted);
  await lockAndOpen(tab);
  const { verification, items } = await untilVerified(tab);
  expect(verification.findings).toEqual([{ code: 'planted_v1', id: planted.id }]);
  expect(items.map(({ id }) => id)).not.toContain(planted.id);
});

test('a second browser that opens the upgraded vault loses the legacy product’s traces too, and its owner is told', async () => {
  const server = await legacyServer(2);
  const first = openTab({ server });
  await untilStage(first, 'locked');
  must(await first.actions.upgrade(oldMaster, master));
  const second = openTab({ server });
  await untilStage(second, 'locked');
  expect(second.leftovers.isHere).toBe(true);
  must(await second.actions.unlockWithMaster(master));
  await until(second, (state) => state.stage === 'open' && state.legacyRemoved);
  expect(second.leftovers.isHere).toBe(false);
  await lockAndOpen(second);
  expect((await untilVerified(second)).legacyRemoved).toBe(false);
});
