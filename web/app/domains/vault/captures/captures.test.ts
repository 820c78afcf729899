import { expect, test } from 'vitest';
import type { Captured, CapturedThing, DraftKey } from '../contract/vault-drafts.ts';
import { sealDraft } from '../drafts/sealed-draft.ts';
import { rightCode } from '../testing/memory-server.ts';
import { draft, master, must, openNewVault, openTab, type Tab, until, untilStage } from '../testing/vault-world.ts';
import { captureLimits } from './capture-limits.ts';
import { pinOf } from './capture-pin.ts';
import { type CapturePorts, keepCapture } from './keep-capture.ts';
import { changeCapture, settleCapture, takeCaptures } from './vault-inbox.ts';

const text = 'the heron nests behind the mill';

/** This tab's browser, as whoever captures in it has it. */
function portsOf({ device: { drafts }, timer }: Pick<Tab, 'device' | 'timer'>, others: Partial<CapturePorts> = {}): CapturePorts {
  return {
    drafts,
    pin: () => drafts.pin,
    userId: () => [...drafts.keys.keys()][0],
    device: () => 'Chrome 148 on Linux',
    nowMs: timer.nowMs,
    newId: () => crypto.randomUUID(),
    exclusively: (work) => work(),
    onKept: async () => undefined,
    ...others,
  };
}

/** A device that has opened the vault once, and locked it. */
async function lockedOnce(): Promise<Tab> {
  const tab = await openNewVault();
  await expect.poll(() => tab.device.drafts.keys.size).toBe(1);
  tab.actions.lock('button');
  return tab;
}

async function capture(tab: Tab, some: string | CapturedThing, others: Partial<CapturePorts> = {}): Promise<string> {
  const kept = await keepCapture(portsOf(tab, others), typeof some === 'string' ? { kind: 'note', text: some } : some);
  return kept.ok ? `waiting ${kept.value.waiting}` : kept.failure.code;
}

const captured = async (tab: Tab, count: number): Promise<readonly Captured[]> => {
  await until(tab, () => tab.store.inbox.read().length === count);
  return tab.store.inbox.read();
};

const keyOf = (tab: Tab): DraftKey => {
  const [key] = tab.device.drafts.keys.values();
  if (key === undefined) throw new Error('there is no key');
  return key;
};

test('a device that never opened the vault captures nothing, and neither does one whose session is somebody else’s', async () => {
  const fresh = openTab();
  await untilStage(fresh, 'locked');
  expect(await capture(fresh, text, { userId: () => 'someone' })).toBe('no_pin');
  const tab = await lockedOnce();
  expect(await capture(tab, text, { userId: () => 'another' })).toBe('no_pin');
  expect(await capture(tab, text, { userId: () => undefined })).toBe('no_pin');
  expect(await capture(tab, text, { pin: () => undefined })).toBe('no_pin');
  expect(tab.device.drafts.sealed.size).toBe(0);
});

test('what is captured lies sealed on the device, opens with the vault alone, and says device and time', async () => {
  const tab = await lockedOnce();
  expect(await capture(tab, `  ${text}\n`)).toBe('waiting 1');
  tab.timer.now += 60_000;
  expect(await capture(tab, 'and a second one')).toBe('waiting 2');
  expect(JSON.stringify([...tab.device.drafts.sealed.values()])).not.toMatch(/heron|mill|Chrome|Linux/);
  expect(tab.store.inbox.read()).toEqual([]);
  // A code opens the list of entries, and no capture.
  must(await tab.actions.unlockWithCode(rightCode));
  expect(tab.store.inbox.read()).toEqual([]);
  must(await tab.actions.unlockWithMaster(master));
  expect(await captured(tab, 2)).toMatchObject([
    { text, device: 'Chrome 148 on Linux', keptAtMs: tab.timer.now - 60_000 },
    { text: 'and a second one' },
  ]);
  tab.actions.lock('button');
  expect(tab.store.inbox.read()).toEqual([]);
});

test('captures and entries that were saved without the master wait in one place, and neither is taken for the other', async () => {
  const tab = await lockedOnce();
  await capture(tab, text);
  must(await tab.actions.unlockWithCode(rightCode));
  tab.actions.keepPending(draft('Bank'));
  await until(tab, (state) => state.stage === 'open' && state.pending.every(({ isKept }) => isKept));
  must(await tab.actions.unlockWithMaster(master));
  await captured(tab, 1);
  const opened = await until(tab, (state) => state.stage === 'open' && state.items.length === 1);
  expect(opened).toMatchObject({ items: [{ details: { title: 'Bank' } }], drafts: [], unreadableDrafts: 0 });
});

test('a public key that was put in the place of the pinned one is sealed to by nobody', async () => {
  const tab = await lockedOnce();
  const key = keyOf(tab);
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  const publicKey = btoa(String.fromCharCode(...raw))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  tab.device.drafts.keys.set(key.userId, { ...key, publicKey });
  expect(await capture(tab, text)).toBe('other_key');
  expect(await capture(tab, text, { pin: () => pinOf({ ...key, vaultId: 'another' }) })).toBe('other_key');
  // Entries that wait for the master are not sealed to it either: they stay in the page.
  const again = openTab({ server: tab.server, device: tab.device });
  await untilStage(again, 'locked');
  must(await again.actions.unlockWithCode(rightCode));
  again.actions.keepPending(draft('Bank'));
  expect(again.actions.unkeptCount()).toBe(1);
  expect(tab.device.drafts.sealed.size).toBe(0);
  // The vault finds that its private half does not open, and makes another pair.
  must(await again.actions.unlockWithMaster(master));
  await expect.poll(() => keyOf(tab).publicKey === publicKey).toBe(false);
  again.actions.lock('button');
  expect(await capture(tab, text)).toBe('waiting 1');
  must(await again.actions.unlockWithMaster(master));
  await until(again, () => again.store.inbox.read().length === 1);
});

test('where key and pin were both exchanged, the next opening counts what was sealed to them as unreadable and pins a key of its own', async () => {
  const tab = await lockedOnce();
  const key = keyOf(tab);
  const other = await lockedOnce();
  tab.device.drafts.keys.set(key.userId, { ...key, publicKey: keyOf(other).publicKey });
  tab.device.drafts.pin = pinOf({ ...key, publicKey: keyOf(other).publicKey });
  expect(await capture(tab, text)).toBe('waiting 1');
  must(await tab.actions.unlockWithMaster(master));
  await until(tab, (state) => state.stage === 'open' && state.unreadableDrafts === 1);
  expect(tab.store.inbox.read()).toEqual([]);
  expect(keyOf(tab).publicKey).not.toBe(keyOf(other).publicKey);
});

test('captures are bounded in size and number, and what the browser does not keep is not captured', async () => {
  const tab = await lockedOnce();
  expect(await capture(tab, ' \n ')).toBe('empty');
  expect(await capture(tab, 'x'.repeat(captureLimits.characters + 1))).toBe('too_long');
  expect(await capture(tab, text, { drafts: { ...memoryOf(tab), keepForGood: async () => false } })).toBe('not_kept');
  const some = Array.from({ length: captureLimits.waiting }, (_, index) => ({
    id: `${index}`,
    userId: keyOf(tab).userId,
    vaultId: '',
    keptAtMs: 1,
    sealed: '',
  }));
  expect(await capture(tab, text, { drafts: { ...memoryOf(tab), drafts: async () => some } })).toBe('full');
  expect(await capture(tab, text, { drafts: { ...memoryOf(tab), drafts: async () => some.slice(1) } })).toBe('waiting 100');
});

test('what somebody else sealed to the key is read as strictly as a file', async () => {
  const tab = await lockedOnce();
  const contents = [
    { note: '', device: 'x' },
    { note: 'y'.repeat(captureLimits.characters + 1), device: 'x' },
    { note: 'planted', device: 'a name\nof two lines' },
    { note: 'planted', device: 'x'.repeat(81) },
    { note: 4, device: 'x' },
    'planted',
  ];
  const plant = async (id: string, keptAtMs: number, content: unknown) =>
    tab.device.drafts.keep(await sealDraft(keyOf(tab), { id, keptAtMs }, content));
  for (const [index, content] of contents.entries()) await plant(`${index}`, 1, content);
  await plant('no moment', 1e300, { note: 'planted', device: 'x' });
  await plant('good', 1, { note: 'spam', device: 'x' });
  must(await tab.actions.unlockWithMaster(master));
  expect(await captured(tab, 1)).toEqual([{ kind: 'note', id: 'good', text: 'spam', device: 'x', keptAtMs: 1 }]);
  expect(tab.store.read()).toMatchObject({ unreadableDrafts: contents.length + 1 });
});

const things: readonly CapturedThing[] = [
  { kind: 'task', text: 'Call the heron tomorrow #home' },
  { kind: 'habit', text: 'heron walk', day: '2026-11-22' },
  { kind: 'expense', amount: '12.50', text: 'heron feed', day: '2026-11-22' },
  { kind: 'health', measure: 'Weight', text: '81.2', day: '2026-11-22', time: '07:05' },
];

test('a task, a habit, an expense and a value lie sealed like a note, and open as what they are to become', async () => {
  const tab = await lockedOnce();
  for (const [index, thing] of things.entries()) expect(await capture(tab, thing)).toBe(`waiting ${index + 1}`);
  expect(JSON.stringify([...tab.device.drafts.sealed.values()])).not.toMatch(/heron|81\.2|12\.50|Weight/);
  expect(await capture(tab, { kind: 'task', text: 'two\nlines' })).toBe('not_a_line');
  expect(await capture(tab, { kind: 'habit', text: 'walk', day: '2026-02-30' })).toBe('not_a_line');
  expect(await capture(tab, { kind: 'task', text: 'x'.repeat(captureLimits.line + 1) })).toBe('line_too_long');
  expect(await capture(tab, { kind: 'expense', amount: ' ', text: '', day: '2026-11-22' })).toBe('empty');
  must(await tab.actions.unlockWithMaster(master));
  expect(new Set(await captured(tab, things.length))).toEqual(
    new Set(things.map((thing) => expect.objectContaining({ ...thing, device: 'Chrome 148 on Linux' }))),
  );
  const [first] = tab.store.inbox.read();
  must(await changeCapture(tab.store.inbox, first?.id ?? '', { kind: 'task', text: 'Call the bittern' }));
  expect(tab.store.inbox.read()).toContainEqual(expect.objectContaining({ id: first?.id, kind: 'task', text: 'Call the bittern' }));
});

test('a capture can be changed, forgotten and put back; what is held for putting it back is sealed, and works over a lock', async () => {
  const tab = await lockedOnce();
  await capture(tab, text);
  must(await tab.actions.unlockWithMaster(master));
  const [first] = await captured(tab, 1);
  const id = first?.id ?? '';
  expect(await changeCapture(tab.store.inbox, id, { kind: 'note', text: ' ' })).toMatchObject({ failure: { code: 'empty' } });
  expect(await changeCapture(tab.store.inbox, id, { kind: 'note', text: 'y'.repeat(captureLimits.characters + 1) })).toMatchObject({
    failure: { code: 'too_long' },
  });
  must(await changeCapture(tab.store.inbox, id, { kind: 'note', text: 'the bittern' }));
  expect(tab.store.inbox.read()).toMatchObject([{ id, text: 'the bittern', device: 'Chrome 148 on Linux' }]);
  const putBack = await settleCapture(tab.store.inbox, id);
  expect([tab.device.drafts.sealed.size, tab.store.inbox.read()]).toEqual([0, []]);
  await putBack();
  expect(await captured(tab, 1)).toMatchObject([{ id, text: 'the bittern' }]);
  const putBackLater = await settleCapture(tab.store.inbox, id);
  tab.actions.lock('button');
  await putBackLater();
  expect(tab.store.inbox.read()).toEqual([]);
  must(await tab.actions.unlockWithMaster(master));
  expect(await captured(tab, 1)).toMatchObject([{ id, text: 'the bittern' }]);
});

test('what is captured while the vault is open is taken in, and drafts of entries are not', async () => {
  const tab = await lockedOnce();
  must(await tab.actions.unlockWithMaster(master));
  await until(tab, (state) => state.stage === 'open' && state.verification.finished);
  await capture(tab, text);
  const half = { entryId: null, baseVersion: null, draft: draft('Half'), finished: false };
  await tab.device.drafts.keep(await sealDraft(keyOf(tab), { id: 'half', keptAtMs: 1 }, half));
  // The key is in hand once the opening's errands are done.
  await expect
    .poll(() => {
      void takeCaptures(tab.store.inbox.core);
      return tab.store.inbox.read().length;
    })
    .toBe(1);
});

/** The device's drafts as methods that can be replaced one by one. */
function memoryOf({ device: { drafts } }: Tab): CapturePorts['drafts'] {
  const { key, drafts: all, keepForGood } = drafts;
  return { key, drafts: all, keepForGood };
}
