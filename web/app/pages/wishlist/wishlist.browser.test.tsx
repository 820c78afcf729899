import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../testing/axe-findings.ts';
import { type FakeBackend, startFakeBackend } from '../../testing/fake-backend.ts';
import { listedWishes, openSitePage, sampleSite } from '../../testing/open-site-page.tsx';
import { click, counted, fill, focused, focusOn, press, seen, textsOf } from '../../testing/steps.ts';

const keys = 'A pair of hardware security keys';
const inks = 'Document ink, verdigris';
const card = (title: string) => page.getByRole('article', { name: title });
const articles = () => page.getByRole('article');

/** The database's functions for visitors: what is free, and promises by their tokens. */
function takePromises(backend: FakeBackend) {
  const promised = new Map<string, { readonly token: string; readonly quantity: number; readonly name: string }>();
  backend.on('POST /rest/v1/rpc/wish_availability', () => ({
    json: listedWishes.map(({ id, quantity }) => ({ id, free: quantity - (promised.get(id)?.quantity ?? 0) })),
  }));
  backend.on('POST /functions/v1/wish-claim', ({ body }) => {
    const { action, wishId, token, name, quantity } = body as Readonly<Record<'action' | 'wishId' | 'token' | 'name', string>> & {
      readonly quantity: number;
    };
    if (action === 'withdraw') {
      promised.delete(wishId);
      return { json: { outcome: 'withdrawn' } };
    }
    if (promised.has(wishId) && promised.get(wishId)?.token !== token) return { json: { outcome: 'taken' } };
    promised.set(wishId, { token, quantity, name });
    return { json: { outcome: 'claimed' } };
  });
  return promised;
}

async function openWishlist() {
  const backend = startFakeBackend();
  const promised = takePromises(backend);
  await openSitePage('/wishlist');
  await seen(card(keys).getByText('Still free'));
  return { backend, promised };
}

test('of several some may be promised; the filters and the order do what they say', async () => {
  const { promised } = await openWishlist();
  await click(/^Promise this/, card(inks));
  const dialog = page.getByRole('dialog');
  await fill('How many', '2', dialog);
  await click('Promise it', dialog);
  await seen(dialog.getByText('Please enter your name'));
  await focused(dialog.getByLabelText('Your name'));
  await dialog.getByLabelText('Your name').fill('Grace');
  await click('Promise it', dialog);
  await seen(card(inks).getByText('You promised this, 2 of it'));
  expect([...promised.values()]).toMatchObject([{ name: 'Grace', quantity: 2 }]);
  const choose = (label: string, option: string) => page.getByLabelText(label).selectOptions(option);
  await choose('Category', 'Books');
  await counted(articles(), 2);
  await seen(page.getByRole('status').filter({ hasText: '2 of 10 wishes' }));
  await choose('Category', '');
  await choose('Priority', 'Nice to have');
  await counted(articles(), 2);
  await choose('Priority', '');
  const firstTitle = () => textsOf(page.getByRole('heading', { level: 3 }))[0];
  await choose('Order', 'Price, low to high');
  await expect.poll(firstTitle).toBe(inks);
  await choose('Order', 'Price, high to low');
  await expect.poll(firstTitle).toBe('Eight-channel logic analyser');
  // What somebody else promised leaves, what was promised here stays.
  localStorage.removeItem('wish_promises');
  await openSitePage('/wishlist');
  await page.getByRole('checkbox', { name: 'Still free' }).click();
  await counted(articles(), 9);
});

test('a wish that somebody else was faster to promise is told politely, and is promised already', async () => {
  const { promised } = await openWishlist();
  promised.set('hardware-keys', { token: 'of somebody else', quantity: 1, name: 'First' });
  await click(/^Promise this/, card(keys));
  const dialog = page.getByRole('dialog');
  await fill('Your name', 'Second', dialog);
  await click('Promise it', dialog);
  await expect
    .poll(() => textsOf(dialog.getByRole('alert')))
    .toContain('Someone else was faster: this wish is already promised. Thank you for the thought.');
  await press('{Escape}');
  await seen(card(keys).getByText('Promised already'));
  await counted(card(keys).getByRole('button'), 0);
});

test('a promise whose answer was lost is sent again with the same token', async () => {
  const { backend, promised } = await openWishlist();
  let isLost = true;
  const tokens: unknown[] = [];
  backend.on('POST /functions/v1/wish-claim', ({ body }) => {
    tokens.push((body as { readonly token: string }).token);
    return isLost ? 'lost' : undefined;
  });
  await click(/^Promise this/, card(keys));
  const dialog = page.getByRole('dialog');
  await fill('Your name', 'Grace', dialog);
  await click('Promise it', dialog);
  await expect.poll(() => textsOf(dialog.getByRole('alert'))).toContain('The server did not answer. Please try again.');
  isLost = false;
  await click('Promise it', dialog);
  await seen(card(keys).getByText('You promised this'));
  expect(tokens).toHaveLength(2);
  expect(new Set(tokens).size).toBe(1);
  expect(promised.size).toBe(1);
});

test('what is free failing to come leaves the list, and is asked for again', async () => {
  const backend = startFakeBackend();
  await openSitePage('/wishlist');
  await seen(page.getByText('What is still free cannot be told at the moment.'));
  await counted(articles(), 10);
  takePromises(backend);
  await click('Try again');
  await seen(card(keys).getByText('Still free'));
});

test('a list that cannot be read is asked for again', async () => {
  takePromises(startFakeBackend());
  let isAway = true;
  const listed = async () => {
    if (isAway) throw new Error('the database is away');
    return listedWishes;
  };
  await openSitePage('/wishlist', { ...sampleSite, listedWishes: listed });
  await seen(page.getByText('The list cannot be read at the moment. Nothing that was promised is lost.'));
  isAway = false;
  await click('Try again');
  await counted(articles(), 10);
});

test('by keyboard alone: from the card to the promise and back to the card', async () => {
  await openWishlist();
  const start = card(keys).getByRole('button', { name: 'Promise this' });
  focusOn(start);
  await press('{Enter}');
  await seen(page.getByRole('dialog'));
  await press('{Escape}');
  await focused(start);
  await press('{Enter}');
  focusOn(page.getByLabelText('Your name'));
  await press('Grace', '{Enter}');
  const undo = card(keys).getByRole('button', { name: 'Take it back' });
  await focused(undo);
  await press('{Enter}');
  await focused(start);
});

test('axe finds nothing on the list and in the open dialog, and the page fits 320 px', async () => {
  await openWishlist();
  const found = [...(await accessibilityFaults('list'))];
  await click(/^Promise this/, card(inks));
  await seen(page.getByRole('dialog'));
  found.push(...(await accessibilityFaults('dialog')));
  expect(found).toEqual([]);
});
