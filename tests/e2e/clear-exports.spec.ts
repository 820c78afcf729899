import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { chooseFromMenu, enterAsOwner, expect, test } from './test-app.ts';
import { master } from './vault-steps.ts';

/** Every file that the page hands to the browser, by its name. */
function watchDownloads(page: Page): readonly string[] {
  const names: string[] = [];
  page.on('download', (download) => names.push(download.suggestedFilename()));
  return names;
}

/** Opens an app of sealed records with the master. */
async function openApp(page: Page, address: string): Promise<void> {
  await page.goto(address);
  const unlock = page.getByRole('button', { name: 'Unlock', exact: true });
  await page.getByLabel('Master password').fill(master);
  await unlock.click();
  await expect(unlock).toBeHidden({ timeout: 60_000 });
}

/** Saves a file from an open dialog by the master; answers with what is in it. */
async function saveFrom(dialog: Locator, form?: string): Promise<string> {
  if (form !== undefined) await dialog.getByLabel(form).check();
  await dialog.getByLabel('Current master password', { exact: true }).fill(master);
  const [download] = await Promise.all([
    dialog.page().waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save the file' }).click(),
  ]);
  return readFileSync(await download.path(), 'utf8');
}

type LogRow = { readonly activity_description: string; readonly metadata: Readonly<Record<string, unknown>> };

/** What the log says of exports, by this page's own session. */
function exportsInLog(page: Page): Promise<readonly LogRow[]> {
  return page.evaluate(async () => {
    const session: unknown = JSON.parse(localStorage.getItem('castellan-auth-token') ?? '{}');
    const token = typeof session === 'object' && session !== null && 'access_token' in session ? session.access_token : '';
    const key = document.querySelector('meta[name="backend-key"]')?.getAttribute('content') ?? '';
    const columns = 'activity_description,metadata';
    const answer = await fetch(`/rest/v1/activity_logs?select=${columns}&activity_type=eq.data_event&order=sequence`, {
      headers: { apikey: key, authorization: `Bearer ${token}` },
    });
    return (await answer.json()) as LogRow[];
  });
}

test('a passer-by at an open Mind Vault cannot save the notes without the master; the owner can, and the log names app, format and way in @vault', async ({
  page,
  app,
}) => {
  await enterAsOwner(page, app);
  const downloads = watchDownloads(page);
  await openApp(page, '/mind-vault');
  await page.getByRole('button', { name: 'New note' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('CANARY-note');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Notes' }).getByRole('link', { name: 'CANARY-note' })).toBeVisible();

  await chooseFromMenu(page, 'Export');
  const dialog = page.getByRole('dialog', { name: 'Export notes' });
  await expect(dialog.getByRole('link', { name: 'Complete backup: everything in one encrypted file' })).toBeVisible();
  const save = dialog.getByRole('button', { name: 'Save the file' });
  await save.click();
  await expect(dialog.getByText('Enter the master password.')).toBeVisible();
  await dialog.getByLabel('Current master password', { exact: true }).fill('a guess of a passer-by');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Incorrect master password.')).toBeVisible({ timeout: 60_000 });
  expect([downloads, await exportsInLog(page)]).toEqual([[], []]);

  expect((await saveFrom(dialog)).slice(0, 2)).toBe('PK');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Page menu' })).toBeFocused();
  await expect
    .poll(() => exportsInLog(page))
    .toMatchObject([
      {
        activity_description: 'Notes exported as an Obsidian vault, proven by the master password',
        metadata: { action: 'export', app: 'mind-vault', format: 'an Obsidian vault', way: 'master', notes: 1 },
      },
    ]);
});

test('money, health, pay and API Lab give no readable file without the master either, and each is logged with its format @vault', async ({
  page,
  app,
}) => {
  test.setTimeout(300_000);
  await enterAsOwner(page, app);
  const downloads = watchDownloads(page);
  const refused = async (dialog: Locator) => {
    const before = downloads.length;
    await dialog.getByRole('button', { name: 'Save the file' }).click();
    await expect(dialog.getByText('Enter the master password.')).toBeVisible();
    expect(downloads).toHaveLength(before);
  };

  await openApp(page, '/wealth-ai');
  await page.getByRole('button', { name: 'Add an account' }).click();
  const account = page.getByRole('dialog', { name: 'New account' });
  await account.getByLabel('Name').fill('CANARY-account');
  await account.getByRole('button', { name: 'Add account' }).click();
  await expect(account).toBeHidden();
  await chooseFromMenu(page, 'Export');
  const money = page.getByRole('dialog', { name: 'Export money' });
  await refused(money);
  expect(await saveFrom(money, 'JSON: everything, to be imported here again')).toContain('CANARY-account');

  await openApp(page, '/health-matrix');
  await chooseFromMenu(page, 'Export');
  const health = page.getByRole('dialog', { name: 'Export health' });
  await refused(health);
  await saveFrom(health, 'CSV: days by measures, for a spreadsheet');

  await openApp(page, '/payday-fun');
  await page.getByRole('button', { name: 'Add your pay' }).click();
  const pay = page.getByRole('dialog', { name: 'New pay' });
  await pay.getByLabel('Name').fill('CANARY-pay');
  await pay.getByLabel('Net pay each time').fill('2000');
  await pay.getByRole('button', { name: 'Add pay' }).click();
  await expect(page.getByRole('heading', { name: 'CANARY-pay' })).toBeVisible();
  await chooseFromMenu(page, 'Calendar (.ics)');
  const paydays = page.getByRole('dialog', { name: 'Export pay' });
  await expect(paydays.getByLabel('Calendar (.ics)')).toBeChecked();
  await refused(paydays);
  expect(await saveFrom(paydays)).toContain('SUMMARY:Payday: CANARY-pay');

  await openApp(page, '/api-lab');
  await page.getByRole('button', { name: 'Settings of My requests' }).click();
  await page.getByRole('button', { name: 'Export for Postman' }).click();
  const requests = page.getByRole('dialog', { name: 'Export for Postman' });
  await refused(requests);
  expect(await saveFrom(requests)).toContain('First request');

  await expect
    .poll(async () => (await exportsInLog(page)).map(({ metadata: { app: id, format, way } }) => [id, format, way]))
    .toEqual([
      ['wealth-ai', 'JSON', 'master'],
      ['health-matrix', 'CSV', 'master'],
      ['payday-fun', 'a calendar', 'master'],
      ['api-lab', 'a Postman collection', 'master'],
    ]);
});
