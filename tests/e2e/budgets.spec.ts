import { enterAsOwner, expect, test } from './house.ts';
import { bytesOf, type FileKind, listOf, type PageWeight, weighPage } from './page-weight.ts';
import { findPublicRoutes } from './public-routes.ts';

/** Of compressed bodies, in kilobytes of 1000 bytes; a proxy in front compresses the headers too. */
type Budget = Readonly<Partial<Record<FileKind | 'total', number>>>;

/** What every page keeps to. */
const everyPage: Budget = { style: 20, html: 20, font: 65 };

/** Public pages without a budget of their own: React and the router are 94 kB of the scripts, whatever the page. */
const otherPage: Budget = { script: 115, total: 205 };

const budgets: Readonly<Record<string, Budget>> = {
  '/': { script: 115, total: 250 },
  '/auth-terminal': { script: 115, total: 212 },
  // Its first screen is read from the page itself, and the commands' records come along.
  '/terminal': { script: 115, html: 24, total: 235 },
};

const kinds: readonly FileKind[] = ['script', 'style', 'html', 'font'];

function breachesOf(path: string, weight: PageWeight, budget: Budget): readonly string[] {
  return [...kinds, undefined].flatMap((kind) => {
    const limit = { ...everyPage, ...budget }[kind ?? 'total'];
    const bytes = bytesOf(weight, kind);
    if (limit === undefined || bytes <= limit * 1000) return [];
    return [`${path}: ${kind ?? 'everything together'} is ${(bytes / 1000).toFixed(1)} kB, over its ${limit} kB\n${listOf(weight, kind)}`];
  });
}

/** For whoever reads the run: how near each limit is. */
function sizesOf(weight: PageWeight): string {
  const sizes = [...kinds, undefined].map((kind) => `${kind ?? 'total'} ${(bytesOf(weight, kind) / 1000).toFixed(1)} kB`);
  return `${sizes.join(', ')}; with headers ${(bytesOf(weight, undefined, true) / 1000).toFixed(1)} kB`;
}

for (const path of findPublicRoutes()) {
  test(`a first visit to ${path} keeps to its byte budget and asks nobody else`, async ({ page }) => {
    // The scene is forced where there is one: most visitors have a graphics processor, and pay for it.
    const weight = await weighPage(page, `${path}?scene=force`);
    if (path === '/') {
      expect(weight.files.filter((file) => /worker-scene/.test(file.path))).toHaveLength(1);
      // The home page keeps to its budget as it comes over plain HTTP/1.1 too.
      expect(bytesOf(weight, undefined, true), listOf(weight)).toBeLessThanOrEqual(250_000);
    }
    expect(weight.elsewhere).toEqual([]);
    expect(breachesOf(path, weight, budgets[path] ?? otherPage)).toEqual([]);
    test.info().annotations.push({ type: 'sizes', description: `${path}: ${sizesOf(weight)}` });
  });
}

test("the owner's first visit to the dashboard keeps to its byte budget", async ({ page, house, browser }) => {
  await enterAsOwner(page, house);
  const state = await page.context().storageState();
  const kept = await page.evaluate(() => ({ ...sessionStorage }));
  const fresh = await browser.newContext({ storageState: state, baseURL: house.server.url });
  await fresh.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) sessionStorage.setItem(key, String(value));
  }, kept);
  const visit = await fresh.newPage();
  const weight = await weighPage(visit, '/dashboard');
  await expect(visit.getByRole('heading', { level: 1, name: /^Good/ })).toBeVisible();
  expect(weight.elsewhere).toEqual([]);
  expect(breachesOf('/dashboard', weight, { script: 220, total: 360 })).toEqual([]);
  test.info().annotations.push({ type: 'sizes', description: `/dashboard: ${sizesOf(weight)}` });
  await fresh.close();
});
