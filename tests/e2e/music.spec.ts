import type { Page } from '@playwright/test';
import { axeFindings } from './axe-findings.ts';
import { enterAsOwner, enterCredentials, expect, ownerOf, test } from './test-app.ts';

const track = {
  name: 'Fratres',
  artist: 'Arvo Pärt, Tasmin Little',
  album: 'Tabula Rasa',
  albumArt: '/favicon.svg',
  isPlaying: true,
  spotifyUrl: 'https://open.spotify.com/track/1',
  previewUrl: null,
};

// To be replaced: until the server answers for the music, these stand at its addresses.
type Answers = { now: unknown; asked: number };

async function answerNowPlaying(page: Page, now: unknown): Promise<Answers> {
  const answers: Answers = { now, asked: 0 };
  await page.route('**/.netlify/functions/spotify-now-playing', (route) => {
    answers.asked += 1;
    return answers.now === undefined ? route.abort() : route.fulfill({ json: answers.now });
  });
  return answers;
}

const widgetOf = (page: Page) => page.getByRole('complementary', { name: 'Music' });
const buttonOf = (page: Page) => widgetOf(page).getByRole('button', { name: /^Music/ });

/** Opens the home page with a clock that the journey turns, and waits until the page is alive. */
async function openAt(page: Page, path = '/'): Promise<void> {
  const opened = new Date('2026-03-01T10:00:00Z');
  await page.clock.install({ time: opened });
  // Stands still from here on, however slow the machine is.
  await page.clock.pauseAt(opened.getTime() + 1000);
  await page.goto(path);
  await page.waitForLoadState('networkidle');
}

test('by keys alone it opens and closes, and what has the focus is never beneath it @visitor', async ({ page }) => {
  await answerNowPlaying(page, track);
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  await buttonOf(page).focus();
  await page.keyboard.press('Enter');
  await expect(widgetOf(page).getByRole('heading', { name: 'Now Playing' })).toBeVisible();
  await expect(buttonOf(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(widgetOf(page).getByRole('link')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(buttonOf(page)).toHaveAttribute('aria-expanded', 'false');
  await expect(buttonOf(page)).toBeFocused();
  for (const opened of [false, true]) {
    await page.evaluate(() => {
      window.scrollTo(0, 0);
      document.querySelector<HTMLElement>('header a')?.focus();
    });
    if (opened) await buttonOf(page).click();
    if (opened) await page.evaluate(() => document.querySelector<HTMLElement>('header a')?.focus());
    for (;;) {
      await page.keyboard.press('Tab');
      const where = await page.evaluate(() => {
        const focused = document.activeElement;
        const widget = document.querySelector('.music');
        if (focused === null || widget === null || focused === document.body) return { done: true, covered: '' };
        if (widget.contains(focused)) return { done: true, covered: '' };
        const one = focused.getBoundingClientRect();
        const other = widget.getBoundingClientRect();
        const apart = one.right <= other.left || one.left >= other.right || one.bottom <= other.top || one.top >= other.bottom;
        // Partly covered is allowed (WCAG 2.4.11); hidden is not.
        const hidden = !apart && one.top >= other.top && one.left >= other.left && one.right <= other.right;
        return { done: false, covered: hidden ? (focused.textContent ?? '') : '' };
      });
      expect(where.covered).toBe('');
      if (where.done) break;
    }
  }
});

test('at rest it covers no text, at any width and wherever the page is scrolled to @visitor', async ({ page }) => {
  await answerNowPlaying(page, { ...track, name: 'Cantus in Memoriam Benjamin Britten, for String Orchestra and Bell' });
  for (const path of ['/', '/contact', '/cv', '/proof', '/wishlist', '/terminal', '/ai-terminal'])
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 800 });
      if (width === 1440) await page.goto(path);
      await expect(buttonOf(page)).toContainText('Cantus');
      const tab = await widgetOf(page).boundingBox();
      expect(tab?.height).toBeGreaterThanOrEqual(44);
      expect(tab?.width).toBeGreaterThanOrEqual(24);
      expect(await page.evaluate(textBeyond, tab?.x ?? 0), `${path} at ${width}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
});

/** Text of the page that is seen right of this place, wherever it stands from top to bottom. */
function textBeyond(left: number): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent === null || (node.textContent ?? '').trim() === '' || parent.closest('.music, script, style') !== null) continue;
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    // What an ancestor cuts off is not seen.
    let right = window.innerWidth;
    for (let one: Element | null = parent; one !== null && one !== document.body; one = one.parentElement)
      if (getComputedStyle(one).overflowX !== 'visible') right = Math.min(right, one.getBoundingClientRect().right);
    const range = document.createRange();
    range.selectNodeContents(node);
    const isBeyond = [...range.getClientRects()].some(
      (rect) => rect.height > 1 && rect.left < right && Math.min(rect.right, right) > left + 0.5,
    );
    if (isBeyond) found.push((node.textContent ?? '').trim());
  }
  return found;
}

test('the page carries no more than the shell until long after it has loaded @visitor', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await answerNowPlaying(page, track);
  await openAt(page);
  await page.clock.runFor(1500);
  expect(scripts.filter((path) => /music-|owner-controls|provider/.test(path))).toEqual([]);
  await expect(async () => {
    await page.clock.runFor(1000);
    await expect(buttonOf(page)).toBeVisible({ timeout: 500 });
  }).toPass();
  await buttonOf(page).click();
  await expect(widgetOf(page).getByRole('heading', { name: 'Now Playing' })).toBeVisible();
  // What only the owner needs is not fetched for a visitor.
  expect(scripts.filter((path) => /owner-controls|provider|dist-/.test(path))).toEqual([]);
});

const connection = { configured: true, connected: false, connectedAt: null, expiresAt: null, authorizationEndsAt: null };

test('the owner connects from the widget, comes back to /callback, and disconnects after a question', async ({ page, app }) => {
  const sent: unknown[] = [];
  let current: Record<string, unknown> = connection;
  await answerNowPlaying(page, null);
  await page.route('**/functions/v1/spotify-connection', (route) => {
    const method = route.request().method();
    if (method === 'POST') {
      sent.push(route.request().postDataJSON());
      return route.fulfill({ json: { authorizeUrl: `${app.server.url}/callback?code=a-code&state=a-state` } });
    }
    if (method === 'DELETE') current = connection;
    return route.fulfill({ json: current });
  });
  await page.route('**/functions/v1/spotify-auth', (route) => {
    sent.push(route.request().postDataJSON());
    current = {
      ...connection,
      connected: true,
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      authorizationEndsAt: new Date(Date.now() + 179.5 * 86_400_000).toISOString(),
    };
    return route.fulfill({ json: { expires_in: 3600, expires_at: 0 } });
  });
  await page.route('**/functions/v1/spotify-player?*', (route) => route.fulfill({ status: 204 }));
  await enterAsOwner(page, app);
  await page.goto('/');
  await buttonOf(page).click();
  await widgetOf(page).getByRole('button', { name: 'Connect Spotify' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Connected' })).toBeVisible();
  expect(page.url()).toBe(`${app.server.url}/callback`);
  const redirect_uri = `${app.server.url}/callback`;
  expect(sent).toEqual([{ redirect_uri }, { code: 'a-code', redirect_uri, state: 'a-state' }]);
  expect(await page.evaluate(() => localStorage.getItem('music_tokens'))).toMatch(/^\{"expiresAtMs":\d+\}$/);
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
  await buttonOf(page).click();
  await expect(widgetOf(page).getByText('Connected, 180 days left')).toBeVisible();
  await widgetOf(page).getByRole('button', { name: 'Disconnect' }).press('Enter');
  await expect(widgetOf(page).getByRole('button', { name: 'Keep' })).toBeFocused();
  expect(await axeFindings(page)).toEqual([]);
  await widgetOf(page).getByRole('button', { name: 'Disconnect' }).press('Enter');
  await expect(widgetOf(page).getByRole('button', { name: 'Connect Spotify' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('music_tokens'))).toBeNull();
});

test('at /callback the code leaves the address at once; a refusal and a missing code are said @visitor', async ({ page, app }) => {
  const response = await page.goto('/callback');
  expect(response?.headers()['x-robots-tag']).toBe('noindex');
  await expect(page.getByText('No code detected.')).toBeVisible();
  await page.goto('/callback?error=access_denied&state=a-state');
  await expect(page.getByText('Spotify answered: access_denied.')).toBeVisible();
  await expect(page).toHaveURL(`${app.server.url}/callback`);
  for (const theme of ['dark', 'light']) {
    await page.evaluate((name) => localStorage.setItem('theme', name), theme);
    await page.goto('/callback?error=access_denied');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test('who comes back without a session signs in first, and the connection then goes on', async ({ page, app }) => {
  await page.route('**/functions/v1/spotify-auth', (route) =>
    route.request().postDataJSON().code === 'a-code'
      ? route.fulfill({ json: { expires_in: 3600, expires_at: 0 } })
      : route.fulfill({ status: 400, json: { code: 'invalid_grant', message: 'Invalid authorization code' } }),
  );
  const owner = ownerOf(app);
  await page.goto('/callback?code=a-code&state=a-state');
  await expect(page).toHaveURL(`${app.server.url}/auth-terminal?next=%2Fcallback`);
  await enterCredentials(page, owner, 0);
  await expect(page.getByRole('heading', { level: 1, name: 'Connected' })).toBeVisible();
  await page.goto('/callback?code=a-spent-code&state=a-state');
  await expect(page.getByText('It was refused: invalid_grant.')).toBeVisible();
});
