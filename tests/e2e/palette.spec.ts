import type { Page } from '@playwright/test';
import { enterAsOwner, expect, test } from './test-app.ts';
import { addEntry, expectToast, openMadeVault } from './vault-steps.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Commands' });
const field = (page: Page) => palette(page).getByRole('combobox', { name: 'Command' });
const options = (page: Page) => palette(page).getByRole('option');
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard' });
const bank = 'Cantonal bank';

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await expect(options(page).first()).toBeVisible();
}

/** Types into the open palette and chooses the best. */
async function command(page: Page, words: string, title: string | RegExp): Promise<void> {
  await openPalette(page);
  await page.keyboard.type(words);
  await expect(options(page).first()).toContainText(title);
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeHidden();
}

test('what is typed and pressed before the palette’s code has come is not lost', async ({ page, app }) => {
  await enterAsOwner(page, app);
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/palette-list*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('secur');
  await page.keyboard.press('Enter');
  await expect(palette(page).getByText('Loading the commands')).toBeVisible();
  held.resolve();
  await expect(page.getByRole('heading', { level: 1, name: 'Security & Logs' })).toBeFocused();
});

test('entries of the vault are found only while it is open in this tab, and nothing of them is kept @vault @strict', async ({
  page,
  app,
}) => {
  await enterAsOwner(page, app);
  await openMadeVault(page);
  await addEntry(page, bank, 'correct horse');
  await page.goto('/dashboard#overview').catch(() => undefined);
  await page.evaluate(() => {
    location.hash = '#overview';
  });
  await expect(page.getByRole('heading', { level: 1, name: /^Good/ })).toBeVisible();
  await openPalette(page);
  await page.keyboard.type('cantonal');
  await expect(options(page).first()).toContainText(bank);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: bank }).or(page.getByRole('heading', { name: bank }))).toBeVisible();
  await expect(page).toHaveURL(/#vault$/);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toContain(bank);
  expect(kept).not.toContain('vault:');

  // The vault's keys are on the sheet while its view is shown.
  await page.locator('body').press('?');
  await expect(sheet(page)).toContainText('Copy the password');
  await page.keyboard.press('Escape');
  await command(page, 'lock vault', 'Lock vault');
  await expectToast(page, 'Vault Locked');
  await openPalette(page);
  await page.keyboard.type('@cantonal');
  await expect(palette(page).getByText('No results.').first()).toBeVisible();
});
