import { type Browser, test as base, expect, type Frame, type Page, type Request } from '@playwright/test';
import type { MadeVault } from '../support/made-vault.ts';
import { authenticatorCode, type Owner } from '../support/owner.ts';
import { type RunningServer, startTestServer } from '../support/running-server.ts';
import { makeEmbeddedData, type TestData } from '../support/test-data.ts';
import { openApiSession } from './api-session.ts';
import type { HostedServer } from './server-host.ts';
import { openWorkerData, type WorkerData } from './worker-data.ts';

export { expect };

/** The server that a journey is on: its own with data of its own, or the one that the visitors of a worker share. */
type TestApp = {
  readonly data: TestData;
  readonly server: Pick<HostedServer, 'url'>;
  /** The server as a process, where it is one of its own (`isOwned`: false). */
  readonly process: RunningServer | undefined;
  readonly owner: Owner | undefined;
  readonly vault: MadeVault | undefined;
};

type Fixtures = {
  readonly app: TestApp;
  /** Whether an owner is there from the start. Without one the journey begins on an empty data folder. */
  readonly isOwned: boolean;
  /** `@vault`: whether the owner has a vault from the start, empty and unknown to the journey's browser (`openMadeVault` opens it). */
  readonly hasVault: boolean;
  /**
   * `@visitor`: whether the journey goes to the worker's one server, together with others: for visitors who do not sign in and leave nothing
   * behind there. A request that could leave something fails the journey.
   */
  readonly isShared: boolean;
  /** Settings of the server beyond the usual ones, such as where services of others are. */
  readonly serverEnvironment: Readonly<Record<string, string>>;
  /** What a journey that breaks the page's policy on purpose hears of it; every other complaint still fails it. */
  readonly provokedComplaint: RegExp | undefined;
};

/** `page` opens addresses of the journey's server, and fails the journey on a script error or a breach of the page's policy. */
export const test = base.extend<Fixtures, { workerData: WorkerData }>({
  isOwned: [true, { option: true }],
  // A file says both for all of its journeys with `test.use`, and a single journey by a tag in its title.
  // biome-ignore-start lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter.
  hasVault: [async ({}, use, { tags }) => use(tags.includes('@vault')), { option: true }],
  isShared: [async ({}, use, { tags }) => use(tags.includes('@visitor')), { option: true }],
  // biome-ignore-end lint/correctness/noEmptyPattern: as above.
  serverEnvironment: [{}, { option: true }],
  provokedComplaint: [undefined, { option: true }],
  // Made once and copied for each journey: filling a database and making an owner takes longer than most journeys.
  workerData: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter.
    async ({}, use) => {
      const data = openWorkerData();
      await use(data);
      await data.remove();
    },
    { scope: 'worker' },
  ],
  app: async ({ isOwned, hasVault, isShared, workerData, serverEnvironment }, use) => {
    if (isShared) {
      await use({ ...(await workerData.shared()), process: undefined, owner: undefined, vault: undefined });
      return;
    }
    if (!isOwned) return withoutOwner(serverEnvironment, use);
    const original = hasVault ? await workerData.withVault() : await workerData.owned();
    const data = await workerData.copy(original);
    const server = await workerData.startServer(data.dataFolder, { ...data.environment, ...serverEnvironment });
    await use({ data, server, process: undefined, owner: original.owner, vault: original.vault });
    await server.stop();
    await data.remove();
  },
  baseURL: async ({ app }, use) => use(app.server.url),
  page: async ({ page, provokedComplaint, isShared }, use) => {
    const complaints = listenForComplaints(page);
    if (isShared) page.context().on('request', (request) => complaints.push(...leavings(request)));
    await page.addInitScript(() => addEventListener('site:ready', () => performance.mark('site:ready')));
    await use(page);
    expect(complaints.filter((complaint) => provokedComplaint?.test(complaint) !== true)).toEqual([]);
  },
});

/** Who begins with nothing begins as most do: with a server of its own, and the database that it brings along. */
async function withoutOwner(environment: Fixtures['serverEnvironment'], use: (app: TestApp) => Promise<void>): Promise<void> {
  const data = makeEmbeddedData();
  const server = await startTestServer(data.dataFolder, environment);
  await use({ data, server, process: server, owner: undefined, vault: undefined });
  await server.stop();
  await data.remove();
}

/** Script errors and breaches of the page's policy, as they come from now on: for a page that no fixture opened. */
export function listenForComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Content-Security-Policy|TrustedHTML|TrustedScript|Hydration|Minified React error/i.test(message.text()))
      complaints.push(message.text());
  });
  return complaints;
}

/** What only tells, although it is asked for as a change is. */
const harmless = ['/rest/v1/rpc/wish_availability', '/functions/v1/tool-example'];

/** A request that may leave something at the server: a row, a count of attempts. */
function leavings(request: Request): readonly string[] {
  const isReading = ['GET', 'HEAD', 'OPTIONS'].includes(request.method());
  const { pathname } = new URL(request.url());
  return isReading || harmless.includes(pathname) ? [] : [`A journey on the shared server sent ${request.method()} ${pathname}.`];
}

/** The dashboard's own heading: who sees it is in. */
export const greeting = { level: 1, name: /^Good (morning|afternoon|evening)/ } as const;

/** Waits until the page's program runs: before that, a link asks the server for a whole new page. */
export async function untilAnswering(page: Page | Frame): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('site:ready').length > 0);
}

/** Who owns the app, with everything that signs in. */
export function ownerOf({ owner }: TestApp): Owner {
  if (owner === undefined) throw new Error('Nobody owns this app.');
  return owner;
}

/** The process of a server that nobody owned at the start (`isOwned`: false). */
export function processOf({ process }: TestApp): RunningServer {
  if (process === undefined) throw new Error('This server shares its process with others.');
  return process;
}

/** The vault that was there from the start (`hasVault`). */
export function vaultOf({ vault }: TestApp): MadeVault {
  if (vault === undefined) throw new Error('No vault was there from the start.');
  return vault;
}

/** Types a line into the terminal's one input once that asks for it, and enters it. */
export async function answer(page: Page, label: string | RegExp, text: string): Promise<void> {
  const input = page.getByLabel(label, { exact: typeof label === 'string' });
  await expect(input).toBeEnabled();
  await input.fill(text);
  await input.press('Enter');
}

/**
 * The owner's dashboard, signed in as by the terminal but over HTTP: for journeys that are about something else. Spends the
 * present code; a second sign-in takes the next. `origin`: the server under another name than its address in numbers.
 */
export async function enterAsOwner(page: Page, app: TestApp, stepOffset: 0 | 1 = 0, origin = app.server.url): Promise<Owner> {
  const owner = ownerOf(app);
  await openApiSession(page, origin, owner, stepOffset);
  await page.goto(`${origin}/dashboard`);
  await expect(page.getByRole('heading', greeting)).toBeVisible();
  return owner;
}

/** Signs in at the terminal, line by line. Spends the present code; a second sign-in takes the next. */
export async function enterByTyping(page: Page, app: TestApp, stepOffset: 0 | 1 = 0): Promise<Owner> {
  const owner = ownerOf(app);
  await page.goto('/auth-terminal');
  await signIn(page, owner, stepOffset);
  return owner;
}

/** Gives the open terminal the password, up to the question for the second factor. */
export async function enterPassword(page: Page, owner: Owner): Promise<void> {
  await answer(page, 'Command', 'login');
  await answer(page, 'E-mail', owner.email);
  await answer(page, 'Password', owner.password);
}

/** Gives the open terminal what it wants to know of an owner. */
export async function enterCredentials(page: Page, owner: Owner, stepOffset: 0 | 1): Promise<void> {
  await enterPassword(page, owner);
  await answer(page, 'Authenticator code', await authenticatorCode(owner.authenticatorSecret, stepOffset));
}

/** Signs in at the open terminal. */
export async function signIn(page: Page, owner: Owner, stepOffset: 0 | 1): Promise<void> {
  await enterCredentials(page, owner, stepOffset);
  await expect(page.getByRole('heading', greeting)).toBeVisible();
}

/**
 * A page in a second browser of the owner's, with the same session: it has nothing of what the first one keeps, and learns of
 * it through the server alone.
 */
export async function openSecondBrowser(browser: Browser, page: Page, app: TestApp): Promise<Page> {
  const kept = await page.evaluate(() => ({ ...sessionStorage }));
  const context = await browser.newContext({ storageState: await page.context().storageState(), baseURL: app.server.url });
  await context.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) sessionStorage.setItem(key, String(value));
  }, kept);
  return context.newPage();
}

/**
 * Resolves when the socket of the page that is loaded next has been told that it will hear of changes, for as many subscriptions as that
 * page makes. The page that is there now may still open its own.
 */
export function subscribed(page: Page, count: number): Promise<void> {
  return new Promise((resolve) => {
    let isAnswered = false;
    page.on('response', (response) => {
      isAnswered ||= response.request().isNavigationRequest() && response.frame() === page.mainFrame();
    });
    page.on('websocket', (socket) => {
      if (!isAnswered) return;
      let told = 0;
      socket.on('framereceived', ({ payload }) => {
        told += String(payload).includes('Subscribed to PostgreSQL') ? 1 : 0;
        if (told >= count) resolve();
      });
    });
  });
}

/**
 * Does something that is written to a table, and waits for the server's answer: 'Saved.' alone may still stand from before. The table is
 * named in the address of the request, or in what the vault's own writes hold.
 */
export async function whenWritten(page: Page, table: string, act: () => Promise<void>): Promise<void> {
  const answered = page.waitForResponse((response) => {
    const request = response.request();
    const isNamed = response.url().includes(`/rest/v1/${table}`) || request.postData()?.includes(`"${table}"`) === true;
    return response.ok() && request.method() !== 'GET' && isNamed;
  });
  await act();
  await answered;
  await expect(page.getByText('Saved.')).toBeVisible();
}

/** Opens the menu of a page of the owner's and chooses what has this name. */
export async function chooseFromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Page menu' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/**
 * Stops the page's clock, so that what appears from now on came by realtime and by no polling. `page.clock.install()` must have
 * come before the page was opened: what waits on the browser's own clock does not stop.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 2000);
}
