import { enterAsOwner, expect, openSecondBrowser, test } from './house.ts';
import { bytesOf, compressedBytes, type FileKind, listOf, type PageWeight, watchFiles, weighPage } from './page-weight.ts';
import { findPublicRoutes } from './public-routes.ts';

const master = 'seven grey herons keep the weir';

/** Of compressed bodies, in kilobytes of 1000 bytes; a proxy in front compresses the headers too. */
type Budget = Readonly<Partial<Record<FileKind | 'total', number>>>;

/** What every page keeps to. */
const everyPage: Budget = { style: 20, html: 20, font: 65 };

/** Public pages without a budget of their own: React and the router are 94 kB of the scripts, whatever the page. */
const otherPage: Budget = { script: 115, total: 205 };

const budgets: Readonly<Record<string, Budget>> = {
  '/': { script: 115, total: 250 },
  // It asks for codes, recovery codes and passkeys before anything else may be fetched.
  '/auth-terminal': { script: 116, total: 214 },
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
    if (path === '/') expect(weight.files.filter((file) => /worker-scene/.test(file.path))).toHaveLength(1);
    expect(weight.elsewhere).toEqual([]);
    expect(breachesOf(path, weight, budgets[path] ?? otherPage)).toEqual([]);
    test.info().annotations.push({ type: 'sizes', description: `${path}: ${sizesOf(weight)}` });
  });
}

test('a first visit to / keeps to its byte budget also where the engravings stand in for the scene', async ({ page }) => {
  const weight = await weighPage(page, '/');
  expect(weight.files.some((file) => /cyber/.test(file.path))).toBe(true);
  expect(breachesOf('/', weight, budgets['/'] ?? otherPage)).toEqual([]);
  test.info().annotations.push({ type: 'sizes', description: `/ with engravings: ${sizesOf(weight)}` });
});

test("the owner's first visit to the dashboard keeps to its byte budget", async ({ page, house, browser }) => {
  await enterAsOwner(page, house);
  const visit = await openSecondBrowser(browser, page, house);
  const weight = await weighPage(visit, '/dashboard');
  await expect(visit.getByRole('heading', { level: 1, name: /^Good/ })).toBeVisible();
  expect(weight.elsewhere).toEqual([]);
  expect(breachesOf('/dashboard', weight, { script: 220, total: 360 })).toEqual([]);
  test.info().annotations.push({ type: 'sizes', description: `/dashboard: ${sizesOf(weight)}` });
  await visit.context().close();
});

test("the vault's own code until its list is open keeps to its byte budget, and brings no strength dictionaries", async ({
  page,
  house,
  browser,
}) => {
  test.setTimeout(240_000);
  await enterAsOwner(page, house);
  await page.goto('/dashboard#vault');
  await page.getByRole('button', { name: 'Use master password instead' }).click();
  await page.getByRole('button', { name: 'Set a master password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set a master password' });
  await dialog.getByLabel('New master password', { exact: true }).fill(master);
  await dialog.getByLabel('Confirm master password', { exact: true }).fill(master);
  await dialog.getByRole('button', { name: 'Set master password' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Your recovery key' })).toBeVisible({ timeout: 90_000 });

  const visit = await openSecondBrowser(browser, page, house);
  // What the dashboard brings anyhow is its own budget; the rest is the vault's.
  const dashboard = new Set((await weighPage(visit, '/dashboard')).files.map((file) => file.path));
  // So is what the page fetches once it has rested for a while: it is here before the vault is asked for.
  await visit.keyboard.press('Control+k');
  await expect(visit.getByRole('dialog', { name: 'Commands' }).getByRole('option').first()).toBeVisible();
  await visit.keyboard.press('Escape');
  const watch = watchFiles(visit);
  await visit.evaluate(() => {
    location.hash = '#vault';
  });
  const toMaster = visit.getByRole('button', { name: 'Use master password instead' });
  await expect(visit.getByRole('heading', { name: 'Vault Locked' })).toBeVisible();
  if (await toMaster.isVisible()) await toMaster.click();
  await visit.getByLabel('Master password', { exact: true }).fill(master);
  await visit.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(visit.getByText(/verified 0 of 0, epoch \d+/)).toBeVisible({ timeout: 90_000 });
  const addresses = watch().filter(({ pathname }) => pathname.startsWith('/assets/') && !dashboard.has(pathname));
  expect(addresses.some(({ pathname }) => /worker-vault/.test(pathname))).toBe(true);
  const sizes = await Promise.all(addresses.map(async (address) => ({ path: address.pathname, bytes: await compressedBytes(address) })));
  const list = sizes.map(({ path, bytes }) => `${bytes} ${path}`).join('\n');
  const whole = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  test.info().annotations.push({ type: 'sizes', description: `the vault: ${(whole / 1000).toFixed(1)} kB\n${list}` });
  expect(whole, list).toBeLessThanOrEqual(260_000);
  // The worker alone is most of it: a sum without it would prove nothing.
  expect(whole).toBeGreaterThan(100_000);
  await visit.context().close();
});
