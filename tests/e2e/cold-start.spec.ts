import { hashOf, type Release, writeRelease } from '@castellan/release/release';
import { releaseAddresses } from '@castellan/release/release-addresses';
import { keyPairOf } from '@castellan/release/test-releases';
import type { BrowserContext, Page } from '@playwright/test';
import { type ChangingHost, offerRelease, openChangingHost, releaseOfSite } from './changing-host.ts';
import { findOwnerRoutes } from './public-routes.ts';
import { enterAsOwner, expect, test } from './test-app.ts';

test.use({ serviceWorkers: 'allow' });

/** What this device knows of releases, as the worker keeps it. */
const readState = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    if (!(await caches.has('release-state'))) return null;
    return (await (await caches.open('release-state')).match('/release-state'))?.json() ?? null;
  });

async function installed(
  page: Page,
  app: Parameters<typeof enterAsOwner>[1],
  offer = offerRelease,
): Promise<{ host: ChangingHost; release: Release }> {
  const host = await openChangingHost(app.server.url);
  const release = await releaseOfSite(app.server.url, 1);
  offer(host, release);
  await enterAsOwner(page, app, 0, host.url);
  // Every file is fetched first.
  await expect.poll(() => readState(page), { timeout: 90_000 }).toMatchObject({ kept: { version: 1 } });
  return { host, release };
}

async function saysThatItNeedsTheServer(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'The server does not answer' })).toBeVisible();
}

/** Has the worker look for a release, as Settings does. */
const look = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    const answered = new Promise((resolve) => {
      port1.onmessage = resolve;
    });
    active?.postMessage({}, [port2]);
    await answered;
  });

async function newTab(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage();
  tab.on('pageerror', (error) => expect(error.message).toBe(''));
  return tab;
}

test('without the server every page of the owner starts, draws nothing of the owner, and says what it needs; logout keeps the release', async ({
  page,
  app,
  context,
}) => {
  const { host } = await installed(page, app);
  await host.stop();
  const tab = await newTab(context);
  for (const path of findOwnerRoutes()) await saysThatItNeedsTheServer(tab, host.url + path);
  // Nobody is known yet: a drawn bust is in the place of the owner's initials.
  const bust = tab.getByRole('link', { name: 'Profile image' }).locator('svg');
  await expect(bust).toHaveCSS('background-image', /gradient/);
  // The tab that was signed in starts no differently.
  await saysThatItNeedsTheServer(page, `${host.url}/productivity`);
  await expect(tab.goto(`${host.url}/contact`)).rejects.toThrow(/ERR_CONNECTION_REFUSED/);
  await host.start();
  await page.goto(`${host.url}/productivity`);
  await expect(page.getByRole('link', { name: /^Profile image of / }).locator('svg')).toHaveCSS('background-image', 'none');
  await page
    .getByRole('button', { name: /^Log ?out$/i })
    .first()
    .click();
  await expect(page).toHaveURL(`${host.url}/`);
  expect(await readState(page)).toMatchObject({ kept: { version: 1 } });
  await host.stop();
});

test('what is installed from a page of the owner starts at the dashboard, and from a visitor’s page at the home page', async ({
  page,
  app,
}) => {
  await enterAsOwner(page, app);
  const browser = await page.context().newCDPSession(page);
  const read = async () => {
    const { url, errors, data } = await browser.send('Page.getAppManifest');
    const { start_url, display }: Record<string, unknown> = JSON.parse(data ?? '{}');
    return { path: new URL(url).pathname, errors, start_url, display };
  };
  // A browser that fetches one manifest while the page names another goes on with the one it fetched: it is asked once the page names this.
  const linkNames = (path: string) => expect(page.locator('link[rel="manifest"]')).toHaveAttribute('href', path);
  const whole = { errors: [], display: 'standalone' };
  const ofOwner = { ...whole, path: '/dashboard.webmanifest', start_url: '/dashboard' };
  // By the router, from the terminal.
  await linkNames(ofOwner.path);
  expect(await read()).toEqual(ofOwner);
  for (const path of ['/dashboard', '/settings', '/mind-vault']) {
    await page.goto(path);
    expect(await read()).toEqual(ofOwner);
  }
  // The router goes to a visitor's page, and the browser to another and back.
  await page.getByRole('link', { name: /^Profile image/ }).click();
  await expect(page).toHaveURL('/');
  const ofVisitors = { ...whole, path: '/manifest.webmanifest', start_url: '/' };
  await linkNames(ofVisitors.path);
  expect(await read()).toEqual(ofVisitors);
  await page.goto('/contact');
  expect(await read()).toEqual(ofVisitors);
});

test('another release waits for the owner, who takes it in Settings by its words; changed bytes and older ones are named there and on the overview', async ({
  page,
  app,
}) => {
  const { host, release } = await installed(page, app);
  const shown = page.locator('#release');
  const second = { ...release, version: 2 };
  offerRelease(host, { ...second, files: { ...second.files, '/assets/added.js': second.files['/dashboard'] ?? '' } });
  await page.goto(`${host.url}/settings#release`);
  await shown.getByRole('button', { name: 'Look for a new release' }).click();
  await shown.getByRole('button', { name: 'Take it' }).click();
  await expect(shown.getByText(/refused: the answer was 404 \(\/assets\/added\.js\)/)).toBeVisible();
  const script = Object.keys(release.files).find((path) => path.endsWith('.js')) ?? '';
  offerRelease(host, second);
  host.instead.set(script, { body: new TextEncoder().encode('alert(1)'), type: 'text/javascript' });
  await shown.getByRole('button', { name: 'Look for a new release' }).click();
  await shown.getByRole('button', { name: 'Take it' }).click();
  await expect(shown.getByText(`(${script}). Release 1 stays in use.`)).toBeVisible();
  host.instead.delete(script);
  await shown.getByRole('button', { name: 'Look for a new release' }).click();
  await shown.getByRole('button', { name: 'Take it' }).click();
  await expect.poll(() => readState(page)).toMatchObject({ next: { version: 2, hash: hashOf(writeRelease(second)) } });
  offerRelease(host, { ...release, version: 1, name: '0.0.9' });
  await look(page);
  expect(await readState(page)).toMatchObject({ looked: { found: 'refused', reason: 'older' } });
  await page.goto(`${host.url}/dashboard`);
  await page.getByRole('link', { name: 'The release that the server has now was refused on this device' }).click();
  await expect(page).toHaveURL(`${host.url}/settings#release`);
  await shown.getByRole('button', { name: 'Forget the release on this device' }).click();
  await expect(shown.getByText('Nothing is kept on this device now.')).toBeVisible();
  expect(await readState(page)).toBeNull();
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  await host.stop();
});

test('with a pinned key the next signed release is taken without the owner, and one whose signature was left out, or that does not come whole, is refused by that name', async ({
  page,
  app,
}) => {
  const { line, sign } = keyPairOf(1);
  const offerSigned = (host: ChangingHost, release: Release) => {
    offerRelease(host, release);
    const text = (content: string) => ({ body: new TextEncoder().encode(content), type: 'text/plain' });
    host.instead.set(releaseAddresses.key, text(line));
    host.instead.set(releaseAddresses.signature, text(sign(writeRelease(release), `version ${release.version}`)));
  };
  const { host, release } = await installed(page, app, offerSigned);
  expect(await readState(page)).toMatchObject({ pinned: { version: 1, key: line } });
  const second = { ...release, version: 2 };
  offerRelease(host, second);
  host.instead.set(releaseAddresses.signature, { body: new Uint8Array(), type: 'text/plain', status: 404 });
  await look(page);
  expect(await readState(page)).toMatchObject({ kept: { version: 1 }, looked: { found: 'refused', reason: 'signature_missing' } });
  offerSigned(host, second);
  await look(page);
  expect(await readState(page)).toMatchObject({ next: { version: 2, hash: hashOf(writeRelease(second)) }, looked: { found: 'taken' } });
  // A true release that never comes whole, behind one that waits: the one in use goes on, without the host too.
  const script = Object.keys(release.files).find((path) => path.endsWith('.js')) ?? '';
  offerSigned(host, { ...release, version: 3 });
  host.instead.set(script, { body: new TextEncoder().encode('alert(1)'), type: 'text/javascript' });
  await look(page);
  expect(await readState(page)).toMatchObject({ kept: { version: 1 }, looked: { found: 'refused', reason: 'other_bytes', file: script } });
  const workers = await page.context().newCDPSession(page);
  await workers.send('ServiceWorker.enable');
  await workers.send('ServiceWorker.stopAllWorkers');
  await host.stop();
  await saysThatItNeedsTheServer(page, `${host.url}/productivity`);
});
