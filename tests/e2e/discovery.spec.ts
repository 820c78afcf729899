import type { Page } from '@playwright/test';
import { tools } from '../../tools/registry.ts';
import type { ToolManifest } from '../../tools/tool.ts';
import { staticPages } from '../../web/app/domains/discovery/static-pages.ts';
import { expect, test } from './test-app.ts';

// Visitors who leave nothing behind.
test.use({ isShared: true });

const everyTool: readonly ToolManifest[] = tools;
const found = [...staticPages, ...everyTool.filter((tool) => tool.audience !== 'owner').map((tool) => `/${tool.id}`)];
const unlisted = [
  '/auth-terminal',
  '/callback',
  '/dashboard',
  '/no-such-page',
  ...everyTool.filter((tool) => tool.audience === 'owner').map((tool) => `/${tool.id}`),
];

const contentOf = (page: Page, selector: string) => page.locator(`head > ${selector}`).getAttribute('content');

/** The articles of the sample content, and their list. */
const articlePaths = ['/writing', '/writing/compare-secrets-in-constant-time', '/writing/a-backup-is-a-restore'];

test('every page that may be found names itself, its one address and its card', async ({ page, app }) => {
  const titles = new Set<string>();
  for (const path of found) {
    const response = await page.goto(path);
    expect(response?.headers()['x-robots-tag'], path).toBeUndefined();
    await expect(page.locator('head > meta[name=robots]')).toHaveCount(0);
    const title = await page.title();
    titles.add(title);
    expect(title, path).toContain('Ada Varga');
    expect((await contentOf(page, 'meta[name=description]'))?.length, path).toBeGreaterThan(30);
    await expect(page.locator('head > link[rel=canonical]')).toHaveAttribute('href', app.server.url + path);
    expect(await contentOf(page, 'meta[property="og:url"]')).toBe(app.server.url + path);
    expect(await contentOf(page, 'meta[property="og:title"]')).toBe(title);
    expect(await contentOf(page, 'meta[property="og:image"]')).toBe(`${app.server.url}/og-card.png`);
    expect(await contentOf(page, 'meta[name="twitter:card"]')).toBe('summary_large_image');
  }
  expect(titles.size).toBe(found.length);
});

test('private pages and error pages say that they are not to be found, in the header and on the page', async ({ page }) => {
  for (const path of unlisted) {
    const response = await page.goto(path);
    expect(response?.headers()['x-robots-tag'], path).toBe('noindex');
    expect(await response?.text(), path).toContain('noindex');
    await expect(page.locator('head > link[rel=canonical]')).toHaveCount(0);
  }
});

test('the home page tells programs who the owner is, and its script survives the page coming to life', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Pause motion' }).click();
  await expect(page.getByRole('button', { name: 'Play motion' })).toBeVisible();
  const text = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(text ?? '')).toMatchObject({
    '@graph': [{ '@type': 'ProfilePage', mainEntity: { '@type': 'Person', name: 'Ada Varga' } }, {}],
  });
  expect(text).not.toMatch(/telephone|birthDate/);
});

test('the files by which programs find and check the site are there, in their types', async ({ page, app }) => {
  const read = async (path: string, type: string) => {
    const response = await page.request.get(path);
    expect([path, response.status(), response.headers()['content-type']]).toEqual([path, 200, type]);
    return response.text();
  };
  const sitemap = await read('/sitemap.xml', 'application/xml; charset=utf-8');
  expect([...sitemap.matchAll(/<loc>(.+?)<\/loc>/g)].map((match) => match[1]).toSorted()).toEqual(
    [...found, ...articlePaths, '/projects/rosette', '/projects/countersign'].map((path) => app.server.url + path).toSorted(),
  );
  expect(await read('/robots.txt', 'text/plain; charset=utf-8')).toContain(`Sitemap: ${app.server.url}/sitemap.xml`);
  const security = await read('/.well-known/security.txt', 'text/plain; charset=utf-8');
  const expires = Date.parse(/^Expires: (.+)$/m.exec(security)?.[1] ?? '');
  expect(expires).toBeGreaterThan(Date.now());
  expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000);
  expect(await read('/humans.txt', 'text/plain; charset=utf-8')).toContain('Ada Varga');
  const manifest: { readonly icons: readonly { readonly src: string; readonly type: string }[] } = JSON.parse(
    await read('/manifest.webmanifest', 'application/manifest+json; charset=utf-8'),
  );
  for (const icon of manifest.icons) expect((await page.request.get(icon.src)).headers()['content-type']).toContain(icon.type);
  expect((await page.request.get('/favicon.ico')).headers()['content-type']).toBe('image/x-icon');
  const card = await page.request.get('/og-card.png');
  expect([card.status(), card.headers()['content-type']]).toEqual([200, 'image/png']);
  await page.goto('/');
  for (const link of await page.locator('head > link[rel=manifest], head > link[rel=apple-touch-icon]').all())
    expect((await page.request.get((await link.getAttribute('href')) ?? '')).status()).toBe(200);
});
