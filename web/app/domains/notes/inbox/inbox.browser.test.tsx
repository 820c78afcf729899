import { useSyncExternalStore } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../../testing/axe-findings.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { reachableText } from '../../../testing/reachable-text.ts';
import { click, counted, eventually, gone, says, seen, toastSaid } from '../../../testing/steps.ts';
import { useMemoryCollection } from '../../records/use-memory-collection.ts';
import { keepCapture } from '../../vault/captures/keep-capture.ts';
import { lockSignal } from '../../vault/lock-signal.ts';
import { SecretRoot } from '../../vault/secret-root.tsx';
import { draft, master, must, openNewVault, type Tab } from '../../vault/testing/vault-world.ts';
import { type Note, noteName, notes } from '../note.ts';
import { capturedLabel } from '../taken-in.ts';
import { Inbox } from './inbox.tsx';
import { asOwnNote } from './merge-capture.ts';

const inbox = () => page.getByRole('region', { name: 'Inbox' });
const rows = () => page.getByRole('list', { name: 'Inbox' }).getByRole('listitem');
const row = (text: string) => rows().filter({ hasText: text });
const made = () => page.getByRole('list', { name: 'Made' });
const blank = { version: 1, created_at: 'then', updated_at: 'then', deleted_at: null };
const noteWith = (id: string, values: object): Note => notes.schema.parse({ ...blank, ...values, id });

const texts = ['CANARY-inbox the heron', 'Milk #shop', 'A longer thought\n\nwith two lines'];

/** A vault that was open once on this device, with captures of a day that lie a minute apart. */
async function lockedWith(some: readonly string[]): Promise<Tab> {
  const tab = await openNewVault();
  tab.store.onEmptying(lockSignal.tell);
  await expect.poll(() => tab.device.drafts.keys.size).toBe(1);
  tab.actions.lock('button');
  const [userId] = tab.device.drafts.keys.keys();
  const ports = {
    drafts: tab.device.drafts,
    pin: () => tab.device.drafts.pin,
    userId: () => userId,
    device: () => 'Firefox 148 on Windows',
    newId: () => crypto.randomUUID(),
    exclusively: <Value,>(work: () => Promise<Value>) => work(),
    onKept: async () => undefined,
  };
  for (const [index, text] of some.entries()) {
    must(await keepCapture({ ...ports, nowMs: () => new Date(2026, 10, 22, 12, index).getTime() }, { kind: 'note', text }));
  }
  return tab;
}

type Given = { readonly tab: Tab; readonly begin?: () => readonly Note[]; readonly isKept?: boolean };

/** The inbox over notes in memory, and these notes. */
async function openInbox({ tab, begin = () => [], isKept = true }: Given): Promise<void> {
  function Opened() {
    const memory = useMemoryCollection<Note>(begin, noteWith);
    const hand = isKept ? memory : { ...memory, edit: async () => ({ ok: false, failure: { code: 'not_kept' } }) as const };
    const state = useSyncExternalStore(tab.store.subscribe, tab.store.read);
    if (state.stage !== 'open' || state.tier !== 'secrets') return <p>Locked</p>;
    return (
      <>
        <Inbox inbox={tab.store.inbox} hand={hand} pending={state.pending} drafts={state.drafts} onDropDraft={tab.actions.dropDraft} />
        <ul aria-label="Made">
          {memory.state.rows.map((note) => (
            <li key={note.id}>{`${noteName(note)}: ${note.body} ${capturedLabel(note) ?? ''}`}</li>
          ))}
        </ul>
      </>
    );
  }
  const draw = () => <Opened />;
  await openPage('/', [
    {
      path: '/',
      element: (
        <main>
          <h1>Notes</h1>
          <SecretRoot draw={draw} />
        </main>
      ),
    },
  ]);
}

async function openWith(some: readonly string[], given: Omit<Given, 'tab'> = {}): Promise<Tab> {
  const tab = await lockedWith(some);
  must(await tab.actions.unlockWithMaster(master));
  await openInbox({ tab, ...given });
  if (some.length > 0) await counted(rows(), some.length);
  return tab;
}

test('captures stand in the order of their time with device and moment, and after a lock no script finds a word of them', async () => {
  const tab = await openWith(texts);
  await says(rows().first(), 'Captured while locked, Firefox 148 on Windows, 22 Nov 2026, 12:00');
  await says(rows().nth(2), 'A longer thought');
  expect(reachableText('CANARY-inbox').length).toBeGreaterThan(0);
  tab.actions.lock('button');
  await seen(page.getByText('Locked', { exact: true }));
  await eventually(() => expect(reachableText('CANARY-inbox')).toEqual([]));
});

test('one becomes a note with its label and leaves the device; Undo takes the note back and puts it into the inbox again', async () => {
  const tab = await openWith(texts);
  await click('Keep as a note', row('Milk'));
  await says(made(), 'Milk: ');
  await says(made(), 'Captured while locked, Firefox 148 on Windows, 22 Nov 2026, 12:01');
  await counted(rows(), 2);
  await toastSaid('Kept as a note');
  expect(tab.device.drafts.sealed.size).toBe(2);
  await click('Undo');
  await counted(rows(), 3);
  await gone(made().getByRole('listitem'));
});

test('several become the note of the day on which they were captured, each with its label', async () => {
  await openWith(texts.slice(0, 2));
  await click('Add to daily note 2026-11-22', row('heron'));
  await says(made(), '2026-11-22: CANARY-inbox the heron *Captured while locked');
  await counted(rows(), 1);
  await click('Add to daily note 2026-11-22', row('Milk'));
  await gone(inbox());
  await says(made(), /12:00\*.*Milk #shop \*Captured while locked, Firefox 148 on Windows, 22 Nov 2026, 12:01\*/);
});

test('one is edited and stays sealed under its time; one is discarded and comes back by Undo', async () => {
  const tab = await openWith(['Milk']);
  await click('Edit', row('Milk'));
  await page.getByRole('textbox', { name: 'What is on your mind' }).fill('Oat milk');
  await click('Save');
  await says(rows().first(), 'Oat milk');
  await says(rows().first(), '22 Nov 2026, 12:00');
  expect(JSON.stringify([...tab.device.drafts.sealed.values()])).not.toContain('ilk');
  await click('Discard', row('Oat milk'));
  await gone(inbox());
  expect(tab.device.drafts.sealed.size).toBe(0);
  await click('Undo');
  await says(rows().first(), 'Oat milk');
});

test('what a crash left on the device after it had become a note is not shown again, makes no second note, and goes', async () => {
  const tab = await lockedWith(['Milk', 'Bread']);
  must(await tab.actions.unlockWithMaster(master));
  await expect.poll(() => tab.store.inbox.read().length).toBe(2);
  const [first] = tab.store.inbox.read();
  const merged = (first?.kind !== 'note' ? [] : asOwnNote(first, [])).map(({ id, values }) =>
    noteWith(id, { ...values, title: 'Milk, edited since' }),
  );
  await openInbox({ tab, begin: () => merged });
  await counted(rows(), 1);
  await says(rows().first(), 'Bread');
  await says(made(), 'Milk, edited since');
  await expect.poll(() => tab.device.drafts.sealed.size).toBe(1);
});

test('where the browser cannot keep the note, the capture stays', async () => {
  const tab = await openWith(['Milk'], { isKept: false });
  await click('Keep as a note');
  await toastSaid('The browser could not keep this change, so nothing was changed.');
  await counted(rows(), 1);
  expect(tab.device.drafts.sealed.size).toBe(1);
});

test('forms that a lock left half-typed wait in the same list, and all captures are kept at once', async () => {
  const tab = await lockedWith(texts);
  must(await tab.actions.unlockWithMaster(master));
  await expect.poll(() => tab.store.inbox.read().length).toBe(3);
  const stop = tab.actions.watchForm(() => ({ id: 'form', entryId: null, baseVersion: null, draft: draft('Bank'), finished: false }));
  tab.actions.lock('idle');
  stop();
  await expect.poll(() => tab.device.drafts.sealed.size).toBe(4);
  must(await tab.actions.unlockWithMaster(master));
  await openInbox({ tab });
  await counted(rows(), 4);
  await says(row('Bank'), 'A new entry “Bank” was not finished when the vault locked.');
  await seen(row('Bank').getByRole('link', { name: 'Continue in the vault' }));
  expect(await accessibilityFaults('inbox')).toEqual([]);
  await click('Keep all 3 as notes');
  await counted(made().getByText(/12:0\d$/), 3);
  await counted(rows(), 1);
  await click('Discard', row('Bank'));
  await gone(inbox());
});
