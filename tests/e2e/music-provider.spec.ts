import { type MusicProvider, makeTrack, startMusicProvider } from '../support/music-provider.ts';
import { test as base, enterAsOwner, expect } from './test-app.ts';

/** An app whose server knows a music provider on this machine. */
const test = base.extend<{ provider: MusicProvider }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter.
  provider: async ({}, use) => {
    const provider = await startMusicProvider();
    await use(provider);
    await provider.stop();
  },
  serverEnvironment: async ({ provider }, use) => use(provider.environment),
});

test('the owner connects, a visitor sees what plays and then what was played last, and disconnecting ends it', async ({
  page,
  browser,
  app,
  provider,
}) => {
  await enterAsOwner(page, app);
  await page.goto('/');
  const widget = page.getByRole('complementary', { name: 'Music' });
  await widget.getByRole('button', { name: /^Music/ }).click();
  await expect(widget.getByText('No recent listening activity')).toBeVisible();
  await widget.getByRole('button', { name: 'Connect Spotify' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Connected' })).toBeVisible();
  expect(page.url()).toBe(`${app.server.url}/callback`);
  const kept = await page.evaluate(() => JSON.stringify(localStorage) + JSON.stringify(sessionStorage));
  for (const secret of provider.secrets()) expect(kept).not.toContain(secret);

  const visitor = await browser.newContext({ baseURL: app.server.url });
  const seen = await visitor.newPage();
  const shown = seen.getByRole('complementary', { name: 'Music' });
  await seen.goto('/');
  await expect(shown.getByRole('button', { name: /^Music/ })).toContainText('Night Watch');
  await shown.getByRole('button', { name: /^Music/ }).click();
  await expect(shown.getByRole('heading', { name: 'Now Playing' })).toBeVisible();
  await expect(shown.getByText('Ilse Marr, The Lanterns')).toBeVisible();
  // The picture arrived, from our own origin.
  await expect.poll(() => shown.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  provider.playing = null;
  provider.lastPlayed = makeTrack(provider.url, 'Slow Tide');
  await expect(shown.getByRole('heading', { name: 'Last Played' })).toBeVisible();
  await expect(shown.getByText('Slow Tide')).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
  await widget.getByRole('button', { name: /^Music/ }).click();
  await expect(widget.getByText(/^Connected, 18\d days left$/)).toBeVisible();
  await widget.getByRole('button', { name: 'Disconnect' }).click();
  await widget.getByRole('button', { name: 'Disconnect' }).click();
  await expect(widget.getByRole('button', { name: 'Connect Spotify' })).toBeVisible();
  await expect(shown.getByText('No recent listening activity')).toBeVisible();
  await visitor.close();
});

test('an owner who refuses at the provider is told so, and may try again', async ({ page, app, provider }) => {
  provider.consents = false;
  await enterAsOwner(page, app);
  await page.goto('/');
  const widget = page.getByRole('complementary', { name: 'Music' });
  await widget.getByRole('button', { name: /^Music/ }).click();
  await widget.getByRole('button', { name: 'Connect Spotify' }).click();
  await expect(page.getByText('Spotify answered: access_denied.')).toBeVisible();
  provider.consents = true;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Connected' })).toBeVisible();
  // A code that comes a second time, or with a state of someone else's making, connects nothing.
  await page.goto('/callback?code=made-up&state=made-up');
  await expect(page.getByText('It was refused: state_refused.')).toBeVisible();
});
