import type { Page } from '@playwright/test';
import { axeFindings } from './axe-findings.ts';
import { enterAsOwner, expect, test } from './house.ts';
import { addTasks } from './task-steps.ts';
import { addEntry, expectToast, goToVault, setMaster } from './vault-steps.ts';

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

test('by keyboard alone: views, apps and actions are found and done, the field keeps the focus and gives it back', async ({
  page,
  house,
}) => {
  await enterAsOwner(page, house);
  const exportButton = page.getByRole('banner').or(page.locator('main header')).getByRole('button', { name: 'Export' });
  await exportButton.focus();
  await openPalette(page);
  // The pattern's parts: the field names the option that Enter chooses, and never loses the focus to it.
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true');
  const active = () => field(page).getAttribute('aria-activedescendant');
  const first = await active();
  await expect(page.locator(`[id="${first}"]`)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect.poll(active).not.toBe(first);
  await page.keyboard.press('ArrowUp');
  await expect.poll(active).toBe(first);
  // Round the end.
  await page.keyboard.press('ArrowUp');
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await expect(exportButton).toBeFocused();

  await command(page, 'secur', 'Security');
  await expect(page.getByRole('heading', { level: 1, name: 'Security & Logs' })).toBeFocused();
  await command(page, 'supr ap', 'Super Apps');
  await expect(page.getByRole('heading', { level: 1, name: 'Super Apps' })).toBeFocused();
  await command(page, 'light', 'Light theme');
  await expect(page.locator('html')).toHaveClass(/light/);
  await command(page, 'pause', 'Pause motion');
  await openPalette(page);
  await page.keyboard.type('resume');
  await expect(options(page).first()).toContainText('Resume motion');
  await page.keyboard.press('Escape');
  // What was used lately stands first.
  await openPalette(page);
  await expect(palette(page).getByRole('group', { name: 'Lately' }).getByRole('option').first()).toContainText('Resume motion');
  await page.keyboard.press('Escape');

  await command(page, 'add task', 'Add Task');
  await expect(page.getByLabel('New task')).toBeFocused();
  // On a page of a tool too, and while something is typed.
  await command(page, 'overv', 'Overview');
  await expect(page.getByRole('heading', { level: 1, name: /^Good/ })).toBeVisible();
  const download = page.waitForEvent('download');
  await command(page, '> export', 'Export');
  expect((await download).suggestedFilename()).toMatch(/^dashboard-export-/);
  await page.getByRole('alertdialog', { name: 'Exported' }).getByRole('button', { name: 'OK' }).click();
  await command(page, 'log out', 'Log out');
  await expect(page).toHaveURL(`${house.server.url}/`);
});

test('what is typed and pressed before the palette’s code has come is not lost', async ({ page, house }) => {
  await enterAsOwner(page, house);
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

test('records are found: tasks by their words, and a line after + becomes a task without leaving the page', async ({ page, house }) => {
  await enterAsOwner(page, house);
  await addTasks(page, 'Oil the northern lock #metal', 'Call the bank');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await openPalette(page);
  await page.keyboard.type('@metal');
  await expect(options(page)).toHaveText([/Oil the northern lock.*#metal/]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Task' }).getByLabel('Title')).toHaveValue('Oil the northern lock');
  await page.keyboard.press('Escape');
  await page.goto('/dashboard#security');
  await expect(page.getByRole('heading', { level: 1, name: 'Security & Logs' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('+ Water the moat today p1');
  await expect(options(page)).toHaveText([/Add task: Water the moat.*P1.*Today|Add task: Water the moat.*Today.*P1/i]);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Added: Water the moat');
  await expect(page).toHaveURL(/#security$/);
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Done: Water the moat' })).toBeVisible();
  await openPalette(page);
  await page.keyboard.type('zzqx');
  await expect(palette(page).getByText('Nothing fits.').first()).toBeVisible();
});

test('entries of the vault are found only while it is open in this tab, and nothing of them is kept', async ({ page, house }) => {
  test.setTimeout(180_000);
  await enterAsOwner(page, house);
  await goToVault(page);
  await setMaster(page);
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
  await page.keyboard.type('cantonal');
  await expect(palette(page).getByText('Nothing fits.').first()).toBeVisible();
});

test('the sheet of keys opens by ?, not while something is typed; single keys can be switched off for good', async ({ page, house }) => {
  await enterAsOwner(page, house);
  await page.locator('body').press('?');
  await expect(sheet(page)).toContainText('Everywhere');
  await expect(sheet(page)).not.toContainText('Copy the password');
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toBeHidden();

  // Two keys, one after the other.
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(page.getByRole('heading', { level: 1, name: 'Security & Logs' })).toBeVisible();
  await page.getByPlaceholder('Search logs...').focus();
  await page.keyboard.type('?go');
  await expect(page.getByPlaceholder('Search logs...')).toHaveValue('?go');
  await expect(sheet(page)).toBeHidden();
  await page.getByPlaceholder('Search logs...').fill('');

  await page.goto('/productivity');
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.locator('body').press('?');
  await expect(sheet(page)).toContainText('Finish the task, or open it again');
  await sheet(page).getByLabel('Single keys do these things').uncheck();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByText('Saved.')).toBeVisible();
  for (const key of ['?', 'q', 'g', 'o']) await page.locator('body').press(key);
  await expect(sheet(page)).toBeHidden();
  await expect(page.getByLabel('New task')).not.toBeFocused();
  await expect(page).toHaveURL(/\/productivity/);
  // The sheet, and with it the way back, is one command away.
  await openPalette(page);
  await page.keyboard.type('keyboard');
  await page.keyboard.press('Enter');
  await sheet(page).getByLabel('Single keys do these things').check();
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toBeHidden();
  await page.locator('body').press('q');
  await expect(page.getByLabel('New task')).toBeFocused();
});

test('it has visible buttons in both frames; Mod+K opens nothing over another dialog', async ({ page, house }) => {
  await enterAsOwner(page, house);
  await page.getByRole('button', { name: 'Commands' }).click();
  await expect(field(page)).toBeFocused();
  await palette(page).getByRole('button', { name: 'records' }).click();
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('@ ');
  await palette(page).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: 'Commands' })).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Commands' }).click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'More' })).toBeFocused();
  await page.locator('body').press('?');
  await expect(sheet(page)).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeHidden();
});

test('axe finds nothing with the palette and the sheet open, in both themes and at both widths; both fit 320 px', async ({
  page,
  house,
}) => {
  test.setTimeout(150_000);
  await enterAsOwner(page, house);
  await addTasks(page, 'Oil-the-northern-lock-before-the-inspection-of-the-gate #metal', 'Water the moat today');
  const findings: string[] = [];
  const look = async (where: string) => {
    findings.push(...(await axeFindings(page)).map((finding) => `${where}: ${finding}`));
  };
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const theme of ['dark', 'light']) {
    await page.evaluate((name) => localStorage.setItem('theme', name), theme);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/dashboard');
      await expect(page.getByRole('button', { name: 'Done: Water the moat' })).toBeVisible();
      await openPalette(page);
      await look(`palette ${theme} ${width}`);
      await page.keyboard.type('oil');
      await expect(options(page).first()).toContainText('Oil');
      await look(`palette with words ${theme} ${width}`);
      if (width === 390) {
        await page.setViewportSize({ width: 320, height: 700 });
        expect(
          await palette(page).evaluate((dialog) => [dialog.scrollWidth <= dialog.clientWidth, dialog.getBoundingClientRect().right <= 320]),
        ).toEqual([true, true]);
      }
      await page.keyboard.press('Escape');
      await expect(palette(page)).toBeHidden();
      await page.locator('body').press('?');
      await expect(sheet(page)).toBeVisible();
      await look(`sheet ${theme} ${width}`);
      if (width === 390) expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    }
  }
  expect(findings).toEqual([]);
});
