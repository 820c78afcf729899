import { expect, test } from 'vitest';
import { MemoryServer, ownerId, rightCode } from '../testing/memory-server.ts';
import {
  codeOf,
  draft,
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

const later = 'a heron stands in the moat';
const proof = { kind: 'master', master } as const;

/** The answer to the next write never comes: the page was closed meanwhile. Resolves once that write is done at the server. */
function closeDuringNextWrite({ server }: Pick<Tab, 'server'>): Promise<void> {
  return new Promise((written) => {
    server.beforeAnswer = () => {
      written();
      return new Promise(() => undefined);
    };
  });
}

/** The same browser, its page opened again. */
const reopened = ({ server, device }: Tab) => openTab({ server, device });

const pinOfDevice = ({ device }: Pick<Tab, 'device'>) => device.kept.get(ownerId);

/** What an opening says of changes that this device did not make: nothing. */
async function expectNothingSaid(tab: Tab): Promise<void> {
  const { verification } = await untilVerified(tab);
  expect([verification.changedWays, verification.findings, verification.firstTime]).toEqual([[], [], false]);
}

const writes: Record<string, { readonly write: (tab: Tab) => Promise<unknown>; readonly opensBy?: string; readonly lists?: number }> = {
  'another master': { write: (tab) => tab.actions.security.changeMaster(proof, later), opensBy: later },
  'a fresh recovery key': { write: (tab) => tab.actions.security.makeRecoveryKey(proof) },
  'a device that was taken away': {
    write: async (tab) => {
      const ways = must(await tab.actions.security.waysIn());
      return tab.actions.security.removeWayIn(ways.find(({ kind }) => kind === 'device')?.slotId ?? '', undefined);
    },
  },
  'an entry': { write: (tab) => tab.actions.save(null, draft('Chess'), null), lists: 2 },
  'another key': { write: (tab) => tab.actions.security.rotateKey(proof, later), opensBy: later },
};

test.each(Object.entries(writes))(
  '%s, whose answer was cut off by a closed page, is this device’s own when it opens again',
  async (_what, own) => {
    const tab = await openNewVault();
    must(await tab.actions.save(null, draft('Bank'), null));
    const before = pinOfDevice(tab);
    const written = closeDuringNextWrite(tab);
    void own.write(tab);
    await written;
    expect(pinOfDevice(tab)).toEqual(before);
    const again = reopened(tab);
    await untilStage(again, 'locked');
    // Before anything is typed the device knows the very head that the server shows.
    expect(pinOfDevice(again)).toMatchObject({ epoch: tab.server.epoch, head: tab.server.parts.get(-1) });
    expect(await again.actions.unlockWithMaster('mistyped')).toEqual({ ok: false, failure: { code: 'wrong_master', unproven: false } });
    must(await again.actions.unlockWithMaster(own.opensBy ?? master));
    expect((await untilVerified(again)).items).toHaveLength(own.lists ?? 1);
    await expectNothingSaid(again);
  },
);

test('the half of the key that a device gets behind the list is its own, though the vault is locked while it is on its way', async () => {
  const server = new MemoryServer();
  await openNewVault({ server });
  const tab = await openByMaster({ server });
  const arrived = new Promise<() => void>((resolve) => {
    server.beforeWrite = () => new Promise<void>((go) => resolve(go));
  });
  const go = await arrived;
  tab.actions.lock('button');
  const before = pinOfDevice(tab);
  const mistyped = tab.actions.unlockWithMaster('mistyped');
  // What was sent before the lock arrives, and is waited for.
  go();
  expect(await mistyped).toEqual({ ok: false, failure: { code: 'wrong_master', unproven: false } });
  expect(pinOfDevice(tab)?.epoch).toBe((before?.epoch ?? 0) + 1);
  expect(tab.store.read()).toMatchObject({ stage: 'locked', ways: { device: true } });
  expect(must(await tab.actions.unlockWithCode(rightCode))).toEqual({ tier: 'details' });
  must(await tab.actions.unlockWithMaster(master));
  const { verification } = await untilVerified(tab);
  expect([verification.changedWays, verification.findings]).toEqual([[], []]);
});

test.each(['rotateKey', 'makeRecoveryKey'] as const)(
  '%s whose answer is lost: every opening says that the recovery key was never shown, until one is made and kept',
  async (way) => {
    const tab = await openNewVault();
    expect(await untilStage(tab, 'open')).toMatchObject({ unkeptKey: true });
    tab.actions.recoveryKeyKept();
    expect(await untilStage(tab, 'open')).toMatchObject({ unkeptKey: false });
    const written = closeDuringNextWrite(tab);
    void (way === 'rotateKey' ? tab.actions.security.rotateKey(proof, later) : tab.actions.security.makeRecoveryKey(proof));
    await written;
    const word = way === 'rotateKey' ? later : master;
    let again = reopened(tab);
    for (let openings = 1; openings <= 2; openings += 1) {
      await untilStage(again, 'locked');
      must(await again.actions.unlockWithMaster(word));
      expect(await untilVerified(again)).toMatchObject({ unkeptKey: true });
      if (openings === 1) again = reopened(again);
    }
    must(await again.actions.security.makeRecoveryKey({ kind: 'master', master: word }));
    expect(await untilStage(again, 'open')).toMatchObject({ unkeptKey: true });
    again.actions.recoveryKeyKept();
    const last = reopened(again);
    await untilStage(last, 'locked');
    must(await last.actions.unlockWithMaster(word));
    expect(await untilVerified(last)).toMatchObject({ unkeptKey: false });
  },
);

test('a recovery key that the server refused leaves the kept one as it is', async () => {
  const tab = await openNewVault();
  tab.actions.recoveryKeyKept();
  tab.server.isProven = false;
  const made = await tab.actions.security.makeRecoveryKey(proof);
  expect(made.ok).toBe(false);
  expect(await untilStage(tab, 'open')).toMatchObject({ unkeptKey: false });
});

test('copies of the shards that were sent come along: where the server loses head and shards, the list comes back whole', async () => {
  const tab = await openNewVault();
  const written = closeDuringNextWrite(tab);
  void tab.actions.save(null, draft('Bank'), null);
  await written;
  const again = reopened(tab);
  await untilStage(again, 'locked');
  const parts = [...tab.server.parts].filter(([part]) => part >= 0);
  expect([...again.device.parts]).toEqual(parts);
  tab.server.parts.clear();
  expect(codeOf(await again.actions.unlockWithMaster(master))).toBe('locked');
  await untilStage(again, 'alarm');
  must(await again.actions.acceptRestoredEpoch());
  must(await again.actions.unlockWithMaster(master));
  must(await again.actions.repairManifest());
  const { verification } = await until(again, (state) => state.stage === 'open' && state.verification.verified === 1).then((state) =>
    state.stage === 'open' ? state : Promise.reject(new Error('locked')),
  );
  expect(verification.findings).toEqual([]);
});

test('a vault that was made, and one that took the place of a lost one, is this device’s own though the answer was cut off', async () => {
  const tab = openTab();
  await untilStage(tab, 'locked');
  const cut = (name: 'create' | 'replace') =>
    new Promise<void>((written) => {
      const { [name]: send } = tab.server.backend;
      Object.assign(tab.server.backend, {
        [name]: async (...given: Parameters<typeof send>) => {
          await (send as (...all: unknown[]) => Promise<unknown>)(...given);
          Object.assign(tab.server.backend, { [name]: send });
          written();
          return new Promise(() => undefined);
        },
      });
    });
  const made = cut('create');
  void tab.actions.setMaster(master);
  await made;
  const second = reopened(tab);
  await untilStage(second, 'locked');
  must(await second.actions.unlockWithMaster(master));
  await expectNothingSaid(second);
  const replaced = cut('replace');
  void second.actions.replaceVault(later);
  await replaced;
  const third = reopened(tab);
  expect(await untilStage(third, 'locked')).toMatchObject({ kind: 'present' });
  must(await third.actions.unlockWithMaster(later));
  await expectNothingSaid(third);
});

test('what was sent is believed where its head is shown byte for byte, and only then: withheld it changes nothing, altered it is another’s', async () => {
  const tab = await openNewVault();
  must(await tab.actions.save(null, draft('Bank'), null));
  const restore = tab.server.remember();
  const before = pinOfDevice(tab);
  const written = closeDuringNextWrite(tab);
  void tab.actions.security.changeMaster(proof, later);
  await written;
  const head = tab.server.parts.get(-1) ?? '';
  const taken = tab.server.remember();
  expect(await tab.device.sent()).toMatchObject([{ pin: { epoch: (before?.epoch ?? 0) + 1 } }]);
  // Withheld: the state from before is what the device knows, and opens by the master from before.
  restore();
  const again = reopened(tab);
  await untilStage(again, 'locked');
  expect(pinOfDevice(again)).toEqual(before);
  // Altered by one character.
  taken();
  tab.server.parts.set(-1, `${head.slice(0, -1)}${head.endsWith('A') ? 'B' : 'A'}`);
  const altered = reopened(tab);
  await untilStage(altered, 'locked');
  expect(pinOfDevice(altered)).toEqual(before);
  // The device goes on from the state from before; then what was withheld is a fork, and stays one.
  restore();
  const other = await openByMaster({ server: tab.server, device: tab.device });
  must(await other.actions.save(null, draft('Chess'), null));
  expect(await tab.device.sent()).toEqual([]);
  taken();
  const late = reopened(tab);
  await untilStage(late, 'locked');
  expect(codeOf(await late.actions.unlockWithMaster(later))).toBe('locked');
  expect((await untilStage(late, 'alarm')).findings.map(({ code }) => code)).toContain('forked');
});

test('what the server refused is forgotten: were it shown later, it would not be taken without a word', async () => {
  const tab = await openNewVault();
  tab.server.isProven = false;
  let remembered = 0;
  tab.server.beforeWrite = async () => {
    remembered = (await tab.device.sent()).length;
  };
  expect(codeOf(await tab.actions.security.changeMaster(proof, later))).toBe('fresh_proof_wanted');
  expect([remembered, await tab.device.sent()]).toEqual([1, []]);
});

test('where another device wrote after it, only that device’s changes are said', async () => {
  const server = new MemoryServer();
  const tab = await openNewVault({ server });
  const written = closeDuringNextWrite(tab);
  void tab.actions.security.makeRecoveryKey(proof);
  await written;
  const other = await openByMaster({ server });
  await until(other, (state) => state.stage === 'open' && state.ways.device);
  const again = await openByMaster({ server, device: tab.device });
  const { changedWays, findings } = (await untilVerified(again)).verification;
  expect([changedWays.map(({ change }) => change), findings]).toEqual([['added'], []]);
});

test('what was sent and is not in the history counts for nothing: other devices’ changes are said against what was remembered', async () => {
  const server = new MemoryServer();
  const tab = await openNewVault({ server });
  const restore = server.remember();
  const written = closeDuringNextWrite(tab);
  void tab.actions.security.makeRecoveryKey(proof);
  await written;
  // The server takes it back, and another device writes in its place.
  restore();
  const other = await openByMaster({ server });
  await until(other, (state) => state.stage === 'open' && state.ways.device);
  const again = await openByMaster({ server, device: tab.device });
  const { changedWays, findings } = (await untilVerified(again)).verification;
  expect([changedWays.map(({ change }) => change), findings]).toEqual([['added'], []]);
});

test('two tabs write at once: what came first is own in both, and what lost is not waited for', async () => {
  const server = new MemoryServer();
  const tab = await openNewVault({ server });
  const { device } = tab;
  const beside = await openByMaster({ server, device });
  await untilVerified(beside);
  const written = closeDuringNextWrite(tab);
  void tab.actions.security.makeRecoveryKey(proof);
  await written;
  must(await beside.actions.save(null, draft('Bank'), null));
  const { verification } = await untilVerified(beside);
  expect([verification.changedWays, verification.findings]).toEqual([[], []]);
  expect([await device.sent(), pinOfDevice(beside)?.epoch]).toEqual([[], server.epoch]);
});
