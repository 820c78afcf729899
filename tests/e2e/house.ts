import { type Browser, test as base, expect, type Page } from '@playwright/test';
import { authenticatorCode, createTestOwner, type Owner } from '../support/owner.ts';
import { copyDataFolder, makeDataFolder, type RunningServer, startTestServer } from '../support/running-server.ts';

export { expect };

/** A server of the journey's own, on a data folder of its own. */
type House = { readonly dataFolder: string; readonly server: RunningServer; readonly owner: Owner | undefined };

type OwnedFolder = { readonly path: string; readonly owner: Owner };

type Fixtures = {
  readonly house: House;
  /** Whether an owner is there from the start. Without one the journey begins on an empty data folder. */
  readonly isOwned: boolean;
  /** Settings of the server beyond the usual ones, such as where services of others are. */
  readonly serverEnvironment: Readonly<Record<string, string>>;
  /** What a journey that breaks the page's policy on purpose hears of it; every other complaint still fails it. */
  readonly provokedComplaint: RegExp | undefined;
};

/** `page` opens addresses of this journey's own server, and fails the journey on a script error or a breach of the page's policy. */
export const test = base.extend<Fixtures, { ownedFolder: OwnedFolder }>({
  isOwned: [true, { option: true }],
  serverEnvironment: [{}, { option: true }],
  provokedComplaint: [undefined, { option: true }],
  // Made once and copied for each journey: filling a database and making an owner takes longer than most journeys.
  ownedFolder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter.
    async ({}, use) => {
      const data = makeDataFolder();
      await use({ path: data.path, owner: await createTestOwner(data.path) });
      data.remove();
    },
    { scope: 'worker' },
  ],
  house: async ({ isOwned, ownedFolder, serverEnvironment }, use) => {
    const data = isOwned ? copyDataFolder(ownedFolder.path) : makeDataFolder();
    const server = await startTestServer(data.path, serverEnvironment);
    await use({ dataFolder: data.path, server, owner: isOwned ? ownedFolder.owner : undefined });
    await server.stop();
    data.remove();
  },
  baseURL: async ({ house }, use) => use(house.server.url),
  page: async ({ page, provokedComplaint }, use) => {
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (/Content Security Policy|Content-Security-Policy|TrustedHTML|TrustedScript|Hydration|Minified React error/i.test(message.text()))
        complaints.push(message.text());
    });
    await page.addInitScript(() => addEventListener('castellan:ready', () => performance.mark('castellan:ready')));
    await use(page);
    expect(complaints.filter((complaint) => provokedComplaint?.test(complaint) !== true)).toEqual([]);
  },
});

/** Waits until the page's program runs: before that, a link asks the server for a whole new page. */
export async function untilAnswering(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('castellan:ready').length > 0);
}

/** Who owns the house, with everything that signs in. */
export function ownerOf({ owner }: House): Owner {
  if (owner === undefined) throw new Error('Nobody owns this house.');
  return owner;
}

/** Types a line into the terminal's one input once that asks for it, and enters it. */
export async function answer(page: Page, label: string | RegExp, text: string): Promise<void> {
  const input = page.getByLabel(label, { exact: typeof label === 'string' });
  await expect(input).toBeEnabled();
  await input.fill(text);
  await input.press('Enter');
}

/** Signs in through the terminal. Spends the present code; a second sign-in takes the next. */
export async function enterAsOwner(page: Page, house: House, stepOffset: 0 | 1 = 0): Promise<Owner> {
  const owner = ownerOf(house);
  await page.goto('/auth-terminal');
  await signIn(page, owner, stepOffset);
  return owner;
}

/** Gives the open terminal what it wants to know of an owner. */
export async function enterCredentials(page: Page, owner: Owner, stepOffset: 0 | 1): Promise<void> {
  await answer(page, 'Command', 'login');
  await answer(page, 'E-mail', owner.email);
  await answer(page, 'Password', owner.password);
  await answer(page, 'Authenticator code', await authenticatorCode(owner.authenticatorSecret, stepOffset));
}

/** Signs in at the open terminal. */
export async function signIn(page: Page, owner: Owner, stepOffset: 0 | 1): Promise<void> {
  await enterCredentials(page, owner, stepOffset);
  await expect(page.getByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening)/ })).toBeVisible();
}

/**
 * A page in a second browser of the owner's, with the same session: it has nothing of what the first one keeps, and learns of
 * it through the server alone.
 */
export async function openSecondBrowser(browser: Browser, page: Page, house: House): Promise<Page> {
  const kept = await page.evaluate(() => ({ ...sessionStorage }));
  const context = await browser.newContext({ storageState: await page.context().storageState(), baseURL: house.server.url });
  await context.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) sessionStorage.setItem(key, String(value));
  }, kept);
  return context.newPage();
}

/** Resolves when the page's socket has been told that it will hear of changes, for as many subscriptions as the page makes. */
export function subscribed(page: Page, count: number): Promise<void> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) => {
      let told = 0;
      socket.on('framereceived', ({ payload }) => {
        told += String(payload).includes('Subscribed to PostgreSQL') ? 1 : 0;
        if (told >= count) resolve();
      });
    });
  });
}

/**
 * Stops the page's clock, so that what appears from now on came by realtime and by no polling. `page.clock.install()` must have
 * come before the page was opened: what waits on the browser's own clock does not stop.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 2000);
}
