/**
 * `npm run bench -- cold-start`: the owner's pages on a device that keeps the release, opened without a server: in Chromium with the
 * processor four times slower, and in Firefox as it is, where the distribution has one. When the page is first painted, and when it says
 * what it needs. `--write` puts the table into docs/benchmarks.md.
 */
import { expect } from '@playwright/test';
import { type ChangingHost, offerRelease, openChangingHost, releaseOfSite } from '../../tests/e2e/changing-host.ts';
import { findOwnerRoutes } from '../../tests/e2e/public-routes.ts';
import { signIn } from '../../tests/e2e/test-app.ts';
import { authenticatorCode, createTestOwner, type Owner } from '../../tests/support/owner.ts';
import { openSite } from '../open-site.ts';
import { writeTable } from '../written-table.ts';
import { startFirefox } from './firefox.ts';

const limitMs = 1000;
const rounds = 5;
/** The release is fetched whole first. */
const patience = { timeout: 120_000 };

type Times = { readonly paints: number[]; readonly answers: number[] };

const site = await openSite();
const rows: string[] = [];
try {
  const owner = await createTestOwner(site.dataPath);
  const release = await releaseOfSite(site.url, 1);
  const openHost = async () => {
    const host = await openChangingHost(site.url);
    offerRelease(host, release);
    return host;
  };
  report('Chromium, processor 4 times slower', await measureChromium(await openHost(), owner));
  const inFirefox = await measureFirefox(await openHost(), owner);
  if (inFirefox === undefined) console.log('Not measured in Firefox: it is not installed.');
  else report(`Firefox ${inFirefox.version}`, inFirefox);
} finally {
  await site.close();
}

const table = [
  `| Every page of the owner, ${rounds} times, without a server | median | longest | Limit for the longest | Met |`,
  '| --- | --- | --- | --- | --- |',
  ...rows,
].join('\n');
console.log(table);
if (process.argv.includes('--write')) writeTable('cold-start', 'npm run bench -- cold-start --write', table);

function report(where: string, { paints, answers }: Times): void {
  for (const [what, took] of [['first paint', paints] as const, ['says that it needs the server', answers] as const]) {
    const sorted = took.toSorted((one, other) => one - other);
    const [median, longest] = [sorted[Math.floor(sorted.length / 2)] ?? Number.NaN, sorted.at(-1) ?? Number.NaN];
    const met = longest <= limitMs ? 'yes' : 'no';
    rows.push(`| ${where}: ${what} (${took.length}) | ${Math.round(median)} ms | ${Math.round(longest)} ms | ${limitMs} ms | ${met} |`);
  }
}

async function measureChromium(host: ChangingHost, owner: Owner): Promise<Times> {
  const context = await site.browser.newContext({ baseURL: host.url, viewport: { width: 1440, height: 900 } });
  const first = await context.newPage();
  await first.goto('/auth-terminal');
  await signIn(first, owner, 0);
  await expect.poll(() => first.evaluate(keptVersion), patience).toBe(1);
  await host.stop();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(markHeading);
  return measureAll(
    (path) => page.goto(path),
    (expression) => page.evaluate(expression),
  );
}

async function measureFirefox(host: ChangingHost, owner: Owner): Promise<(Times & { readonly version: string }) | undefined> {
  const firefox = await startFirefox();
  if (firefox === undefined) return undefined;
  try {
    const first = await firefox.openTab();
    const shows = (text: string) => expect.poll(() => first.read('document.body.innerText'), patience).toContain(text);
    await first.open(`${host.url}/auth-terminal`);
    await shows('visitor:~$');
    // The terminal takes a command once its page has come to life.
    await expect(async () => {
      await first.read("document.querySelector('main input').focus()");
      await first.enter('login');
      expect(await first.read('document.body.innerText')).toContain('e-mail:');
    }).toPass(patience);
    const asked = [
      [owner.email, 'password:'],
      [owner.password, 'Authenticator code'],
      [await authenticatorCode(owner.authenticatorSecret, 1), 'Good'],
    ] as const;
    for (const [typed, next] of asked) {
      await first.enter(typed);
      await shows(next);
    }
    await expect.poll(() => first.read(`(${String(keptVersion)})()`), patience).toBe(1);
    await host.stop();
    const tab = await firefox.openTab();
    await tab.prepare(String(markHeading));
    const times = await measureAll(
      (path) => tab.open(host.url + path),
      (expression) => tab.read(expression),
    );
    return { ...times, version: firefox.version };
  } finally {
    await firefox.close();
  }
}

async function measureAll(open: (path: string) => Promise<unknown>, read: (expression: string) => Promise<unknown>): Promise<Times> {
  const times: Times = { paints: [], answers: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const path of findOwnerRoutes()) {
      await open(path);
      await expect.poll(() => read("document.querySelector('h1')?.textContent"), patience).toBe('The server does not answer');
      times.paints.push(Number(await read("performance.getEntriesByName('first-contentful-paint')[0].startTime")));
      times.answers.push(Number(await read("performance.getEntriesByName('heading')[0].startTime")));
    }
  }
  return times;
}

/** The release that this device keeps whole. Runs in the page. */
async function keptVersion(): Promise<unknown> {
  const state = (await caches.has('release-state')) ? await (await caches.open('release-state')).match('/release-state') : undefined;
  return (await state?.json())?.kept?.version;
}

/** Marks the frame after which the page has its heading. Runs in the page, before its scripts. */
function markHeading(): void {
  const watch = new MutationObserver(() => {
    if (document.querySelector('h1') === null) return;
    watch.disconnect();
    requestAnimationFrame(() => performance.mark('heading'));
  });
  watch.observe(document, { childList: true, subtree: true });
}
