import type { Page } from '@playwright/test';
import { axeFindings } from './axe-findings.ts';
import { overflowing, scrollThrough } from './overflowing.ts';
import { pageStates } from './page-states.ts';
import { addRules, paintEverything } from './paint-everything.ts';
import { findOwnerRoutes, findPublicRoutes } from './public-routes.ts';
import { enterAsOwner, expect, test, untilAnswering } from './test-app.ts';

const widths = [1440, 390] as const;
const themes = ['dark', 'light'] as const;
const routes = findPublicRoutes();
const ownerRoutes = findOwnerRoutes();

async function findingsOf(page: Page, where: string): Promise<readonly string[]> {
  return (await axeFindings(page)).map((finding) => `${where}: ${finding}`);
}

async function show(page: Page, path: string, theme: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate((name) => localStorage.setItem('theme', name), theme);
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await paintEverything(page);
}

test('a fault that is put into the page is found @visitor', async ({ page }) => {
  await page.goto('/');
  await untilAnswering(page);
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('img')));
  expect(await axeFindings(page)).toContainEqual(expect.stringMatching(/^image-alt at /));
});

test('axe finds nothing on any public route, in both themes and at both widths, with each dialog and menu open too @visitor', async ({
  page,
}) => {
  test.setTimeout(60_000 + routes.length * 20_000);
  const findings: string[] = [];
  await page.goto('/');
  for (const path of routes) {
    for (const theme of themes) {
      await show(page, path, theme, widths[0]);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        findings.push(...(await findingsOf(page, `${path} ${theme} ${width}`)));
        for (const state of pageStates.filter((one) => one.path === path && width <= (one.widthAtMost ?? width))) {
          await state.open(page);
          findings.push(...(await findingsOf(page, `${path} ${theme} ${width} with ${state.name} open`)));
          await state.close(page);
        }
      }
    }
  }
  expect(findings).toEqual([]);
});

/** Phones from the narrowest to a common one, and a desktop whose text is at twice its size. */
const narrowRooms = [
  { width: 320, rules: '' },
  { width: 360, rules: '' },
  { width: 390, rules: '' },
  { width: 1280, rules: 'html { font-size: 200% !important; }' },
] as const;

test('on a phone, and with text at twice its size, no public page scrolls sideways or runs a text off its edge, nor does a dialog @visitor', async ({
  page,
}) => {
  test.setTimeout(60_000 + routes.length * 15_000);
  const found: string[] = [];
  await page.goto('/');
  for (const path of routes) {
    await show(page, path, 'dark', narrowRooms[0].width);
    for (const { width, rules } of narrowRooms) {
      await page.setViewportSize({ width, height: 900 });
      await addRules(page, rules);
      await scrollThrough(page);
      found.push(...(await overflowing(page)).map((what) => `${path} at ${width}: ${what}`));
      for (const state of pageStates.filter((one) => one.path === path && width <= (one.widthAtMost ?? width))) {
        await state.open(page);
        found.push(...(await overflowing(page)).map((what) => `${path} at ${width} with ${state.name} open: ${what}`));
        await state.close(page);
      }
    }
  }
  expect(found).toEqual([]);
});

test('a text that runs off a section which is only drawn when it is near is found @visitor', async ({ page }) => {
  await page.goto('/');
  await page.setViewportSize({ width: 320, height: 900 });
  await scrollThrough(page);
  await addRules(page, '.home-note { min-width: 383px; }');
  expect(await overflowing(page)).toContainEqual(expect.stringMatching(/runs off|cuts/));
});

/** Of every control in sight: whether its text, its drawing or its edge can be told from what is behind it. */
function vanished(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const canvas = getComputedStyle(document.documentElement).backgroundColor;
    const isClear = (colour: string) => /rgba\(.*, 0\)|transparent/.test(colour) || colour === canvas;
    const seen = (element: Element) => element.getClientRects().length > 0 && element.closest('[inert]') === null;
    return [...document.querySelectorAll<HTMLElement>('a[href], button, input, summary')].filter(seen).flatMap((control) => {
      const style = getComputedStyle(control);
      const name = `${control.tagName.toLowerCase()} ${(control.getAttribute('aria-label') ?? control.textContent ?? '').trim().slice(0, 30)}`;
      const drawings = [...control.querySelectorAll('svg')].filter(seen);
      const faults = [
        ...(isClear(style.color) ? [`${name}: its text has the colour of the page`] : []),
        ...drawings.filter((svg) => isClear(getComputedStyle(svg).fill)).map(() => `${name}: its icon has the colour of the page`),
      ];
      const hasText = (control.textContent?.trim() ?? '') !== '';
      const hasEdge = style.borderTopStyle !== 'none' && style.borderTopWidth !== '0px' && !isClear(style.borderTopColor);
      if (control.tagName === 'INPUT' && !hasEdge && control.closest('form, label') === null) faults.push(`${name}: it has no edge`);
      if (!hasText && drawings.length === 0 && !hasEdge && control.tagName !== 'INPUT') faults.push(`${name}: nothing of it is to be seen`);
      return faults;
    });
  });
}

/** Tabs through the page until the focus has come round: every control it stood on, and those where it could not be seen. */
async function tabThrough(page: Page): Promise<{ readonly reached: number; readonly unseen: readonly string[] }> {
  await page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    window.scrollTo(0, 0);
  });
  const unseen: string[] = [];
  for (let reached = 0; reached < 200; reached += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const control = document.activeElement;
      if (control === null || control === document.body || control === document.documentElement) return undefined;
      if (control.hasAttribute('data-tabbed')) return undefined;
      control.setAttribute('data-tabbed', '');
      const style = getComputedStyle(control);
      const box = control.getBoundingClientRect();
      const ringed = (one: CSSStyleDeclaration) => one.outlineStyle !== 'none' && Number.parseFloat(one.outlineWidth) >= 2;
      // A field may leave the ring to the frame that it stands in.
      const frame = control.parentElement?.closest(':focus-within');
      const hasRing = ringed(style) || (frame !== null && frame !== undefined && ringed(getComputedStyle(frame)));
      const inSight = box.bottom > 0 && box.top < innerHeight && box.width > 0;
      const name = `${control.tagName.toLowerCase()} ${(control.getAttribute('aria-label') ?? control.textContent ?? '').trim().slice(0, 30)}`;
      return { name, isSeen: hasRing && inSight };
    });
    if (focused === undefined) return { reached, unseen };
    if (!focused.isSeen) unseen.push(focused.name);
  }
  return { reached: 200, unseen };
}

/** How many controls the page has that a keyboard must reach. */
function countControls(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLElement>('a[href], button:not([disabled]), input:not([disabled]), summary, [tabindex="0"]')].filter(
        // Not what lies in details that are closed.
        (element) => element.checkVisibility() && element.getClientRects().length > 0 && element.tabIndex >= 0,
      ).length,
  );
}

test('under forced colours every control of every public route can be seen, and so can the focus @visitor', async ({ browser, app }) => {
  test.setTimeout(60_000 + routes.length * 15_000);
  const context = await browser.newContext({ baseURL: app.server.url, forcedColors: 'active', reducedMotion: 'reduce' });
  const page = await context.newPage();
  const found: string[] = [];
  await page.goto('/');
  for (const path of routes) {
    for (const width of widths) {
      await show(page, path, 'dark', width);
      expect(await page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true);
      found.push(...(await vanished(page)).map((what) => `${path} ${width}: ${what}`));
      for (const state of pageStates.filter((one) => one.path === path && width <= (one.widthAtMost ?? width))) {
        await state.open(page);
        found.push(...(await vanished(page)).map((what) => `${path} ${width} with ${state.name} open: ${what}`));
        await state.close(page);
      }
      found.push(...(await tabThrough(page)).unseen.map((what) => `${path} ${width}: the focus is not to be seen on ${what}`));
    }
  }
  await context.close();
  expect(found).toEqual([]);
});

test('the keyboard reaches every control of every public route, in sight and with a ring around it @visitor', async ({ page }) => {
  test.setTimeout(60_000 + routes.length * 15_000);
  const found: string[] = [];
  await page.goto('/');
  for (const path of routes) {
    for (const width of widths) {
      await show(page, path, 'light', width);
      const controls = await countControls(page);
      const { reached, unseen } = await tabThrough(page);
      if (reached < controls) found.push(`${path} ${width}: ${reached} of ${controls} controls were reached`);
      found.push(...unseen.map((what) => `${path} ${width}: the focus is not to be seen on ${what}`));
    }
  }
  expect(found).toEqual([]);
});

test('under reduced motion nothing on any public route moves @visitor', async ({ page }) => {
  await page.goto('/');
  for (const path of routes) {
    await show(page, path, 'dark', 1440);
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter((animation) => animation.playState === 'running' && Number(animation.effect?.getComputedTiming().endTime) > 20)
        .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : 'a transition')),
    );
    expect(moving, path).toEqual([]);
    await expect(page.locator('canvas'), path).toHaveCount(0);
  }
});

test("axe finds nothing on any of the owner's routes, in both themes and at both widths, and none is wider than a narrow phone", async ({
  page,
  app,
}) => {
  test.setTimeout(60_000 + ownerRoutes.length * 20_000);
  await enterAsOwner(page, app);
  const findings: string[] = [];
  for (const path of ownerRoutes) {
    for (const theme of themes) {
      await show(page, path, theme, widths[0]);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        findings.push(...(await findingsOf(page, `${path} ${theme} ${width}`)));
      }
    }
    for (const { width, rules } of [
      { width: 320, rules: '' },
      { width: 1280, rules: 'html { font-size: 200% !important; }' },
    ]) {
      await page.setViewportSize({ width, height: 900 });
      await addRules(page, rules);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      if (wide > width) findings.push(`${path} at ${width} is ${wide} px wide`);
    }
  }
  expect(findings).toEqual([]);
});

test('axe finds nothing on the dashboard with the More menu open on a phone', async ({ page, app }) => {
  await enterAsOwner(page, app);
  await page.setViewportSize({ width: 390, height: 900 });
  await page.getByRole('button', { name: 'More' }).click();
  expect(await findingsOf(page, '/dashboard with More open')).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
