import { mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { hardProfiles } from '../profiles/hard-profiles.ts';
import { careerOf, caseSlug, type HardProfile, personOf, writeContent } from '../profiles/made-content.ts';
import { findFlaws } from './find-flaws.ts';
import { overflowing } from './overflowing.ts';
import { paintEverything } from './paint-everything.ts';
import { expect, test } from './test-app.ts';

const sizes = [
  { width: 1440, height: 844 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
] as const;

/** The name of the link in whose place each owner's content is put, in a folder of its own. */
const linkName = 'content';

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter.
  serverEnvironment: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'castellan-profiles-'));
    for (const [at, profile] of hardProfiles.entries()) writeContent(join(folder, String(at)), profile);
    lead(folder, 0);
    await use({ CASTELLAN_CONTENT_DIR: join(folder, linkName) });
    rmSync(folder, { recursive: true });
  },
});

/** Puts an owner's content in the place that the server reads, all files at once. */
function lead(folder: string, at: number): void {
  const fresh = join(folder, 'fresh');
  symlinkSync(join(folder, String(at)), fresh);
  renameSync(fresh, join(folder, linkName));
}

/** Whether the server has taken over an owner's content, and engraved the photo. */
async function isShown(request: APIRequestContext, origin: string, { profile: { name, photo } }: HardProfile): Promise<boolean> {
  const html = await (await request.get(`${origin}/`)).text();
  return html.includes(`>${name}<`) && (photo === undefined || html.includes('/engravings/portrait-'));
}

/** The pages that an owner's content is shown on. */
function pathsOf({ resume, wishes }: HardProfile): readonly string[] {
  const projects = Array.isArray(resume['projects']) ? resume['projects'] : [];
  const hasCase = projects.some((project: object) => 'caseStudy' in project);
  const made = projects.length === 0 ? [] : ['/projects', ...(hasCase ? [`/projects/${caseSlug}`] : [])];
  return ['/', '/cv', '/contact', ...made, ...(wishes === undefined ? [] : ['/wishlist']), '/terminal'];
}

/** What is wrong with the page at each size. */
async function flawsAt(page: Page, path: string): Promise<readonly string[]> {
  const response = await page.goto(path);
  const found: string[] = response?.status() === 200 ? [] : [`${path} answers ${response?.status()}`];
  await page.evaluate(() => document.fonts.ready);
  for (const size of sizes) {
    await page.setViewportSize(size);
    await paintEverything(page);
    const flaws = [...(await overflowing(page)), ...(await findFlaws(page))];
    if (path === '/') flaws.push(...(await resumeBelow(page, size.height)));
    found.push(...flaws.map((flaw) => `${path} ${size.width}: ${flaw}`));
  }
  return found;
}

/** The first screen's way to the resume, where it is not in the first screen. */
async function resumeBelow(page: Page, height: number): Promise<readonly string[]> {
  const box = await page.locator('.hero').getByRole('link', { name: 'Get Resume' }).boundingBox();
  const bottom = box === null ? Number.POSITIVE_INFINITY : box.y + box.height;
  return bottom <= height ? [] : [`Get Resume ends at ${bottom}`];
}

/** The files that a page shows or leads to and that do not come: engravings, cards, the resume. */
async function missing(request: APIRequestContext, page: Page, paths: readonly string[]): Promise<readonly string[]> {
  await page.goto('/');
  const html = await page.content();
  const engravings = [...html.matchAll(/\/engravings\/[\w.-]+\.svg/g)].map(([address]) => address);
  const cards = ['/og-card.png', ...paths.filter((path) => path.startsWith('/projects/')).map((path) => `${path}/card.png`)];
  const found: string[] = [];
  for (const address of [...new Set(engravings), ...cards, '/resume']) {
    const answer = await request.get(address);
    const type = answer.headers()['content-type'] ?? '';
    if (answer.status() !== 200 || !/svg|png|pdf/.test(type)) found.push(`${address} answers ${answer.status()} as ${type}`);
  }
  return found;
}

// Two tests, so that both of the run's browsers have something to do.
for (const [half, indices] of [
  ['other scripts, one name, nothing optional', [0, 1, 2, 3, 4]],
  ['no projects, many of everything, no experience, everything long', [5, 6, 7, 8, 9]],
] as const) {
  test(`no page of an owner with hard content runs over, overlaps, is empty or lacks a picture: ${half}`, async ({
    page,
    app,
    request,
    serverEnvironment,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const folder = join(serverEnvironment['CASTELLAN_CONTENT_DIR'] ?? '', '..');
    const found: string[] = [];
    for (const at of indices) {
      const owner = hardProfiles[at];
      if (owner === undefined) throw new Error(`There is no profile ${at}.`);
      lead(folder, at);
      await expect
        .poll(() => isShown(request, app.server.url, owner), { message: `the site of ${owner.title}`, intervals: [50] })
        .toBe(true);
      const paths = pathsOf(owner);
      for (const path of paths) found.push(...(await flawsAt(page, path)).map((flaw) => `${owner.title}: ${flaw}`));
      found.push(...(await missing(request, page, paths)).map((flaw) => `${owner.title}: ${flaw}`));
    }
    expect(found).toEqual([]);
  });
}

/** Names of type whose letters on the page come from the machine rather than from the site's own files: each with how many. */
async function foreignType(page: Page, selector: string): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector });
  if (nodeIds.length === 0) return [`no ${selector}`];
  const found: string[] = [];
  for (const nodeId of nodeIds) {
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    found.push(...fonts.filter(({ isCustomFont }) => !isCustomFont).map(({ familyName, glyphCount }) => `${familyName}: ${glyphCount}`));
  }
  await session.detach();
  return found;
}

test('names in Vietnamese, Greek and Cyrillic come in the site’s own type, a Latin one without its files, an Arabic one without its machine-readable line', async ({
  page,
  app,
  request,
  serverEnvironment,
}) => {
  const folder = join(serverEnvironment['CASTELLAN_CONTENT_DIR'] ?? '', '..');
  const cyrillic: HardProfile = {
    title: 'a Cyrillic name',
    profile: personOf('Александра Щёлокова', { givenNames: 'Александра', familyName: 'Щёлокова', language: 'ru' }),
    resume: careerOf({ projectNames: ['Журнал, который нельзя изменить', 'Ключ'] }),
  };
  writeContent(join(folder, String(hardProfiles.length)), cyrillic);
  const owners = [...hardProfiles, cyrillic];
  let files = new Set<string>();
  page.on('response', (response) => {
    const [, file] = /([\w-]+)-[\w-]{8}\.woff2$/.exec(response.url()) ?? [];
    if (file !== undefined) files.add(file);
  });
  const open = async (at: number) => {
    const owner = owners[at];
    if (owner === undefined) throw new Error(`There is no profile ${at}.`);
    lead(folder, at);
    await expect.poll(() => isShown(request, app.server.url, owner), { message: owner.title, intervals: [50] }).toBe(true);
    files = new Set();
    await page.goto('/');
    await paintEverything(page);
    await page.evaluate(() => document.fonts.ready);
    return [...files];
  };
  // The first page: a browser names files of earlier ones again when it takes the stylesheet from its memory.
  expect((await open(3)).filter((file) => !/^(?:archivo-(?:text|wide)|azeret)/.test(file))).toEqual([]);
  for (const [at, wanted] of [
    [0, 'archivo-vietnamese'],
    [1, 'roboto-flex-greek'],
    [10, 'roboto-flex-cyrillic'],
  ] as const) {
    expect(await open(at)).toContain(wanted);
    expect(await foreignType(page, 'h1, h2, h3')).toEqual([]);
  }
  await open(2);
  await expect(page.locator('.hero .mrz')).toHaveCount(0);
  // What is left are lines of other things than the name.
  for (const line of await page.locator('.mrz').allTextContents()) expect(line).toMatch(/^(?!.<SEC<?<)[0-9A-Z<]*[0-9A-Z]/);
});

test('texts that are put over each other, and a heading without content, are found @visitor', async ({ page }) => {
  await page.goto('/cv');
  expect(await findFlaws(page)).toEqual([]);
  await page.evaluate(() => {
    const lines = ['One line', 'Another line'].map((text) => {
      const line = document.createElement('p');
      line.textContent = text;
      line.className = 'absolute';
      return line;
    });
    const section = document.createElement('section');
    section.append(Object.assign(document.createElement('h2'), { textContent: 'A heading' }));
    document.querySelector('main')?.prepend(...lines, section);
  });
  const found = (await findFlaws(page)).join('\n');
  expect(found).toContain('"One line" and "Another line" lie over each other');
  expect(found).toContain('section. has nothing in it');
});
