import type { Locator } from '@playwright/test';
import { expect, test, untilAnswering } from './test-app.ts';

// Visitors who leave nothing behind.
test.use({ isShared: true });

test('the home page has its parts in order, and without JavaScript each of them is there to be read', async ({ browser, app }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: app.server.url });
  const page = await context.newPage();
  await page.goto('/');
  expect(await page.locator('h1, h2').allTextContents()).toEqual([
    expect.stringContaining('Ada Varga'),
    'About',
    'Experience',
    'Projects',
    'Skills',
    'Workbench',
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

test('a case study is a page of its own: found, described, told to programs, with a card, and its project leads there', async ({
  page,
  app,
}) => {
  await page.goto('/');
  await page
    .getByRole('link', { name: /^Rosette Read the case: / })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'The log that had to be believed' })).toBeVisible();
  await page.goto('/projects/rosette');
  await expect(page).toHaveTitle('The log that had to be believed · Ada Varga');
  expect(JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')).toMatchObject({
    '@type': 'TechArticle',
    headline: 'The log that had to be believed',
  });
  const card = await page.request.get(`${app.server.url}/projects/rosette/card.png`);
  expect([card.status(), card.headers()['content-type']]).toEqual([200, 'image/png']);
  expect(await (await page.request.get('/sitemap.xml')).text()).toContain('/projects/countersign</loc>');
  const answer = await page.request.get('/projects/constructor');
  expect([answer.status(), answer.headers()['x-robots-tag']]).toEqual([404, 'noindex']);
});

test('a section whose code does not come says so in its place, and the others stand', async ({ page }) => {
  await page.goto('/contact');
  await untilAnswering(page);
  await page.route(/\/assets\/projects-(?!page-)[^/]+\.js$/, (route) => route.abort());
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page.getByText('This section could not be shown. The rest of the page is not affected.')).toHaveCount(1);
  for (const name of ['About', 'Experience', 'Skills', 'Find me here ~']) await expect(page.getByRole('heading', { name })).toBeAttached();
  await expect(page.getByRole('heading', { name: 'Projects' })).toHaveCount(0);
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

/** Presses where something stands. A click of the driver's may scroll the page first, which is what is looked at here. */
async function pressed(locator: Locator): Promise<void> {
  await expect(locator).toBeVisible();
  const box = await locator.boundingBox();
  if (box === null) throw new Error('It is not drawn');
  await locator.page().mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

for (const [width, height] of [
  [1440, 900],
  [768, 1024],
  [390, 844],
] as const)
  test(`Back to the home page shows what was left exactly where it was, at each section, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    await untilAnswering(page);
    for (const name of ['About', 'Experience', 'Projects', 'Skills', 'Find me here ~']) {
      const heading = page.getByRole('heading', { name, exact: true });
      // Where its section stands in the window, without what animations move.
      const place = () =>
        heading.evaluate((element) => {
          let [top, at] = [-window.scrollY, element instanceof HTMLElement ? element : null];
          for (; at !== null; at = at.offsetParent instanceof HTMLElement ? at.offsetParent : null) top += at.offsetTop;
          return Math.round(top);
        });
      await heading.evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().top - 200));
      // Settled: what came near has been laid out.
      let left = await place();
      await expect
        .poll(async () => {
          const before = left;
          left = await place();
          return left - before;
        })
        .toBe(0);
      if (width < 768) await pressed(page.getByRole('button', { name: 'Menu' }));
      const contact = page.getByRole('banner').getByRole('link', { name: 'Contact', exact: true }).filter({ visible: true });
      // By a key once: the focus on the navigation must not scroll the page either.
      await (width === 1440 ? contact.press('Enter') : pressed(contact));
      await expect(page.getByRole('heading', { level: 1, name: 'Contact Me' })).toBeVisible();
      await page.goBack();
      await expect(heading).toBeAttached();
      await expect(page.getByText('Loading...')).toHaveCount(0);
      await expect.poll(place, name).toBe(left);
    }
  });

test('on a phone the three social cards are rows, the third still opens its dialog, and no button of the workbench is as wide as its words', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await untilAnswering(page);
  const cards = page.locator('section[aria-labelledby="social"] .channel');
  await expect(cards).toHaveCount(3);
  for (const card of await cards.all()) {
    await card.scrollIntoViewIfNeeded();
    expect((await card.boundingBox())?.height).toBeLessThan(110);
  }
  await cards.nth(2).click();
  await expect(page.getByRole('dialog', { name: 'Discord' })).toBeVisible();
  const room = await page.getByRole('button', { name: 'Measure this browser', includeHidden: true }).evaluate((button) => {
    const words = document.createRange();
    words.selectNodeContents(button);
    return button.getBoundingClientRect().width - words.getBoundingClientRect().width;
  });
  expect(room).toBeGreaterThan(12);
});
