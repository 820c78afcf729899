import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { fetchedByItself, htmlOf, likePages, nameOfFile, pageKinds, weighBuilt } from './built-weight.ts';
import { bytesOf, compressedBytes, type FileKind, listOf, type PageWeight, watchFiles, weighPage } from './page-weight.ts';
import { findOwnerRoutes, findPublicRoutes } from './public-routes.ts';
import { enterAsOwner, expect, listenForComplaints, openSecondBrowser, test } from './test-app.ts';
import { expectVerified, unlockByMaster } from './vault-steps.ts';

/** Of compressed bodies, in kilobytes of 1000 bytes; a proxy in front compresses the headers too. `own`: everything but the answers. */
type Budget = Readonly<Partial<Record<FileKind | 'own' | 'total', number>>>;

/** What every page keeps to. Of the answers a fast machine has more within the time than a slow one, up to 20 kB on the dashboard. */
const everyPage: Budget = { style: 20, html: 20, font: 65, answer: 35 };

/** What every visitor's page keeps to: its style sheet is without what only the owner's pages use, and names the files of other scripts. */
const visitorPage: Budget = { style: 14 };

/** Public pages without a budget of their own: React and the router are 94 kB of the scripts, whatever the page. */
const otherPage: Budget = { script: 116.5, total: 209 };

const budgets: Readonly<Record<string, Budget>> = {
  // The rosettes and drawings below the hero are files of one kilobyte each. Of the workbench are a kilobyte of its script, which waits for a
  // press, and two of its style; its fonts are 30 kB smaller than they were.
  '/': { script: 116.5, style: 18.5, total: 260 },
  // It asks for codes, recovery codes and passkeys before anything else may be fetched.
  // With both ways in: one ceremony, and the two steps of a hosted project. Measured: 117.0.
  '/auth-terminal': { script: 117.5, total: 203 },
  // Its first screen is read from the page itself, and the commands' records come along.
  '/terminal': { script: 118.5, total: 229 },
  '/ai-terminal': { script: 121, total: 231 },
  // Their first view is drawn by the server; what plays comes with the first press of Play.
  '/lets-game': { script: 122, total: 222 },
  '/snake-game': { script: 124, total: 219 },
  '/space-invaders': { script: 125, total: 215 },
  // With the figures and the day's duties of every app that has some, what needs the owner, and the way to a complete backup. Measured: 252.2 of 307.7, of which
  // 2.1 start without the server (on every page of the owner: the gate's way in, and of when it is what is shown).
  '/dashboard': { script: 252.4, own: 308.2 },
  // With the page of reports, what draws one (visitors see the sample report at once), and what draws a scan.
  '/network-scanner': { script: 130.5, total: 215.5 },
  // The lab reads, verifies and signs in the browser.
  '/jwt-lab': { script: 135.5, total: 222 },
  // The lab itself comes once its page is there.
  '/api-lab': { script: 132, total: 220 },
  // What measures, and the model, come with the first press.
  '/privacy-report': { script: 120, total: 204 },
  '/word-counter': { script: 120, total: 206 },
  // With the page of reports, and what scores in the browser.
  '/dns-postmaster': { script: 136.5, total: 223.5 },
  // Of this and the next three, too, the HTML has the sample report: its verdict and findings, and its data.
  '/http-auditor': { script: 130.5, total: 219.5 },
  '/subdomain-radar': { script: 124.5, total: 209 },
  '/tls-inspector': { script: 127.5, total: 217.5 },
  // The last days by group, a habit's page and its forms. Measured: 245.1, with what has a device keep the release (1.6, on every page of the owner)
  // and starts without the server.
  '/habit-forge': { script: 245.4, own: 301.8 },
  // With what opens the vault in place, and puts a device's copy of a record back. Measured: 278.8 of 334.0, with two measures
  // over each other, the way to capture a value while it is locked, and what opens and keeps a copy for a vault without its server (4.0 with
  // the gate's part, wherever the vault opens in place). The feed adds 1.4 by the build's manifest: how many values wait, and the way to its dialog.
  '/health-matrix': { script: 279.1, own: 334.5 },
  // With the vault's code, which the first view unlocks by, and what keeps verified copies; the editor comes with the first open note.
  '/mind-vault': { script: 269, own: 316 },
  // With the vault's way in and the ledger's records; what draws, and the rules of dates, come once it is open. Measured: 264.6 of 318.8, with
  // the copy for a vault without its server.
  '/payday-fun': { script: 265, own: 319.3 },
  // Of these two, with the goals of years and the way to missing covers. Measured: 241.7, with the start without the server.
  '/library': { script: 241.9, own: 298.8 },
  '/watchlist': { script: 241.9, own: 298.8 },
  // With the versions of fonts and keys, and the releases. Measured: 236.5 of 293.4, with the start without the server.
  '/settings': { script: 236.8, own: 293.9 },
  // With the ledger, and the vault's way in: nothing of it can be shown without; and the forecast, which the sentence above the views says.
  // Measured: 281.5 of 337.6, with the way to capture an expense while it is locked, and the copy for a vault without its server.
  '/wealth-ai': { script: 281.9, own: 338.1 },
};

/** The owner's pages without a budget of their own: with the frame of the owner's pages, the client library, what holds the records, and the command palette. With the start without the server, and what asks a silent server once a minute. Measured: 240.6 of 296.7. */
const ownerPage: Budget = { script: 240.9, own: 297.2 };

const measured = ['script', 'style', 'html', 'font', 'answer', 'own', 'total'] as const;

const isOf = (what: (typeof measured)[number], kind: FileKind) =>
  what === 'total' || what === kind || (what === 'own' && kind !== 'answer');

/** The part of a page's weight that one limit is about. */
function partOf({ files, elsewhere }: PageWeight, what: (typeof measured)[number]): PageWeight {
  return { files: files.filter(({ kind }) => isOf(what, kind)), elsewhere };
}

function breachesOf(path: string, weight: PageWeight, budget: Budget): readonly string[] {
  return measured.flatMap((what) => {
    const limit = { ...everyPage, ...budget }[what];
    const part = partOf(weight, what);
    const bytes = bytesOf(part);
    return limit === undefined || bytes <= limit * 1000
      ? []
      : [`${path}: ${what} is ${(bytes / 1000).toFixed(1)} kB, over its ${limit} kB\n${listOf(part)}`];
  });
}

/** For whoever reads the run: how near each limit is. */
function sizesOf(weight: PageWeight): string {
  const sizes = measured.map((what) => `${what} ${(bytesOf(partOf(weight, what)) / 1000).toFixed(1)} kB`);
  return `${sizes.join(', ')}; with headers ${(bytesOf(weight, undefined, true) / 1000).toFixed(1)} kB`;
}

/** How many pages are weighed beside each other: each is watched for seconds in which it hardly does anything. */
const atOnce = 4;

const routes = findPublicRoutes().filter((path) => !likePages.includes(path));
const groups = Array.from({ length: Math.ceil(routes.length / atOnce) }, (_, index) => routes.slice(index * atOnce, (index + 1) * atOnce));

for (const group of groups) {
  test(`a first visit to each of ${group.join(', ')} keeps to its byte budget and asks nobody else @visitor`, async ({ browser, app }) => {
    const weighed = await Promise.all(group.map((path) => weighFirstVisit(browser, app.server.url, path)));
    expect(weighed.flatMap(({ complaints }) => complaints)).toEqual([]);
    expect(weighed.flatMap(({ breaches }) => breaches)).toEqual([]);
    for (const { sizes } of weighed) test.info().annotations.push({ type: 'sizes', description: sizes });
  });
}

for (const { visited, like, byItself } of pageKinds.filter(({ visited: path }) => findPublicRoutes().includes(path))) {
  test(`by the build's manifest a first visit to each of ${like.join(', ')} keeps to its byte budget, as ${visited} is fetched @visitor`, async ({
    page,
    app,
  }) => {
    const { url } = app.server;
    const weight = await weighPage(page, visited);
    const likeness = fetchedByItself(weight, visited, await htmlOf(url, visited));
    expect(namesOf(likeness)).toEqual(byItself);
    // What the manifest gives is what a browser fetches, to the byte.
    const told = await weighBuilt(url, visited, likeness);
    for (const kind of ['script', 'style'] as const) expect([kind, bytesOf(told, kind)]).toEqual([kind, bytesOf(weight, kind)]);
    const weighed = await Promise.all(like.map(async (path) => ({ path, weight: await weighBuilt(url, path, likeness) })));
    expect(weighed.flatMap((one) => breachesOf(one.path, one.weight, { ...visitorPage, ...(budgets[one.path] ?? otherPage) }))).toEqual([]);
    for (const one of weighed) test.info().annotations.push({ type: 'sizes', description: `${one.path}: ${sizesOf(one.weight)}` });
  });
}

/** Scripts and style sheets by their names, each once. */
function namesOf(files: PageWeight['files']): readonly string[] {
  return [...new Set(files.filter(({ kind }) => kind !== 'font').map(({ path }) => nameOfFile(path)))].toSorted();
}

/** Weighs a page in a browser of its own, with what is wrong with it. */
async function weighFirstVisit(browser: Browser, baseURL: string, path: string) {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  const complaints = listenForComplaints(page);
  // The scene is forced where there is one: most visitors have a graphics processor, and pay for it.
  const weight = await weighPage(page, `${path}?scene=force`);
  await context.close();
  if (path === '/') expect(weight.files.filter((file) => /worker-scene/.test(file.path))).toHaveLength(1);
  const breaches = [
    ...weight.elsewhere.map((address) => `${path} asks ${address}`),
    ...breachesOf(path, weight, { ...visitorPage, ...(budgets[path] ?? otherPage) }),
  ];
  return { complaints: complaints.map((complaint) => `${path}: ${complaint}`), breaches, sizes: `${path}: ${sizesOf(weight)}` };
}

test('a first visit to / keeps to its byte budget also where the engravings stand in for the scene @visitor', async ({ page }) => {
  const weight = await weighPage(page, '/');
  expect(weight.files.some((file) => /system/.test(file.path))).toBe(true);
  expect(breachesOf('/', weight, { ...visitorPage, ...(budgets['/'] ?? otherPage) })).toEqual([]);
  test.info().annotations.push({ type: 'sizes', description: `/ with engravings: ${sizesOf(weight)}` });
});

test('the workbench adds at most 6 kB to the home page until one of its plates is touched @visitor', async ({ app }) => {
  const packed = (text: string) => brotliCompressSync(text).length;
  const assets = join(import.meta.dirname, '..', '..', 'web', 'build', 'client', 'assets');
  const filesOf = (pattern: string) => globSync(pattern, { cwd: assets }).map((file) => readFileSync(join(assets, file), 'utf8'));
  const html = await htmlOf(app.server.url, '/');
  const begin = html.indexOf('<div id="workbench"');
  const end = html.indexOf('</section>', begin);
  const sheet = filesOf('page-*.css').find((text) => text.includes('.bench-lead')) ?? '';
  const rest = sheet.replaceAll(/[^{}]*\.bench[^{}]*\{[^{}]*\}/g, '');
  const seals = [...filesOf('seal-*.svg')];
  // Its source is longer than what the page has of it.
  const waking = readFileSync(join(assets, '../../../app/pages/home/workbench/wake-on-press.ts'), 'utf8').replaceAll(
    /\/\*.*?\*\/|\s+/gs,
    ' ',
  );
  const parts = {
    html: packed(html) - packed(html.slice(0, begin) + html.slice(end)),
    style: packed(sheet) - packed(rest),
    script: packed(waking),
    seals: seals.reduce((sum, seal) => sum + packed(seal), 0),
  };
  const sizes = `the workbench: ${JSON.stringify(parts)}`;
  test.info().annotations.push({ type: 'sizes', description: sizes });
  expect([begin > 0, rest.includes('.home-note'), rest.includes('.bench'), seals.length]).toEqual([true, true, false, 2]);
  expect(parts.html + parts.style + parts.script + parts.seals, sizes).toBeLessThanOrEqual(6000);
});

test("the owner's first visit to each of the owner's routes keeps to its byte budget, by the build's manifest where one page is fetched as another", async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(60_000 + findOwnerRoutes().length * 20_000);
  await enterAsOwner(page, app);
  const breaches: string[] = [];
  const take = (path: string, weight: PageWeight) => {
    breaches.push(...breachesOf(path, weight, budgets[path] ?? ownerPage));
    test.info().annotations.push({ type: 'sizes', description: `${path}: ${sizesOf(weight)}` });
  };
  for (const path of findOwnerRoutes().filter((one) => !likePages.includes(one))) {
    const visit = await openSecondBrowser(browser, page, app);
    const weight = await weighPage(visit, path);
    await expect(visit.getByRole('heading', { level: 1 })).toBeVisible();
    expect([path, weight.elsewhere]).toEqual([path, []]);
    take(path, weight);
    await visit.context().close();
    const kind = pageKinds.find(({ visited }) => visited === path);
    if (kind === undefined) continue;
    const likeness = fetchedByItself(weight, path, await htmlOf(app.server.url, path));
    expect(namesOf(likeness)).toEqual(kind.byItself);
    for (const like of kind.like) take(like, await weighBuilt(app.server.url, like, likeness));
  }
  expect(breaches).toEqual([]);
});

test("the vault's own code until its list is open keeps to its byte budget, and brings no strength dictionaries @vault", async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(240_000);
  await enterAsOwner(page, app);
  const visit = await openSecondBrowser(browser, page, app);
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
  await expect(visit.getByRole('heading', { name: 'Vault Locked' })).toBeVisible();
  await unlockByMaster(visit);
  await expectVerified(visit, 0);
  // The last thing that an opening is followed by.
  await expect.poll(() => watch().some(({ pathname }) => pathname.includes('/feed-key-'))).toBe(true);
  const addresses = watch().filter(({ pathname }) => pathname.startsWith('/assets/') && !dashboard.has(pathname));
  expect(addresses.some(({ pathname }) => /worker-vault/.test(pathname))).toBe(true);
  const sizes = await Promise.all(addresses.map(async (address) => ({ path: address.pathname, bytes: await compressedBytes(address) })));
  const list = sizes.map(({ path, bytes }) => `${bytes} ${path}`).join('\n');
  const whole = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  test.info().annotations.push({ type: 'sizes', description: `the vault: ${(whole / 1000).toFixed(1)} kB\n${list}` });
  // With the kinds of records, and the marks, orders and seals of the list; what is done with marked entries, and the tools of a row,
  // come when they are wanted. Measured: 271,300, with what reads captures of every kind, the copy for a vault without its server (3.1 kB), and what looks at the key
  // of the health feed (1.8 kB).
  expect(whole, list).toBeLessThanOrEqual(271_800);
  // The worker alone is most of it: a sum without it would prove nothing.
  expect(whole).toBeGreaterThan(100_000);
  await visit.context().close();
});
