import { axeFindings } from './axe-findings.ts';
import { expect, test } from './test-app.ts';

// Visitors who leave nothing behind.
test.use({ isShared: true });

test('Get Resume opens the PDF in a new tab, by keyboard too', async ({ page, context }) => {
  await page.goto('/');
  const link = page.getByRole('link', { name: 'Get Resume', exact: true }).first();
  await link.focus();
  // The answer is waited for and not the tab's address: a browser without a PDF viewer keeps the file and shows nothing.
  const [tab, opened] = await Promise.all([
    context.waitForEvent('page'),
    context.waitForEvent('response', (response) => /\/resume\/resume\.pdf\?version=.*&expires=\d+&signature=/.test(response.url())),
    page.keyboard.press('Enter'),
  ]);
  expect(tab).not.toBe(page);
  const answer = await page.request.get(opened.url());
  expect([answer.status(), answer.headers()['content-type'], answer.headers()['x-robots-tag']]).toEqual([
    200,
    'application/pdf',
    'noindex, noarchive',
  ]);
  expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-');
  // Nothing is left behind that opens it later.
  const tampered = await page.request.get(opened.url().replace(/expires=\d/, 'expires=9'));
  expect(tampered.status()).toBe(403);
});

test('without JavaScript the link leads to the PDF all the same', async ({ browser, app }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(app.server.url);
  const href = await page
    .getByRole('link', { name: /^Get Resume/ })
    .first()
    .getAttribute('href');
  const answer = await page.request.get(`${app.server.url}${href}`);
  expect(answer.headers()['content-type']).toBe('application/pdf');
  await context.close();
});

for (const theme of ['dark', 'light'] as const) {
  for (const width of [1440, 320]) {
    test(`a link that opens nothing says so, and leads to a fresh one (${theme}, ${width} px)`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.addInitScript((kept) => localStorage.setItem('theme', kept), theme);
      const answer = await page.goto('/resume/resume.pdf?version=a&expires=1&signature=b');
      expect([answer?.status(), answer?.headers()['x-robots-tag']]).toEqual([403, 'noindex, noarchive']);
      await expect(page.getByRole('heading', { level: 1, name: 'This link was not issued here' })).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: 'Get Resume' })).toHaveAttribute('href', '/resume');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await axeFindings(page)).toEqual([]);
    });
  }
}
