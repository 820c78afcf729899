import type { Page, Request } from '@playwright/test';
import { axeFindings, axeFindingsOfThemes } from './axe-findings.ts';
import { likePages, unexplained } from './built-weight.ts';
import { overflowing, scrollThrough } from './overflowing.ts';
import { pageStates } from './page-states.ts';
import { openingPaths } from './page-weight.ts';
import { addRules, paintEverything } from './paint-everything.ts';
import { findFramedTools, findOwnerRoutes, findPublicRoutes } from './public-routes.ts';
import { enterAsOwner, expect, test, untilAnswering } from './test-app.ts';

const widths = [1440, 390] as const;
const routes = findPublicRoutes();
// A tool that visitors see has another head for the owner, and more in it.
const ownerRoutes = [...findOwnerRoutes(), ...findFramedTools()];

async function findingsOf(page: Page, where: string): Promise<readonly string[]> {
  return (await axeFindingsOfThemes(page)).map((finding) => `${where}, ${finding}`);
}

/**
 * Opens the page as somebody does who wants no motion. It wears the dark theme. Says what it asked for that it must not: anything of
 * another host, and for a visitor, of a page whose bytes are counted by the build's manifest (budgets.spec.ts), files that this does not count.
 */
async function show(page: Page, path: string, width: number, who: 'visitor' | 'owner' = 'visitor'): Promise<readonly string[]> {
  const asked: URL[] = [];
  const note = (request: Request) => void asked.push(new URL(request.url()));
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  page.on('request', note);
  const html = (await (await page.goto(path))?.text()) ?? '';
  await page.waitForLoadState('networkidle');
  page.off('request', note);
  await paintEverything(page);
  const { origin } = new URL(page.url());
  const elsewhere = asked.filter((one) => one.protocol.startsWith('http') && one.origin !== origin).map(({ href }) => href);
  const code = (await openingPaths(page)).filter((file) => /^\/assets\/.*\.(?:js|css)$/.test(file));
  return [...elsewhere, ...(who === 'visitor' && likePages.includes(path) ? unexplained(path, code, html) : [])].map(
    (what) => `${path} asks for ${what}`,
  );
}

/** Looks at the page as it is, and with each dialog and menu open that it has at this width. */
async function withEachState(page: Page, path: string, width: number, look: (where: string) => Promise<void>): Promise<void> {
  await look(`${path} ${width}`);
  for (const state of pageStates.filter((one) => one.path === path && width <= (one.widthAtMost ?? width))) {
    await state.open(page);
    await look(`${path} ${width} with ${state.name} open`);
    await state.close(page);
  }
}

test('a fault that is put into the page is found @visitor', async ({ page }) => {
  await page.goto('/');
  await untilAnswering(page);
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('img')));
  expect(await axeFindings(page)).toContainEqual(expect.stringMatching(/^image-alt at /));
});

/** Phones from the narrowest to a common one, and a desktop whose text is at twice its size. */
const narrowRooms = [
  { width: 320, rules: '' },
  { width: 360, rules: '' },
  { width: 390, rules: '' },
  { width: 1280, rules: 'html { font-size: 200% !important; }' },
] as const;

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

/** Tabs through the page until the focus has come round, marks every control it stood on, and names those where it could not be seen. */
async function tabThrough(page: Page): Promise<{ readonly unseen: readonly string[] }> {
  await page.evaluate(async () => {
    for (const tabbed of document.querySelectorAll('[data-tabbed]')) tabbed.removeAttribute('data-tabbed');
    document.body.tabIndex = -1;
    document.body.focus();
    window.scrollTo(0, 0);
    // What the navigation shows depends on what is in sight: it has seen where the page is now before the focus stands on any of it.
    for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
  });
  const unseen: string[] = [];
  for (let pressed = 0; pressed < 200; pressed += 1) {
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
    if (focused === undefined) return { unseen };
    if (!focused.isSeen) unseen.push(focused.name);
  }
  return { unseen };
}

/** Marks the controls that the page has now and that a keyboard must reach. */
function markControls(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const counted of document.querySelectorAll('[data-counted]')) counted.removeAttribute('data-counted');
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button:not([disabled]), input:not([disabled]), summary, [tabindex="0"]',
    );
    for (const control of controls) {
      // Not what lies in details that are closed.
      if (control.checkVisibility() && control.getClientRects().length > 0 && control.tabIndex >= 0)
        control.setAttribute('data-counted', '');
    }
  });
}

/** The controls that the keyboard does not reach, and those where the focus cannot be seen. */
async function keyboardFaults(page: Page, where: string): Promise<readonly string[]> {
  await markControls(page);
  const { unseen } = await tabThrough(page);
  // Those that left meanwhile are none: Get Resume of the navigation goes while the page's own is in sight.
  const missed = await page
    .locator('[data-counted]:not([data-tabbed])')
    .evaluateAll((all) => all.map((one) => (one.textContent ?? '').slice(0, 30)));
  return [
    ...missed.map((what) => `${where}: the keyboard does not reach ${what}`),
    ...unseen.map((what) => `${where}: the focus is not to be seen on ${what}`),
  ];
}

/** What moves although the visitor wants no motion. A canvas whose picture cannot be read, as that of the scene, counts as one that moves. */
async function movements(page: Page, path: string): Promise<readonly string[]> {
  const moving = await page.evaluate(async () => {
    const frames = async (count: number) => {
      for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame);
    };
    const moves = async (canvas: HTMLCanvasElement) => {
      try {
        if (canvas.getContext('2d') === null) return true;
        const before = canvas.toDataURL();
        await frames(20);
        return canvas.toDataURL() !== before;
      } catch {
        return true;
      }
    };
    const canvases = await Promise.all([...document.querySelectorAll('canvas')].map(moves));
    return [
      ...document
        .getAnimations()
        .filter((animation) => animation.playState === 'running' && Number(animation.effect?.getComputedTiming().endTime) > 20)
        .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : 'a transition')),
      ...canvases.filter(Boolean).map(() => 'a canvas'),
    ];
  });
  return moving.map((what) => `${path}: ${what} moves under reduced motion`);
}

/** Where the page, or one of its dialogs, scrolls sideways or runs a text off its edge. */
async function narrowFaults(page: Page, path: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { width, rules } of narrowRooms) {
    await page.setViewportSize({ width, height: 900 });
    await addRules(page, rules);
    await scrollThrough(page);
    await withEachState(
      page,
      path,
      width,
      async (where) => void found.push(...(await overflowing(page)).map((what) => `${where}: ${what}`)),
    );
  }
  return found;
}

test('every public route, with each dialog and menu open: axe finds nothing in either theme, wide and narrow, the keyboard reaches each control in sight, nothing moves under reduced motion, and nothing runs off a phone or beside text at twice its size @visitor', async ({
  page,
}) => {
  test.setTimeout(60_000 + routes.length * 30_000);
  const found: string[] = [];
  for (const path of routes) {
    found.push(...(await show(page, path, widths[0])));
    found.push(...(await movements(page, path)));
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await withEachState(page, path, width, async (where) => void found.push(...(await findingsOf(page, where))));
      found.push(...(await keyboardFaults(page, `${path} ${width}`)));
    }
    found.push(...(await narrowFaults(page, path)));
  }
  expect(found).toEqual([]);
});

test('under forced colours every control of every public route can be seen, and so can the focus @visitor', async ({ browser, app }) => {
  test.setTimeout(60_000 + routes.length * 15_000);
  const context = await browser.newContext({ baseURL: app.server.url, forcedColors: 'active', reducedMotion: 'reduce' });
  const page = await context.newPage();
  const found: string[] = [];
  for (const path of routes) {
    await show(page, path, widths[0]);
    expect(await page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await withEachState(
        page,
        path,
        width,
        async (where) => void found.push(...(await vanished(page)).map((what) => `${where}: ${what}`)),
      );
      found.push(...(await keyboardFaults(page, `${path} ${width}`)));
    }
  }
  await context.close();
  expect(found).toEqual([]);
});

test("axe finds nothing on any of the owner's routes, nor on any tool as the owner has it, in both themes and at both widths, nor with the More menu of a phone open, and none is wider than a narrow phone", async ({
  page,
  app,
}) => {
  test.setTimeout(60_000 + ownerRoutes.length * 20_000);
  await enterAsOwner(page, app);
  const found: string[] = [];
  for (const path of ownerRoutes) {
    found.push(...(await show(page, path, widths[0], 'owner')));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      found.push(...(await findingsOf(page, `${path} ${width}`)));
    }
    found.push(...(await tooWide(page, path)));
  }
  await show(page, '/dashboard', widths[1], 'owner');
  await page.getByRole('button', { name: 'More' }).click();
  found.push(...(await findingsOf(page, '/dashboard with More open')));
  found.push(...(await tooWide(page, '/dashboard with More open')));
  expect(found).toEqual([]);
});

/** Where the page is wider than the narrowest phone, or than a window whose text is at twice its size. */
async function tooWide(page: Page, where: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { width, rules } of [narrowRooms[0], narrowRooms[3]]) {
    await page.setViewportSize({ width, height: 900 });
    await addRules(page, rules);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) found.push(`${where} at ${width} is ${wide} px wide`);
  }
  return found;
}
