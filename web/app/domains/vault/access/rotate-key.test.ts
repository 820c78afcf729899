import { expect, test } from 'vitest';
import { MemoryServer } from '../testing/memory-server.ts';
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

const proof = { kind: 'master', master } as const;

const keyOf = (row: unknown) => String(row).split('.')[1];

function keysOfRows({ server }: Pick<Tab, 'server'>): ReadonlySet<string | undefined> {
  return new Set([...server.rows.values()].map((row) => keyOf(row['password_encrypted'])));
}

/** Adds more entries than are sealed again with one write. */
async function fill(tab: Tab, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => `Site ${index},https://s${index}.example,ada,secret ${index},`);
  const bytes = new TextEncoder().encode(['name,url,username,password,note', ...rows, ''].join('\r\n'));
  must(await tab.actions.tools.readImport({ bytes, password: undefined, keyFile: undefined }, {}));
  must(await tab.actions.tools.runImport({}));
}

const untilRotated = (tab: Tab) => until(tab, (state) => state.stage === 'open' && state.rotation === null);

test('after a rotation every row is under another key, the master stays, the former recovery key and passkeys open nothing', async () => {
  const tab = await openNewVault();
  await fill(tab, 230);
  const before = keysOfRows(tab);
  const epoch = tab.server.epoch;
  expect(codeOf(await tab.actions.security.rotateKey({ kind: 'master', master: 'wrong' }, master))).toBe('wrong_master');
  expect(tab.server.epoch).toBe(epoch);
  const { recoveryKey } = must(await tab.actions.security.rotateKey(proof, master));
  await untilRotated(tab);
  const after = keysOfRows(tab);
  expect(after.size).toBe(1);
  expect([...after].some((key) => before.has(key))).toBe(false);
  expect(tab.acts).toContainEqual(['rotate', undefined]);
  tab.actions.lock('button');
  expect(codeOf(await tab.actions.unlockWithRecoveryKey(tab.recoveryKey))).toBe('wrong_recovery_key');
  must(await tab.actions.unlockWithRecoveryKey(recoveryKey));
  expect((await untilVerified(tab)).verification).toMatchObject({ verified: 230, total: 230, findings: [] });
  await lockAndOpen(tab);
  const { items } = await untilVerified(tab);
  const item = items.find(({ details }) => details.title === 'Site 211');
  expect(must(await tab.actions.readSecrets(item?.id ?? '', 'view')).password).toBe('secret 211');
});

test('a rotation that is broken off keeps both keys, everything stays readable, and the next opening finishes it', async () => {
  const server = new MemoryServer();
  const tab = await openNewVault({ server });
  await fill(tab, 450);
  let writes = 0;
  const cut = async () => {
    writes += 1;
    server.beforeWrite = cut;
    // The slots, this device's half and one batch go through; then the machine is gone.
    if (writes > 3) server.isAway = true;
  };
  server.beforeWrite = cut;
  must(await tab.actions.security.rotateKey(proof, 'another master of four'));
  const stopped = await until(tab, (state) => state.stage === 'open' && state.rotation?.running === false && state.offline);
  expect(stopped).toMatchObject({ rotation: { total: 450 } });
  expect(keysOfRows(tab).size).toBe(2);
  tab.stop();
  server.isAway = false;
  server.beforeWrite = undefined;
  const again = openTab({ server, device: tab.device });
  await untilStage(again, 'locked');
  expect(codeOf(await again.actions.unlockWithMaster(master))).toBe('wrong_master');
  must(await again.actions.unlockWithMaster('another master of four'));
  await untilRotated(again);
  expect(keysOfRows(again).size).toBe(1);
  expect((await untilVerified(again)).verification).toMatchObject({ verified: 450, total: 450, findings: [] });
});

test('a rotation pauses when it is told to, and goes on when it is told to', async () => {
  const tab = await openNewVault();
  await fill(tab, 450);
  const { server } = tab;
  let writes = 0;
  const pause = async () => {
    writes += 1;
    server.beforeWrite = pause;
    if (writes === 3) tab.actions.security.stopRotation();
  };
  server.beforeWrite = pause;
  must(await tab.actions.security.rotateKey(proof, master));
  await until(tab, (state) => state.stage === 'open' && state.rotation?.running === false && writes >= 3);
  expect(keysOfRows(tab).size).toBe(2);
  server.beforeWrite = undefined;
  tab.actions.security.resumeRotation();
  await untilRotated(tab);
  expect(keysOfRows(tab).size).toBe(1);
});

test('an entry that cannot be read keeps the old key, and is named', async () => {
  const tab = await openNewVault();
  const { id } = must(await tab.actions.save(null, draft('Bank'), null));
  must(await tab.actions.save(null, draft('Chess'), null));
  const row = tab.server.rows.get(id);
  const text = String(row?.['password_encrypted']);
  tab.server.put({ id, password_encrypted: `${text.slice(0, -8)}AAAAAAAA` });
  await lockAndOpen(tab);
  await untilVerified(tab);
  must(await tab.actions.security.rotateKey(proof, master));
  const stopped = await until(tab, (state) => state.stage === 'open' && state.rotation !== null && state.rotation.blocked.length > 0);
  expect(stopped).toMatchObject({ rotation: { running: false, blocked: [{ id }] } });
});

test('a tab whose key was rotated elsewhere is locked, and opens again', async () => {
  const tab = await openNewVault();
  must(await tab.actions.save(null, draft('Bank'), null));
  const other = await openByMaster({ server: tab.server, device: tab.device, tabs: tab.tabs });
  await untilVerified(other);
  must(await tab.actions.security.rotateKey(proof, master));
  await untilStage(other, 'locked');
  expect(other.notices).toContainEqual({ kind: 'locked', reason: 'rotated', lost: 0 });
  must(await other.actions.unlockWithMaster(master));
  expect((await untilVerified(other)).items).toHaveLength(1);
});

test('ways in are listed with their cost, the self-test passes, and master or recovery key give a new master, under which nothing is lost', async () => {
  const tab = await openNewVault();
  must(await tab.actions.save(null, draft('Bank'), null));
  const ways = must(await tab.actions.security.waysIn());
  expect(ways.map(({ kind, listed, here }) => [kind, listed, here])).toEqual(
    expect.arrayContaining([
      ['master', true, false],
      ['recovery', true, false],
    ]),
  );
  expect(ways.find(({ kind }) => kind === 'master')?.cost?.memoryKib).toBeGreaterThanOrEqual(65_536);
  const report = must(await tab.actions.security.selfTest());
  expect(report.lines.filter(({ passed }) => !passed)).toEqual([]);
  expect(report.lines.map(({ source }) => source)).toContain('RFC 6238, appendix B');
  expect(report.derivation?.cost.passes).toBeGreaterThanOrEqual(3);
  expect(codeOf(await tab.actions.security.changeMaster({ kind: 'master', master: 'wrong' }, 'a second one'))).toBe('wrong_master');
  must(await tab.actions.security.changeMaster(proof, 'a second one'));
  const key = tab.recoveryKey;
  expect(codeOf(await tab.actions.security.changeMaster({ kind: 'recovery', key: 'ABC' }, 'a heron stands'))).toBe('wrong_recovery_key');
  must(await tab.actions.security.changeMaster({ kind: 'recovery', key }, 'a heron stands'));
  tab.actions.lock('button');
  for (const former of [master, 'a second one']) expect(codeOf(await tab.actions.unlockWithMaster(former))).toBe('wrong_master');
  must(await tab.actions.unlockWithMaster('a heron stands'));
  expect((await untilVerified(tab)).items).toHaveLength(1);
});
