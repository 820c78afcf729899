import { test as base, expect, type Page } from '@playwright/test';
import { authenticatorCode, createTestOwner, type Owner } from '../support/owner.ts';
import { makeDataFolder, type RunningServer, startTestServer } from '../support/running-server.ts';

export { expect };

/** A server of the journey's own, on an empty data folder. */
type House = { readonly dataFolder: string; readonly server: RunningServer };

/** `page` opens addresses of this journey's own server, and fails the journey on a script error or a breach of the page's policy. */
export const test = base.extend<{ house: House }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter.
  house: async ({}, use) => {
    const data = makeDataFolder();
    const server = await startTestServer(data.path);
    await use({ dataFolder: data.path, server });
    await server.stop();
    data.remove();
  },
  baseURL: async ({ house }, use) => use(house.server.url),
  page: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (/Content Security Policy|Content-Security-Policy|TrustedHTML|TrustedScript|Hydration|Minified React error/i.test(message.text()))
        complaints.push(message.text());
    });
    await use(page);
    expect(complaints).toEqual([]);
  },
});

/** Types a line into the terminal's one input once that asks for it, and enters it. */
export async function answer(page: Page, label: string | RegExp, text: string): Promise<void> {
  const input = page.getByLabel(label, { exact: typeof label === 'string' });
  await expect(input).toBeEnabled();
  await input.fill(text);
  await input.press('Enter');
}

/** Makes the owner on the machine and signs in through the terminal. Spends the present code; a second sign-in takes the next. */
export async function enterAsOwner(page: Page, house: House, stepOffset: 0 | 1 = 0): Promise<Owner> {
  const owner = await createTestOwner(house.dataFolder);
  await page.goto('/auth-terminal');
  await signIn(page, owner, stepOffset);
  return owner;
}

/** Signs in at the open terminal. */
export async function signIn(page: Page, owner: Owner, stepOffset: 0 | 1): Promise<void> {
  await answer(page, 'Command', 'login');
  await answer(page, 'E-mail', owner.email);
  await answer(page, 'Password', owner.password);
  await answer(page, 'Authenticator code', await authenticatorCode(owner.authenticatorSecret, stepOffset));
  await expect(page.getByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening)/ })).toBeVisible();
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
