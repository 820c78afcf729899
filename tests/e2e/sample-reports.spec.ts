import { expect, test } from './test-app.ts';

// Visitors who leave nothing behind.
test.use({ isShared: true });

const paths = ['/tls-inspector', '/http-auditor', '/dns-postmaster', '/network-scanner', '/subdomain-radar'];

test('without JavaScript a tool that visitors may only look at shows its sample: day, verdict and findings @visitor', async ({
  browser,
  app,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: app.server.url });
  const page = await context.newPage();
  for (const path of paths) {
    await page.goto(path);
    const sample = page.getByRole('region', { name: 'Sample report' });
    await expect(sample.getByText(/^Recorded on \d/)).toBeVisible();
    const report = sample.getByRole('article', { name: /^Report on [a-z.]*shop\.example$/ });
    await expect(report.getByRole('heading', { level: 2 }).first()).toBeVisible();
    expect(await report.getByRole('heading', { level: 3 }).count()).toBeGreaterThan(2);
    await expect(report.getByRole('heading', { name: 'What it checks' })).toBeVisible();
    await expect(report.getByRole('button', { name: 'Copy' })).toHaveCount(0);
  }
  await context.close();
});

test('what the server drew of a sample stays where it is, and the tool’s own drawing follows it @visitor', async ({ page }) => {
  // Scripts are held back until the page's own markup has been measured.
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/tls-inspector', { waitUntil: 'commit' });
  const verdict = page.getByRole('region', { name: 'Verdict' });
  await page.evaluate(() => document.fonts.ready);
  const placed = await verdict.boundingBox();
  expect(placed).not.toBeNull();
  await expect(page.getByRole('heading', { name: 'Certificates' })).toHaveCount(0);
  held.resolve();
  await expect(page.getByRole('heading', { name: 'Certificates' })).toBeVisible();
  expect(await verdict.boundingBox()).toEqual(placed);
});
