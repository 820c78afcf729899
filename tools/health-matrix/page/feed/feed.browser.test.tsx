import { fail } from '@castellan/foundation/result';
import { sealToKey } from '@castellan/foundation/seal-to-key';
import { useState, useSyncExternalStore } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import type { FeedState } from '../../../../web/app/domains/health-feed/feed-client.ts';
import { useMemoryBundles } from '../../../../web/app/domains/sealed-bundles/use-memory-bundles.ts';
import { publishOwnKey } from '../../../../web/app/domains/vault/checks/feed-key.ts';
import { sealingPorts } from '../../../../web/app/domains/vault/drafts/open-from-key.ts';
import { lockSignal } from '../../../../web/app/domains/vault/lock-signal.ts';
import { SecretRoot } from '../../../../web/app/domains/vault/secret-root.tsx';
import { must, openNewVault, type Tab } from '../../../../web/app/domains/vault/testing/vault-world.ts';
import { storedUserId } from '../../../../web/app/lib/stored-session.ts';
import { accessibilityFaults } from '../../../../web/app/testing/axe-findings.ts';
import { type FakeBackend, held } from '../../../../web/app/testing/fake-backend.ts';
import { startOwnerWorld } from '../../../../web/app/testing/open-owner-page.tsx';
import { openPage } from '../../../../web/app/testing/open-page.tsx';
import { reachableText } from '../../../../web/app/testing/reachable-text.ts';
import { click, counted, eventually, fill, focused, gone, press, seen, textOf, toastSaid } from '../../../../web/app/testing/steps.ts';
import { feedTerms } from '../../knowledge/feed-terms.ts';
import { healthBundles } from '../health-records.ts';
import FeedDialog from './feed-dialog.tsx';
import FeedInbox from './feed-inbox.tsx';
import { feedKeeping } from './feed-keeping.ts';
import { FeedWaiting } from './feed-waiting.tsx';

const foreign = 'BFInuLMeTMXlvdJHICb1j1SmD-KxZMTuDC_nCVSNRgCrsEX0klcZh2SRSmjnsJlHpqLPk3NFNJUEM2y1WptK4a0';
const receivedAtMs = Date.parse('2026-11-27T08:00:00Z');
const region = () => page.getByRole('region', { name: 'From your phone' });
const dialog = () => page.getByRole('dialog', { name: 'Feed from a phone' });

async function sealedTo(publicKey: string, value: object) {
  const id = crypto.randomUUID();
  const terms = feedTerms({ id, userId: storedUserId() ?? '', publicKey, receivedAtMs });
  return { id, public_key: publicKey, sealed: await sealToKey(sealingPorts, terms, value), received_at: receivedAtMs };
}

const weight = (value: number, day = 1) => ({ measure: 'weight', value, unit: 'kg', at: `2026-11-0${day}T07:00:00Z` });

type Waiting = Awaited<ReturnType<typeof sealedTo>>;

/** An opened vault with a feed, and a server that keeps what waits. */
async function openFeedWorld() {
  const { backend } = await startOwnerWorld();
  const tab = await openNewVault();
  tab.store.onEmptying(lockSignal.tell);
  must(await publishOwnKey(tab.store.core));
  const waiting: Waiting[] = [];
  backend.on('POST /rest/v1/rpc/health_feed_values', () => ({ json: waiting }));
  backend.on('POST /rest/v1/rpc/delete_health_feed_values', ({ body }) => {
    const { ids } = body as { readonly ids: readonly string[] };
    const kept = waiting.filter(({ id }) => !ids.includes(id));
    waiting.splice(0, waiting.length, ...kept);
    return { json: ids.length };
  });
  const ask = async (): Promise<FeedState> => ({ ...must(await tab.server.feed.loadFeedState()), waiting: waiting.length });
  return { backend, tab, waiting, ask, own: tab.server.feedKey ?? '' };
}

type FeedWorld = Awaited<ReturnType<typeof openFeedWorld>>;

/** The inbox over records in memory, as Health Matrix draws it. `mayKeep`: whether this device takes a change. */
async function openInbox({ tab, ask }: FeedWorld, mayKeep = () => true): Promise<void> {
  const begun = await ask();
  function Opened() {
    const { hand } = useMemoryBundles(healthBundles, () => []);
    const [feed, setFeed] = useState(begun);
    const isOpen = useIsOpen(tab);
    const again = async () => setFeed(await ask());
    const edit: typeof hand.edit = async (make) => (mayKeep() ? hand.edit(make) : fail({ code: 'not_kept' }));
    if (!isOpen) return <p>Locked</p>;
    return (
      <>
        <FeedInbox core={tab.store.core} feed={feed} hand={{ ...hand, edit }} isSent again={again} />
        <button type="button" onClick={again}>
          Ask the feed
        </button>
      </>
    );
  }
  await openOver(<SecretRoot draw={() => <Opened />} />);
}

function useIsOpen({ store }: Tab): boolean {
  const state = useSyncExternalStore(store.subscribe, store.read);
  return state.stage === 'open' && state.tier === 'secrets';
}

async function openOver(element: React.ReactNode): Promise<void> {
  const main = (
    <main>
      <h1>Health Matrix</h1>
      {element}
    </main>
  );
  await openPage('/', [{ path: '/', element: main }]);
}

test('what waits is listed by measure, value and time, kept by a press of a key alone, and then deleted at the server', async () => {
  const world = await openFeedWorld();
  world.waiting.push(await sealedTo(world.own, weight(81.2)), await sealedTo(world.own, weight(80.9, 2)));
  await openInbox(world);
  const rows = page.getByRole('list', { name: 'Values from your phone' }).getByRole('listitem');
  await counted(rows, 2);
  await seen(region().getByText('Weight 81.2 kg'));
  const keep = region().getByRole('button', { name: 'Keep 2 values' });
  await press('{Tab}');
  await focused(keep);
  await press('{Enter}');
  await toastSaid('2 values kept');
  await gone(region());
  await eventually(() => expect(world.waiting).toEqual([]));
});

test('values are discarded only after a question, and stay where the server does not answer', async () => {
  const world = await openFeedWorld();
  world.waiting.push(await sealedTo(world.own, weight(81.2)));
  await openInbox(world);
  await click('Discard', region());
  const question = page.getByRole('alertdialog', { name: 'Discard 1 value?' });
  await seen(question);
  expect(await accessibilityFaults('the question')).toEqual([]);
  await press('{Escape}');
  await gone(question);
  const restore = world.backend.cutOff('/rest/v1/rpc/delete_health_feed_values');
  await click('Discard', region());
  await click('Discard', question);
  await toastSaid('Not discarded');
  await seen(region().getByText('Weight 81.2 kg'));
  restore();
  await click('Discard', region());
  await click('Discard', question);
  await gone(region());
});

test('while values are fetched it says how many, where nobody answers it says so, and a press tries again', async () => {
  const world = await openFeedWorld();
  world.waiting.push(await sealedTo(world.own, weight(81.2)));
  const { promise, release } = held<'lost'>();
  let isHeld = true;
  world.backend.on('POST /rest/v1/rpc/health_feed_values', () => (isHeld ? promise : undefined));
  await openInbox(world);
  await seen(region().getByText('Opening 1 value.'));
  release('lost');
  await seen(region().getByText('1 value could not be fetched: the server did not answer.'));
  expect(region().getByRole('button', { name: /Keep/ }).elements()).toEqual([]);
  expect(await accessibilityFaults('the inbox without an answer')).toEqual([]);
  isHeld = false;
  await click('Try again', region());
  await seen(region().getByText('Weight 81.2 kg'));
});

test('where nothing waits and the key is the vault’s own there is no inbox; a lock takes it away with all that it held', async () => {
  const world = await openFeedWorld();
  await openInbox(world);
  await eventually(() => expect(world.tab.server.feedCalls.length).toBeGreaterThan(1));
  expect(region().elements()).toEqual([]);
  world.waiting.push(await sealedTo(world.own, { ...weight(81.2), measure: 'CANARY glow' }));
  await openInbox(world);
  await seen(region().getByText(/^CANARY glow 81.2 kg: no measure is called so/));
  expect(reachableText('CANARY')).not.toEqual([]);
  world.tab.actions.lock('button');
  await gone(region());
  await eventually(() => expect(reachableText('CANARY')).toEqual([]));
});

test('values under a foreign key and damaged ones are counted apart, and publishing the vault’s key ends the alarm', async () => {
  const world = await openFeedWorld();
  const { tab, waiting, own } = world;
  const damaged = { ...(await sealedTo(own, weight(81.2))), id: crypto.randomUUID() };
  waiting.push(await sealedTo(foreign, weight(70)), await sealedTo(foreign, weight(71)), damaged, await sealedTo(own, weight(80.9)));
  tab.server.feedKey = foreign;
  await openInbox(world);
  await seen(region().getByText(/^2 values are sealed to a key that is none of this vault’s/));
  await seen(region().getByText(/^1 value is damaged/));
  await seen(region().getByText('Weight 80.9 kg'));
  expect(await accessibilityFaults('the inbox with an exchanged key')).toEqual([]);
  await click('Publish this vault’s key', region());
  await toastSaid('Key published');
  await gone(region().getByText(/revoke tokens that you do not know/));
  expect(tab.server.feedKey).toBe(own);
  await seen(region().getByText(/^2 values are sealed/));
});

test('of four hundred values a few are listed, and all are kept by one press', async () => {
  const world = await openFeedWorld();
  // Sealing four hundred times takes long: the last of each day is the day's, and of one moment the one that came last.
  const one = await sealedTo(world.own, weight(81.2));
  world.waiting.push(one, ...(await Promise.all(Array.from({ length: 399 }, (_, index) => sealedTo(world.own, ofMinute(index))))));
  await openInbox(world);
  const rows = page.getByRole('list', { name: 'Values from your phone' }).getByRole('listitem');
  await counted(rows, 6);
  await click('Show more of 394', region());
  await counted(rows, 56);
  expect(await accessibilityFaults('the inbox with four hundred values')).toEqual([]);
  await click('Keep 400 values', region());
  await gone(region());
});

const ofMinute = (index: number) => ({ ...weight(60 + (index % 40)), at: new Date(receivedAtMs - index * 60_000).toISOString() });

test('with the switch on, values are kept without a press as soon as the vault opens them, and so are those that come later', async () => {
  const world = await openFeedWorld();
  feedKeeping.write('by itself');
  world.waiting.push(await sealedTo(world.own, weight(81.2)), await sealedTo(world.own, weight(80.9, 2)));
  await openInbox(world);
  await toastSaid('2 values kept');
  await eventually(() => expect(world.waiting).toEqual([]));
  await gone(region());
  world.waiting.push(await sealedTo(world.own, weight(80.4, 3)));
  await click('Ask the feed');
  await toastSaid('1 value kept');
  await eventually(() => expect(world.waiting).toEqual([]));
  // Off again, the next one waits for a press.
  feedKeeping.clear();
  world.waiting.push(await sealedTo(world.own, weight(80.1, 4)));
  await click('Ask the feed');
  await seen(region().getByRole('button', { name: 'Keep 1 value' }));
  expect(world.waiting).toHaveLength(1);
});

test('with the switch on, what could not be kept is said, stays at the server and in the list, and is kept by a press', async () => {
  const world = await openFeedWorld();
  feedKeeping.write('by itself');
  world.waiting.push(await sealedTo(world.own, weight(81.2)));
  let isFull = true;
  await openInbox(world, () => !isFull);
  await toastSaid('Not kept');
  await toastSaid('Nothing was changed: this could not be kept here now.');
  await seen(region().getByText('Weight 81.2 kg'));
  expect(world.waiting).toHaveLength(1);
  isFull = false;
  await click('Keep 1 value', region());
  await toastSaid('1 value kept');
  await gone(region());
  expect(world.waiting).toEqual([]);
});

test('with the switch on, what cannot be kept is named and left, and the rest is kept beside it', async () => {
  const world = await openFeedWorld();
  feedKeeping.write('by itself');
  world.waiting.push(await sealedTo(world.own, weight(81.2)), await sealedTo(world.own, { ...weight(180), unit: 'lb' }));
  await openInbox(world);
  await toastSaid('1 value kept');
  await seen(region().getByText('weight 180 lb: Weight is kept in kg. Send it so.'));
  await eventually(() => expect(world.waiting).toHaveLength(1));
  expect(region().getByRole('button', { name: /^Keep/ }).elements()).toEqual([]);
});

test('with the switch on, nothing is kept without a press while the server seals to a foreign key, and what waited is once that ended', async () => {
  const world = await openFeedWorld();
  feedKeeping.write('by itself');
  world.waiting.push(await sealedTo(world.own, weight(81.2)));
  world.tab.server.feedKey = foreign;
  await openInbox(world);
  await seen(region().getByText('Weight 81.2 kg'));
  await seen(region().getByRole('button', { name: 'Keep 1 value' }));
  expect(world.waiting).toHaveLength(1);
  await click('Publish this vault’s key', region());
  await toastSaid('1 value kept');
  await eventually(() => expect(world.waiting).toEqual([]));
});

test('the switch is off at first, says what it does and where, and is as it was left when the dialog is opened again', async () => {
  const world = await openFeedWorld();
  const keeping = () => dialog().getByRole('checkbox', { name: 'Keep values without asking' });
  await openDialog(world, await world.ask());
  await expect.element(keeping()).not.toBeChecked();
  await expect
    .element(keeping())
    .toHaveAccessibleDescription('On this device, each time that Health Matrix is open. Otherwise they are shown, and kept by a press.');
  await keeping().click();
  await expect.element(keeping()).toBeChecked();
  expect(await accessibilityFaults('the dialog with the switch on')).toEqual([]);
  await cleanup();
  await openDialog(world, await world.ask());
  await expect.element(keeping()).toBeChecked();
  await keeping().click();
  await expect.element(keeping()).not.toBeChecked();
  expect(feedKeeping.read()).toBeUndefined();
});

test('under locked records one value and many are counted, and nothing is said where none waits or that is not known', async () => {
  const { ask } = await openFeedWorld();
  const known = await ask();
  const said = async (feed: FeedState | undefined) => {
    await cleanup();
    await openOver(<FeedWaiting feed={feed} />);
    return textOf(page.getByRole('main'));
  };
  expect(await said(undefined)).toBe('Health Matrix');
  expect(await said(known)).toBe('Health Matrix');
  expect(await said({ ...known, waiting: 1 })).toMatch(/1 value waits from your phone\.$/);
  expect(await said({ ...known, waiting: 1234 })).toMatch(/1,234 values wait from your phone\.$/);
});

/** The dialog over what the server tells. */
async function openDialog({ tab }: FeedWorld, begun: FeedState | undefined, isUnanswered = false): Promise<void> {
  function Opened() {
    const [feed, setFeed] = useState({ state: begun, isUnanswered });
    const [isShown, setShown] = useState(true);
    const again = async () => {
      const asked = await tab.server.feed.loadFeedState();
      setFeed(({ state }) => ({ state: asked.ok ? asked.value : state, isUnanswered: !asked.ok }));
    };
    return isShown ? <FeedDialog core={tab.store.core} feed={{ ...feed, again }} onClose={() => setShown(false)} /> : <p>Closed</p>;
  }
  await openOver(<Opened />);
  await seen(dialog());
}

/** Answers a new token, or that a proof is wanted. */
function answerTokens(backend: FakeBackend, isProven: () => boolean): void {
  backend.on('POST /rest/v1/rpc/make_health_feed_token', () =>
    isProven()
      ? { json: { id: 'one', token: `hf_${'t'.repeat(43)}` } }
      : { status: 403, json: { code: 'PT403', message: 'verification_too_old', details: 'verification_too_old' } },
  );
}

test('a token wants a name, is shown once, and is copied together with the command that sends', async () => {
  const world = await openFeedWorld();
  answerTokens(world.backend, () => true);
  await openDialog(world, await world.ask());
  await seen(dialog().getByText('Nothing was received yet.'));
  await seen(dialog().getByText('There is no token yet.'));
  expect(await accessibilityFaults('the dialog of the feed')).toEqual([]);
  const name = dialog().getByLabelText('Name of the sender');
  await click('Make a token', dialog());
  await seen(dialog().getByText('Say what will send with it, such as “Phone”.'));
  await expect.element(name).toHaveAttribute('aria-invalid', 'true');
  await fill('Name of the sender', 'Phone', dialog());
  await click('Make a token', dialog());
  await seen(dialog().getByText('Copy the token now: it is shown this once.'));
  await seen(dialog().getByText(/X-Health-Feed-Token: hf_t{43}/));
  expect(await accessibilityFaults('the dialog with a token')).toEqual([]);
  await press('{Escape}');
  await gone(dialog());
});

test('without a fresh proof one is asked for, and nothing is called made; where nobody answers the field says so', async () => {
  const world = await openFeedWorld();
  let isProven = false;
  answerTokens(world.backend, () => isProven);
  await openDialog(world, await world.ask());
  await fill('Name of the sender', 'Phone', dialog());
  await click('Make a token', dialog());
  await gone(dialog());
  await seen(page.getByRole('dialog').getByText('Anyone who has the token can send values here.'));
  await press('{Escape}');
  await seen(dialog());
  expect(dialog().getByText(/^hf_/).elements()).toEqual([]);
  isProven = true;
  world.tab.server.isAway = true;
  await click('Make a token', dialog());
  await seen(dialog().getByText('The server did not answer. Try again.'));
  await seen(dialog().getByText('The server did not answer. What is shown may be old.'));
});

test('before the server answers the dialog says that it asks, and where it does not, that nothing is known', async () => {
  const world = await openFeedWorld();
  await openDialog(world, undefined);
  await seen(dialog().getByText('Asking the server.'));
  await cleanup();
  await openDialog(world, undefined, true);
  await seen(dialog().getByText('Not known.'));
  expect(dialog().getByText('There is no token yet.').elements()).toEqual([]);
  await click('Try again', dialog());
  await seen(dialog().getByText('There is no token yet.'));
});
