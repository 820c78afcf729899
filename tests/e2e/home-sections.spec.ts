import type { Page } from '@playwright/test';
import { axeFindings } from './axe-findings.ts';
import { expect, test, untilAnswering } from './house.ts';

test('the home page has its parts in order, and without JavaScript each of them is there to be read', async ({ browser, house }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: house.server.url });
  const page = await context.newPage();
  await page.goto('/');
  expect(await page.locator('h1, h2').allTextContents()).toEqual([
    expect.stringContaining('Ada Varga'),
    'About',
    'Experience',
    'Projects',
    'Skills',
    'Find me here ~',
  ]);
  await expect(page.getByText('I am a cybersecurity expert')).toBeVisible();
  for (const text of [
    'Principal Security Specialist',
    'PostgreSQL, TypeScript, Hash chains',
    'Threat modelling',
    'Professional Network',
    'Community Chat',
  ]) {
    const shown = page.getByText(text, { exact: true });
    await shown.scrollIntoViewIfNeeded();
    await expect(shown).toBeVisible();
  }
  await expect(page.getByText('Loading...')).toHaveCount(0);
  await context.close();
});

test('the first page fetches no code of the three sections; coming from another page each shows Loading... until its code is there', async ({
  page,
}) => {
  const sections = /\/assets\/(experience|projects|skills)-[^/]+\.js$/;
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  expect(fetched.filter((address) => sections.test(address))).toEqual([]);
  await expect(page.getByRole('heading', { name: 'Experience' })).toBeAttached();

  await page.goto('/contact');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(sections, async (route) => {
    await held;
    await route.continue();
  });
  // The new page that a link asks the server for until then would bring the sections along.
  await untilAnswering(page);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Find me here ~' })).toBeAttached();
  await expect(page.getByText('Loading...')).toHaveCount(3);
  release();
  await expect(page.getByText('Loading...')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Principal Security Specialist' })).toBeAttached();
});

test('a section whose code does not come says so in its place, and the others stand', async ({ page }) => {
  await page.goto('/contact');
  await untilAnswering(page);
  await page.route(/\/assets\/projects-[^/]+\.js$/, (route) => route.abort());
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page.getByText('This section could not be shown. The rest of the page is not affected.')).toHaveCount(1);
  for (const name of ['About', 'Experience', 'Skills', 'Find me here ~']) await expect(page.getByRole('heading', { name })).toBeAttached();
  await expect(page.getByRole('heading', { name: 'Projects' })).toHaveCount(0);
});

/** Delays of the entrances that were started, in milliseconds and in the order of the page. */
function entrances(page: Page, selector: string): Promise<readonly number[]> {
  return page.locator(selector).evaluateAll((elements) =>
    elements.flatMap((element) =>
      element
        .getAnimations()
        .filter((animation) => animation instanceof CSSAnimation && animation.animationName === 'entering')
        .map((animation) => Number(animation.effect?.getTiming().delay)),
    ),
  );
}

/** Lets a started entrance stand at its beginning, so that looking at it depends on no clock. */
async function holdEntrances(page: Page): Promise<void> {
  await page.addInitScript(() =>
    document.addEventListener('animationstart', ({ target }) => {
      if (target instanceof Element) for (const animation of target.getAnimations()) animation.pause();
    }),
  );
}

const cards = 'section[aria-labelledby="social"] li';

test('the three cards enter 100 ms apart once they are seen; About enters once', async ({ page }) => {
  await holdEntrances(page);
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  expect(await entrances(page, cards)).toEqual([]);
  await page.getByRole('heading', { name: 'Find me here ~' }).scrollIntoViewIfNeeded();
  await page.locator(cards).last().scrollIntoViewIfNeeded();
  await expect.poll(() => entrances(page, cards)).toEqual([0, 100, 200]);
  await page.getByRole('heading', { name: 'About' }).scrollIntoViewIfNeeded();
  await expect(page.locator('#about')).toHaveClass('entering');
});

test('nothing enters while motion is paused, nor where the visitor wants less of it', async ({ page }) => {
  await holdEntrances(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Pause motion' }).click();
  await page.locator(cards).last().scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Play motion' }).click();
  await page.locator(cards).last().scrollIntoViewIfNeeded();
  expect(await entrances(page, cards)).toEqual([]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await page.locator(cards).last().scrollIntoViewIfNeeded();
  await expect(page.locator(cards).last()).toBeInViewport();
  expect(await entrances(page, `${cards}, #about`)).toEqual([]);
});

test('by keyboard: the Discord dialog opens, copies, says so for 2000 ms, and gives the focus back on Escape', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const card = page.getByRole('button', { name: /Discord/ });
  await card.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Discord' });
  await expect(dialog.getByText('Connect with me on Discord')).toBeVisible();
  await expect(dialog.getByText('Click to copy my Discord username')).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await dialog.getByRole('button', { name: 'Copy' }).press('Enter');
  const copied = dialog.getByRole('button', { name: 'Copied!' });
  await expect(copied).toBeVisible();
  await expect(dialog.getByRole('status')).toHaveText('Copied!');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('ada.varga');
  await page.clock.runFor(1999);
  await expect(copied).toBeVisible();
  await page.clock.runFor(1);
  await expect(dialog.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(card).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(dialog).toBeHidden();
});

test('LinkedIn and GitHub open in a new tab that cannot reach back', async ({ page }) => {
  await page.goto('/');
  for (const [name, address] of [
    ['LinkedIn', 'https://www.linkedin.com/in/ada-varga-example/'],
    ['GitHub', 'https://github.com/ada-varga-example'],
  ] as const) {
    const link = page.locator(cards).getByRole('link', { name: new RegExp(name) });
    await expect(link).toHaveAttribute('href', address);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  }
});

test('scrolling through the home page, after a navigation too, moves nothing by more than a layout shift of 0.02', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry && typeof entry.value === 'number') shifts.push(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const from of ['/', '/contact']) {
    await page.goto(from);
    if (from !== '/') await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Skills' })).toBeAttached();
    for (const name of ['About', 'Experience', 'Projects', 'Skills', 'Find me here ~']) {
      await page.getByRole('heading', { name, exact: true }).scrollIntoViewIfNeeded();
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    }
    const total = await page.evaluate(() =>
      'shifts' in window && Array.isArray(window.shifts) ? window.shifts.reduce((sum: number, shift: number) => sum + shift, 0) : 1,
    );
    expect(total).toBeLessThanOrEqual(0.02);
  }
});

test('axe finds nothing on the home page with the Discord dialog open, and the page fits 320 px', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const theme of ['dark', 'light']) {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
      await page.goto('/');
      for (const name of ['Experience', 'Projects', 'Skills', 'Find me here ~']) {
        await page.getByRole('heading', { name, exact: true }).scrollIntoViewIfNeeded();
      }
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole('button', { name: /Discord/ }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
