import type { Browser, Page } from '@playwright/test';
import { asSuperuser } from '../support/test-data.ts';
import { axeFindings } from './axe-findings.ts';
import { enterAsOwner, expect, test } from './test-app.ts';

const card = (page: Page, title: string) => page.getByRole('article', { name: title });
const keys = 'A pair of hardware security keys';
async function promise(page: Page, title: string, name: string): Promise<void> {
  await card(page, title).getByRole('button', { name: 'Promise this' }).click();
  const dialog = page.getByRole('dialog', { name: `Promise “${title}”` });
  await dialog.getByLabel('Your name').fill(name);
  await dialog.getByRole('button', { name: 'Promise it' }).click();
}

/** The page as somebody else, in a browser of their own. */
async function somebodyElse(browser: Browser, address: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: address })).newPage();
  await page.goto('/wishlist');
  return page;
}

test('a visitor promises a wish, the next one is told politely, and the promise can be taken back from its own browser only', async ({
  page,
  browser,
  app,
}) => {
  await page.goto('/wishlist');
  const other = await somebodyElse(browser, app.server.url);
  await expect(card(other, keys).getByText('Still free')).toBeVisible();
  await other.getByRole('article', { name: keys }).getByRole('button', { name: 'Promise this' }).click();
  const dialog = other.getByRole('dialog');
  await dialog.getByLabel('Your name').fill('Second');
  await promise(page, keys, 'First');
  await expect(page.getByText('is promised. This browser keeps')).toBeVisible();
  await expect(card(page, keys).getByText('You promised this')).toBeVisible();
  await dialog.getByRole('button', { name: 'Promise it' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Someone else was faster: this wish is already promised. Thank you for the thought.');
  await other.keyboard.press('Escape');
  await expect(card(other, keys).getByText('Promised already')).toBeVisible();
  await expect(card(other, keys).getByRole('button')).toHaveCount(0);
  await page.reload();
  await card(page, keys).getByRole('button', { name: 'Take it back' }).click();
  await expect(card(page, keys).getByText('Still free')).toBeVisible();
  await other.reload();
  await expect(card(other, keys).getByText('Still free')).toBeVisible();
  await other.context().close();
});

test('a promise whose answer was lost is kept, and asked for again is the same promise @strict', async ({ page, app }) => {
  await page.goto('/wishlist');
  await page.route('**/functions/v1/wish-claim', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await promise(page, keys, 'Grace');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toHaveText('The server did not answer. Please try again.');
  await page.unroute('**/functions/v1/wish-claim');
  await dialog.getByRole('button', { name: 'Promise it' }).click();
  await expect(card(page, keys).getByText('You promised this')).toBeVisible();
  const claims = await asSuperuser(app.data, ['select status from public.wish_claims']);
  expect(claims).toEqual([{ status: 'promised' }]);
});

test('without JavaScript the list is there and says what is missing @visitor', async ({ browser, app }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: app.server.url });
  const page = await context.newPage();
  await page.goto('/wishlist');
  await expect(page.getByRole('article')).toHaveCount(10);
  await expect(page.locator('noscript p')).toContainText('promising a wish, need JavaScript');
  await expect(card(page, keys).getByRole('link', { name: /See it/ })).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await context.close();
});

test('what is free failing to come leaves the list; offline says so; back online the list returns @visitor', async ({ page, context }) => {
  await page.route('**/rest/v1/rpc/wish_availability', (route) => route.abort());
  await page.goto('/wishlist');
  await expect(page.getByText('What is still free cannot be told at the moment.')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(10);
  await page.unroute('**/rest/v1/rpc/wish_availability');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(card(page, keys).getByText('Still free')).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
  // The home page's own parts are there before the line is cut.
  await expect(page.getByRole('heading', { name: 'Skills' })).toBeVisible();
  await context.setOffline(true);
  await page.goBack();
  await expect(page.getByText('You are offline. The list appears here as soon as the connection is back.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('article')).toHaveCount(10);
});

test('the owner edits the list, sees no promise before the birthday is over, and whom to thank after it @strict', async ({
  page,
  browser,
  app,
}) => {
  await enterAsOwner(page, app);
  const visitor = await somebodyElse(browser, app.server.url);
  await promise(visitor, keys, 'Grace Hopper');
  await expect(card(visitor, keys).getByText('You promised this')).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/wishlist');
  const admin = page.getByRole('region', { name: 'Your wish admin' });
  await expect(admin.getByText('Who promised what is hidden from you by the database until your next birthday is over')).toBeVisible();
  await expect(card(page, keys).getByText('Sealed from you')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Promise this' })).toHaveCount(0);
  expect(asked.filter((address) => address.includes('wish_availability'))).toEqual([]);
  await expect(page.locator('body')).not.toContainText('Grace');

  await admin.getByRole('button', { name: 'Add a wish' }).click();
  const form = page.getByRole('dialog', { name: 'A new wish' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('A wish needs a title.')).toBeVisible();
  await form.getByRole('button', { name: 'Fill in from the page' }).click();
  await expect(form.getByText('An address begins with https://.')).toBeVisible();
  await form.getByLabel('Address').fill('http://127.0.0.1/lamp');
  await form.getByRole('button', { name: 'Fill in from the page' }).click();
  await expect(form.getByText('That page could not be read. Fill in the rest by hand.')).toBeVisible();
  await page.route('**/functions/v1/wish-page', (route) =>
    route.fulfill({ json: { title: 'A lamp of a shop', price: '12.50', currency: 'GBP' } }),
  );
  await form.getByRole('button', { name: 'Fill in from the page' }).click();
  await expect(form.getByText('Filled in: title and price.')).toBeVisible();
  await expect(form.getByLabel('Currency')).toHaveValue('GBP');
  await form.getByLabel('Address').fill('');
  await form.getByLabel('Currency').fill('EUR');
  await form.getByLabel('Title').fill('A brass lamp');
  await form.getByLabel('Price').fill('49.90');
  await form.getByLabel('Priority').selectOption('Most wanted');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(card(page, 'A brass lamp').getByText('€49.90')).toBeVisible();

  await admin.getByLabel('Priority: A brass lamp').selectOption('Nice to have');
  await expect(card(page, 'A brass lamp').getByText('Nice to have')).toBeVisible();
  await admin.getByRole('button', { name: 'Edit: A brass lamp' }).click();
  await page.getByRole('dialog', { name: 'Edit “A brass lamp”' }).getByLabel('Title').fill('A copper lamp');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(card(page, 'A copper lamp')).toBeVisible();
  await admin.getByRole('button', { name: 'Got it: A copper lamp' }).click();
  await expect(card(page, 'A copper lamp')).toHaveCount(0);
  await expect(admin.getByText('· Got it')).toBeVisible();
  await admin.getByRole('button', { name: 'Remove: A copper lamp' }).click();
  await page.getByRole('alertdialog', { name: 'Remove “A copper lamp”?' }).getByRole('button', { name: 'Remove' }).click();
  await expect(admin.getByText('A copper lamp')).toHaveCount(0);

  await asSuperuser(app.data, [`update public.wish_claims set created_at = created_at - interval '1 year'`]);
  await page.reload();
  await expect(admin.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await expect(admin.getByText(`Grace Hopper promised “${keys}”`)).toBeVisible();
  await expectNoFindings(page, 'desk');
  await admin.getByRole('button', { name: 'Add a wish' }).click();
  await expectNoFindings(page, 'wish dialog');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await visitor.context().close();
});

async function expectNoFindings(page: Page, where: string): Promise<void> {
  expect(await axeFindings(page), `${where}`).toEqual([]);
}

test('beside what every public page needs, the page starts with at most 8 KB of scripts, and fetches nothing of the wish admin @visitor', async ({
  page,
}) => {
  const bytes = new Map<string, number>();
  page.on('response', async (response) => {
    if (response.request().resourceType() !== 'script') return;
    bytes.set(response.url(), (await response.request().sizes()).responseBodySize);
  });
  await page.goto('/contact');
  await page.waitForLoadState('networkidle');
  const shared = new Set(bytes.keys());
  await page.goto('/wishlist');
  await page.waitForLoadState('networkidle');
  const own = [...bytes].filter(([address]) => !shared.has(address));
  expect(own.length).toBeGreaterThan(0);
  expect(own.map(([address]) => address).join()).not.toMatch(/admin|dialog|dist/);
  expect(own.reduce((total, [, size]) => total + size, 0)).toBeLessThanOrEqual(8 * 1024);
});
