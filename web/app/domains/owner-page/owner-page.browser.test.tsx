import { PlusIcon } from '@castellan/icons/signs/plus';
import { useState, useSyncExternalStore } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../testing/axe-findings.ts';
import { openPage } from '../../testing/open-page.tsx';
import { reachableText } from '../../testing/reachable-text.ts';
import { bySelector, chooseFromMenu, click, focused, focusOn, gone, press, says, seen, textsOf } from '../../testing/steps.ts';
import { QuietButton } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { notesCollection } from '../notes/notes.collection.ts';
import { tasksCollection } from '../tasks/tasks.collection.ts';
import { lockSignal } from '../vault/lock-signal.ts';
import { SecretRoot } from '../vault/secret-root.tsx';
import { openNewVault } from '../vault/testing/vault-world.ts';
import { PageStateFrom } from './head-state.tsx';
import { PageToolsFrom } from './head-tools.tsx';
import { OpenVaultState } from './open-vault-state.tsx';
import { OwnerPage } from './owner-page.tsx';

const tool = { id: 'wealth-ai', title: 'Wealth AI' };
const head = () => bySelector('.page-head');
const menuButton = () => page.getByRole('button', { name: 'Page menu', exact: true });
const items = () => page.getByRole('menuitem');
const sealedLine = () => page.getByText('Sealed: notes.');

/** A page whose menu says what was chosen of it. */
function Sheet() {
  const [done, setDone] = useState('nothing');
  const [isSample, setSample] = useState(false);
  return (
    <OwnerPage
      tool={tool}
      keeps={[tasksCollection, notesCollection]}
      note="Accounts and ledger"
      menu={{ onUndo: () => setDone('undone'), onImport: () => setDone('imported'), onExport: () => setDone('exported') }}
      action={{ label: 'Entry', drawing: PlusIcon, onPress: () => setDone('entered') }}
      sample={isSample ? { onLeave: () => setSample(false) } : { onShow: () => setSample(true) }}
    >
      <p data-testid="done">{done}</p>
    </OwnerPage>
  );
}

const openSheet = () => openPage('/wealth-ai', [{ path: '/wealth-ai', element: <Sheet /> }]);

test('the head has the seal, one title, the state line, the menu and one filled action, and no axe finding', async () => {
  await openSheet();
  await seen(page.getByRole('heading', { level: 1, name: 'Wealth AI', exact: true }));
  expect(document.querySelectorAll('h1, .page-seal')).toHaveLength(2);
  await says(head(), 'Partly sealed');
  await says(head(), 'Accounts and ledger');
  await click('Entry');
  await says(bySelector('[data-testid="done"]'), 'entered');
  await click('Page menu');
  expect(await accessibilityFaults('the head with its menu')).toEqual([]);
});

test('the words of a quiet button beside a heading end where the heading’s rule does', async () => {
  const sheet = (
    <OwnerPage tool={tool}>
      <Panel title="Entries" aside={<QuietButton>New entry</QuietButton>} />
    </OwnerPage>
  );
  await openPage('/wealth-ai', [{ path: '/wealth-ai', element: sheet }]);
  await seen(page.getByRole('button', { name: 'New entry' }));
  const words = document.createRange();
  words.selectNodeContents(page.getByRole('button', { name: 'New entry' }).element());
  const rule = page.getByRole('region', { name: 'Entries' }).element().getBoundingClientRect();
  expect(words.getBoundingClientRect().right).toBeCloseTo(rule.right, 0);
});

test('the menu opens by key, is gone through by arrows round its ends, and gives the focus back by Escape and by a choice', async () => {
  await openSheet();
  focusOn(menuButton());
  await press('{Enter}');
  await focused(items().first());
  expect(textsOf(items())).toEqual(['Undo', 'Import', 'Export', 'Show sample data']);
  await press('{ArrowUp}');
  await focused(items().last());
  await press('{ArrowDown}', '{ArrowDown}');
  await focused(items().nth(1));
  await press('{End}');
  await focused(items().last());
  await press('{Home}');
  await focused(items().first());
  await press('{Escape}');
  await gone(items());
  await focused(menuButton());
  await press('{Enter}', '{ArrowDown}', '{Enter}');
  await says(bySelector('[data-testid="done"]'), 'imported');
  await gone(items());
  await focused(menuButton());
});

test('the menu closes by a press beside it, and when the focus goes on', async () => {
  await openSheet();
  await click('Page menu');
  await seen(items().first());
  await page.getByRole('heading', { level: 1 }).click();
  await gone(items());
  await click('Page menu');
  await press('{Tab}', '{Tab}', '{Tab}', '{Tab}');
  await gone(items());
});

test('a page that offers nothing has no menu', async () => {
  await openPage('/bare', [{ path: '/bare', element: <OwnerPage tool={tool}>Nothing to do</OwnerPage> }]);
  await seen(page.getByText('Nothing to do'));
  expect(menuButton().query()).toBeNull();
});

test('a sample is said in the state line, and left from there or from the menu', async () => {
  await openSheet();
  await chooseFromMenu('Show sample data');
  await says(head(), 'Sample data: nothing is saved or sent.');
  await click('Leave the sample');
  await gone(page.getByText('Sample data'));
  await chooseFromMenu('Show sample data');
  await says(head(), 'Sample data');
  await chooseFromMenu('Leave the sample');
  await gone(page.getByText('Sample data'));
});

test('what of the page is sealed opens from the state line, and closes by Escape and by a press beside it', async () => {
  await openSheet();
  await click('Partly sealed');
  await seen(sealedLine());
  await press('{Escape}');
  await gone(sealedLine());
  await focused(page.getByRole('button', { name: 'Partly sealed' }));
  await click('Partly sealed');
  await seen(sealedLine());
  await page.getByRole('heading', { level: 1 }).click();
  await gone(sealedLine());
});

const secret = 'CANARY-portal-7';

/** A page whose readable half is drawn in a root of its own, which fills the head too. */
function SecretSheet({ isOpen }: { readonly isOpen: () => boolean }) {
  return (
    <OwnerPage tool={tool}>
      <SecretRoot draw={() => (isOpen() ? <Readable /> : <p>Locked</p>)} />
    </OwnerPage>
  );
}

function Readable() {
  const [title] = useState(`${secret} title`);
  return (
    <>
      <PageStateFrom sample={{ onLeave: () => undefined, but: ` but ${secret} state` }} />
      <PageToolsFrom
        menu={{ own: [{ label: `${secret} item`, drawing: PlusIcon, onChoose: () => document.title.concat(title) }] }}
        action={{ label: `${secret} action`, onPress: () => document.title.concat(title) }}
      />
      <p>{title}</p>
    </>
  );
}

test('at a lock what the readable half drew into the head is gone at once, with the focus in its menu, and nothing reachable has it', async () => {
  const open = { is: true };
  await openPage('/wealth-ai', [{ path: '/wealth-ai', element: <SecretSheet isOpen={() => open.is} /> }]);
  await says(head(), `${secret} state`);
  await click('Page menu');
  await focused(items().first());
  expect(reachableText(secret)).not.toEqual([]);
  open.is = false;
  lockSignal.tell();
  // Before anything else can run.
  expect(document.documentElement.outerHTML).not.toContain(secret);
  await seen(page.getByText('Locked'));
  expect(reachableText(secret)).toEqual([]);
});

test('the state line counts down to the lock, and locks the vault at a press', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 22, 12) });
  const { store } = await openNewVault();
  function Opened() {
    const { stage } = useSyncExternalStore(store.subscribe, store.read);
    return stage === 'open' ? <OpenVaultState vault={store} /> : <p>Locked</p>;
  }
  await openPage('/wealth-ai', [{ path: '/wealth-ai', element: <Opened /> }]);
  await seen(page.getByRole('button', { name: 'Lock the vault' }));
  store.setLocksAt(Date.now() + 252_000);
  await seen(page.getByText('Locks in 4:12', { exact: true }));
  await click('Lock the vault');
  await seen(page.getByText('Locked'));
});
