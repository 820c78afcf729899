import { expect, test, untilAnswering } from './test-app.ts';

// Visitors who leave nothing behind.
test.use({ isShared: true });

test('the theme is dark at first; the toggle changes it at once and it is kept, before the first paint', async ({ page }) => {
  await page.goto('/');
  const root = page.locator('html');
  await expect(root).toHaveClass(/dark/);
  await page.getByRole('button', { name: /theme/i }).click();
  await expect(root).toHaveClass(/light/);
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
  await page.goto('/', { waitUntil: 'commit' });
  await expect(root).toHaveClass(/light/);
});

test('without JavaScript the home page says everything', async ({ browser, app }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: app.server.url });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByText('Crafting secure, scalable systems with exceptional user experiences.')).toBeVisible();
  await expect(page.getByText('Application, Cyber and System Security Specialist')).toBeInViewport({ ratio: 1 });
  await expect(page.getByText(/Copyright 2025 .+\. All rights reserved\./)).toBeVisible();
  await expect(page.getByRole('link', { name: /Blog/ }).first()).toHaveAttribute('target', '_blank');
  await context.close();
});

test('without JavaScript a phone still has the navigation, and no control that would do nothing', async ({ browser, app }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: app.server.url, viewport: { width: 320, height: 700 } });
  const page = await context.newPage();
  for (const path of ['/', '/contact', '/wishlist', '/terminal']) {
    await page.goto(path);
    const navigation = page.getByRole('navigation', { name: 'Main' });
    for (const name of ['Home', /^Blog/, 'Contact']) await expect(navigation.getByRole('link', { name })).toBeVisible();
    for (const name of ['Menu', 'Light theme', 'Pause motion', /^Music/]) await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
  // Playwright's own look at texts leaves out what stands in a noscript element, whether or not scripts run.
  const told = () => page.locator('.without-script').allInnerTexts();
  expect(await told()).toEqual([expect.stringContaining('The terminal needs JavaScript.')]);
  await page.goto('/auth-terminal');
  expect(await told()).toEqual(['Signing in needs JavaScript.']);
  await context.close();
});

test('whoever looks for a link, a button or a text of the home page by its name finds one', async ({ page }) => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/');
    await untilAnswering(page);
    if (width === 390) await page.getByRole('button', { name: /menu/i }).click();
    for (const name of ['Home', 'Contact', 'Terminal', 'Get Resume', 'LinkedIn', 'GitHub']) {
      await expect(page.getByRole('link', { name })).toHaveCount(1);
    }
    for (const name of ['Get Resume', 'Home', 'Contact']) await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Blog', exact: true })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Blog', exact: true })).toBeVisible();
    await expect(page.getByText('Find me here ~')).toBeVisible();
    await expect(page.getByRole('banner').getByRole('img')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Music/ })).toBeVisible();
  }
});

test('an unknown address is a page of ours with status 404', async ({ page }) => {
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('on a first visit the machine-readable line is drawn in its own typeface, and a shown secret has a slashed zero', async ({
  browser,
  app,
}) => {
  const context = await browser.newContext({ baseURL: app.server.url });
  const page = await context.newPage();
  await page.goto('/');
  await page.evaluate(() => document.fonts.ready);
  const session = await context.newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: '.mrz' });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  expect(fonts).toEqual([expect.objectContaining({ familyName: expect.stringMatching(/^Azeret Mono/), isCustomFont: true })]);
  const variant = await page.evaluate(() => {
    const secret = document.createElement('span');
    secret.className = 'font-mono';
    secret.translate = false;
    document.body.append(secret);
    const { fontVariantNumeric, fontVariantLigatures } = getComputedStyle(secret);
    return `${fontVariantNumeric} ${fontVariantLigatures}`;
  });
  expect(variant).toBe('slashed-zero no-common-ligatures no-contextual');
  await context.close();
});

test('on paper a page is dark on white, whole, and without navigation, music and controls', async ({ page }) => {
  await page.goto('/');
  await page.emulateMedia({ media: 'print' });
  for (const name of ['Pause motion', 'Light theme', /^Music/]) await expect(page.getByRole('button', { name })).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  const papers = await page.evaluate(() => {
    const colourOf = (selector: string) => getComputedStyle(document.querySelector(selector) ?? document.body).color;
    return {
      paper: getComputedStyle(document.body).backgroundColor,
      inks: ['h1', '.passport-lead', '#skills-title', '.home-note-name'].map(colourOf),
    };
  });
  expect(papers).toEqual({ paper: 'rgb(255, 255, 255)', inks: Array(4).fill('rgb(18, 32, 31)') });
});

test("the hero's line runs in the terminal, and its plate becomes the rosette there, only where motion is wanted", async ({ page }) => {
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      performance.mark('view-transition');
      return start(update);
    };
  });
  const begun = () => page.evaluate(() => performance.getEntriesByName('view-transition').length);
  for (const [reducedMotion, transitions] of [
    ['no-preference', 1],
    ['reduce', 0],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.goto('/');
    await untilAnswering(page);
    await page.getByRole('link', { name: /^Or try a command/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Terminal' })).toBeVisible();
    await expect(page.getByRole('log', { name: 'Transcript' })).toContainText('$ projects | sort year -r');
    expect(await begun()).toBe(transitions);
  }
});

test('the engraving of a project becomes the one of its case study, only where motion is wanted', async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener('pagereveal', async ({ viewTransition }) => {
      await viewTransition?.ready;
      const moved = document.getAnimations().map(({ effect }) => (effect instanceof KeyframeEffect ? effect.pseudoElement : null));
      document.documentElement.dataset['arrived'] =
        moved.filter((name) => name?.includes('group(rosette)')).length > 0 ? 'moved' : 'at once';
    });
  });
  for (const [reducedMotion, arrived] of [
    ['no-preference', 'moved'],
    ['reduce', 'at once'],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.goto('/');
    await page.locator('#projects').getByRole('link').first().click();
    await expect(page).toHaveURL(/\/projects\//);
    await expect(page.locator('html')).toHaveAttribute('data-arrived', arrived);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('Ctrl+K finds a section from another page, and what is fetched for it comes with the first press', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto('/contact');
  await untilAnswering(page);
  await page.waitForLoadState('networkidle');
  expect(fetched.filter((path) => /palette|places/.test(path))).toEqual([]);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search this site' });
  await expect(palette.getByRole('combobox', { name: 'Search' })).toBeFocused();
  await page.keyboard.type('skills');
  await expect(palette.getByRole('option').first()).toContainText('Skills');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/#skills$/);
  await expect(page.getByRole('heading', { name: 'Skills', exact: true })).toBeInViewport();
  expect(fetched.filter((path) => path === '/places.json')).toHaveLength(1);
});

test('a press on a page that the server was never asked the way to, and cannot be now, says so within the navigation and leads on later', async ({
  page,
}) => {
  await page.route('**/__manifest*', (route) => route.abort());
  await page.goto('/contact');
  await untilAnswering(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Word Counter' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'This page failed to print' })).toBeVisible();
  await expect(page.getByText('It could not be fetched, or broke while it was being made.')).toBeVisible();
  await page.unroute('**/__manifest*');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Snake' }).click();
  await expect(page).toHaveURL('/snake-game');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Snake');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL('/');
});
