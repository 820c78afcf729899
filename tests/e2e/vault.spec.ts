import type { Page } from '@playwright/test';
import { authenticatorCode } from '../support/owner.ts';
import { axeFindings } from './axe-findings.ts';
import { enterAsOwner, expect, test } from './house.ts';
import { expectToast, goToVault, master, setMaster, unlockByMaster } from './vault-steps.ts';

const bank = { title: 'Bank of Alderney', username: 'ada.varga', password: 'CANARY-pass-4417', notes: 'CANARY-note-9120' };

async function enterNewMaster(page: Page, text: string, again: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Set a master password' });
  await dialog.getByLabel('New master password', { exact: true }).fill(text);
  await dialog.getByLabel('Confirm master password', { exact: true }).fill(again);
  await dialog.getByRole('button', { name: 'Set master password' }).click();
}

async function addEntry(page: Page, entry: typeof bank): Promise<void> {
  await page.getByRole('button', { name: 'Add Entry' }).click();
  const form = page.getByRole('dialog', { name: 'Add Entry' });
  await form.getByLabel('Title').fill(entry.title);
  await form.getByLabel('Username').fill(entry.username);
  await form.getByLabel('Password', { exact: true }).fill(entry.password);
  await form.getByLabel('Notes').fill(entry.notes);
  await form.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Entry Added');
  await expect(form).toBeHidden();
}

test('a master is set, an entry added, locked by a reload, opened by the master, viewed, copied, edited, deleted by title and restored', async ({
  page,
  house,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enterAsOwner(page, house);
  await goToVault(page);
  await page.getByRole('button', { name: 'Use master password instead' }).click();
  await page.getByRole('button', { name: 'Set a master password' }).click();
  await enterNewMaster(page, 'short', 'short');
  await expect(page.getByText('Use at least 8 characters.', { exact: true })).toBeVisible();
  await enterNewMaster(page, master, `${master}!`);
  await expect(page.getByText('Passwords do not match.')).toBeVisible();
  await enterNewMaster(page, 'password1', 'password1');
  const weak = page.getByRole('alertdialog', { name: 'Use a weak master password?' });
  await expect(weak).toContainText('finds it after less than a minute on one card');
  await expect(weak.getByRole('button', { name: 'Choose another' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Later' }).click();
  await page.getByRole('button', { name: 'Use authenticator code instead' }).click();
  const recoveryKey = await setMaster(page);
  expect(recoveryKey.replace(/[\s-]/g, '')).toMatch(/^[A-Z2-7]{32}$/);
  await addEntry(page, bank);
  await expect(page.getByText(/verified 1 of 1, epoch \d+/)).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Vault Locked' })).toBeVisible();
  await expect(page.getByText(bank.title)).toHaveCount(0);
  await unlockByMaster(page, 'not the master at all');
  await expect(page.getByText('Incorrect master password.')).toBeVisible({ timeout: 30_000 });
  await unlockByMaster(page);
  await expectToast(page, 'Vault Unlocked');

  await page.getByRole('option', { name: bank.title }).click();
  await expect(page.getByText(bank.password)).toHaveCount(0);
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByText(bank.password)).toBeVisible();
  await page.getByRole('button', { name: 'Copy password' }).click();
  await expectToast(page, 'Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(bank.password);

  await page.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Entry' });
  await form.getByLabel('Username').fill('ada.second');
  await form.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Entry Updated');
  await expect(page.getByRole('option', { name: 'ada.second' })).toBeVisible();

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: `Delete “${bank.title}”?` });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Entry Deleted');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await page.getByRole('button', { name: 'Trash' }).click();
  await page.getByRole('option', { name: bank.title }).click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('button', { name: 'Entries' }).click();
  await expect(page.getByRole('option', { name: bank.title })).toBeVisible();
});

test('a code on a device that knows the vault opens the list and nothing else, until the master is given', async ({ page, house }) => {
  const owner = await enterAsOwner(page, house);
  await goToVault(page);
  await setMaster(page);
  await addEntry(page, bank);
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await expectToast(page, 'Vault Locked');
  await page.getByLabel('Authentication code').fill('12345');
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(page.getByText('Please enter a 6-digit code').first()).toBeVisible();
  await page.getByLabel('Authentication code').fill(await authenticatorCode(owner.authenticatorSecret, 1));
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expectToast(page, 'Vault Unlocked');
  const asks = page.getByRole('dialog', { name: 'Enter your master password' });
  await asks.getByRole('button', { name: 'Later' }).click();
  await page.getByRole('option', { name: bank.title }).click();
  await page.getByRole('button', { name: 'Show password' }).click();
  await expectToast(page, 'Unlock with your master password to view.');
  await asks.getByRole('button', { name: 'Later' }).click();
  await page.getByRole('button', { name: 'Copy password' }).click();
  await expectToast(page, 'Unlock with your master password to copy.');
  await asks.getByLabel('Master password', { exact: true }).fill(master);
  await asks.getByRole('button', { name: 'Unlock' }).click();
  await expectToast(page, 'Master Enabled');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByText(bank.password)).toBeVisible();
});

test('an entry saved before there is a master is held, and added once the master is set', async ({ page, house }) => {
  const owner = await enterAsOwner(page, house);
  await goToVault(page);
  await page.getByLabel('Authentication code').fill(await authenticatorCode(owner.authenticatorSecret, 1));
  await page.keyboard.press('Enter');
  await expectToast(page, 'Vault Unlocked');
  await page.getByRole('dialog', { name: 'Set a master password' }).getByRole('button', { name: 'Later' }).click();
  await page.getByRole('button', { name: 'Add Entry' }).click();
  const form = page.getByRole('dialog', { name: 'Add Entry' });
  await form.getByLabel('Title').fill(bank.title);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('A password is required.')).toBeVisible();
  await form.getByLabel('Password', { exact: true }).fill(bank.password);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Master password not set')).toBeVisible();
  await enterNewMaster(page, master, master);
  await page.getByRole('button', { name: 'I have kept it' }).click({ timeout: 30_000 });
  await expect(entry(page, bank.title)).toBeVisible();
});

test('after a lock nothing that was readable is left in the page, in storage or in what was sent and said', async ({ page, house }) => {
  const heard: string[] = [];
  page.on('console', (message) => heard.push(message.text()));
  page.on('request', (request) => heard.push(`${request.url()} ${request.postData() ?? ''}`));
  await enterAsOwner(page, house);
  await goToVault(page);
  await setMaster(page);
  await addEntry(page, bank);
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByText(bank.notes)).toBeVisible();
  await page.keyboard.press('Shift+L');
  await expectToast(page, 'Vault Locked');
  const left = await page.evaluate(leftBehind);
  for (const secret of [bank.password, bank.notes, bank.title, bank.username, master]) {
    expect(left.includes(secret), 'in the page or its storage').toBe(false);
    expect(heard.join('\n').includes(secret), 'sent or said').toBe(false);
  }
});

test('a lock in one tab locks the other', async ({ page, house, context }) => {
  await enterAsOwner(page, house);
  await goToVault(page);
  await setMaster(page);
  await addEntry(page, bank);
  const other = await context.newPage();
  await other.addInitScript(() => sessionStorage.setItem('auth_terminal_completed', 'true'));
  await other.goto('/dashboard#vault');
  await unlockByMaster(other);
  await expect(entry(other, bank.title)).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await expect(other.getByRole('heading', { name: 'Vault Locked' })).toBeVisible();
  await expect(other.getByText(bank.title)).toHaveCount(0);
});

test('the keyboard alone finds, moves, copies, edits, generates and locks', async ({ page, house, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enterAsOwner(page, house);
  await goToVault(page);
  await setMaster(page);
  await addEntry(page, bank);
  await addEntry(page, { ...bank, title: 'Chess club', password: 'second', username: 'rook' });
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await expect(page.getByLabel('Search entries')).toBeFocused();
  await page.keyboard.type('chess');
  await expect(entry(page, bank.title)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeFocused();
  // The list follows the emptied field; a key moves in what it shows.
  await expect(entry(page, bank.title)).toBeVisible();
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await expect(entry(page, bank.title)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('j');
  await expect(entry(page, 'Chess club')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('u');
  await expectToast(page, 'Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('rook');
  await page.keyboard.press('c');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('second');
  // A copy of nothing leaves the password where it is: the lock still has to take it off.
  await page.keyboard.press('Control+C');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByText('second', { exact: true })).toBeVisible();
  await page.keyboard.press('e');
  const form = page.getByRole('dialog', { name: 'Edit Entry' });
  await expect(form.getByLabel('Title')).toBeFocused();
  await form.getByRole('button', { name: 'Generate' }).press('Enter');
  await form.getByRole('button', { name: 'Use it' }).press('Enter');
  await expect(form.getByRole('textbox', { name: 'Password' })).toHaveValue(/^.{20}$/);
  await form.getByLabel('Title').press('Enter');
  await expectToast(page, 'Entry Updated');
  await expect(form).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeHidden();
  await page.keyboard.press('Shift+L');
  await expectToast(page, 'Vault Locked');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('');
});

test('a version of the history comes back whole', async ({ page, house }) => {
  await enterAsOwner(page, house);
  await goToVault(page);
  await setMaster(page);
  await addEntry(page, bank);
  await page.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Entry' });
  await form.getByLabel('Password', { exact: true }).fill('the newer one');
  await form.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Entry Updated');
  await page.getByRole('button', { name: 'Show password' }).click();
  await page.getByRole('button', { name: 'History (1)' }).click();
  await page.getByRole('dialog', { name: 'History' }).getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('dialog', { name: 'History' })).toBeHidden();
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByText(bank.password)).toBeVisible();
});

test('another authenticator takes the place of the present one, which works until then', async ({ page, house }) => {
  await enterAsOwner(page, house);
  await goToVault(page);
  await page.getByRole('button', { name: 'Reset 2FA' }).click();
  await page.getByRole('alertdialog', { name: 'Reset 2FA?' }).getByRole('button', { name: 'Reset' }).click();
  const setup = page.getByRole('dialog', { name: 'Reset 2FA' });
  await expect(setup.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await setup.getByRole('button', { name: 'Enter it by hand instead' }).click();
  const secret = (await setup.locator('p[translate="no"]').innerText()).replace(/\s/g, '');
  await setup.getByLabel('Authentication code').fill('12345');
  await setup.getByRole('button', { name: 'Verify' }).click();
  await expect(setup.getByText('Please enter a 6-digit code')).toBeVisible();
  await setup.getByLabel('Authentication code').fill(await authenticatorCode(secret));
  await setup.getByRole('button', { name: 'Verify' }).click();
  await expectToast(page, '2FA Reset');
  await page.getByLabel('Authentication code').fill(await authenticatorCode(secret, 1));
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expectToast(page, 'Vault Unlocked');
});

test('axe finds nothing on the vault, locked and open, with each dialog, in both themes and at both widths; nothing scrolls sideways', async ({
  page,
  house,
}) => {
  test.setTimeout(180_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await enterAsOwner(page, house);
  await goToVault(page);
  await expectNoFindings(page, 'locked');
  await page.getByRole('button', { name: 'Use master password instead' }).click();
  await page.getByRole('button', { name: 'Set a master password' }).click();
  await expectNoFindings(page, 'set master');
  await page.getByRole('button', { name: 'Later' }).click();
  await page.getByRole('button', { name: 'Use authenticator code instead' }).click();
  await setMaster(page);
  await addEntry(page, bank);
  await page.getByRole('button', { name: 'Show password' }).click();
  await expectNoFindings(page, 'open');
  await page.keyboard.press('?');
  await expectNoFindings(page, 'shortcuts');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'What is in memory' }).click();
  await expectNoFindings(page, 'memory');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Entry' });
  await form.getByRole('button', { name: 'Generate' }).click();
  await form.locator('summary').click();
  await form.getByRole('button', { name: 'Add a field' }).click();
  await expectNoFindings(page, 'form');
});

function entry(page: Page, title: string) {
  return page.getByRole('listbox', { name: 'Entries' }).getByRole('option', { name: title });
}

/** Everything readable in a page and in what it stores. */
async function leftBehind(): Promise<string> {
  const databases = await Promise.all(
    (await indexedDB.databases()).map(
      ({ name = '' }) =>
        new Promise<string>((resolve, reject) => {
          const opening = indexedDB.open(name);
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = async () => {
            const database = opening.result;
            const stores = [...database.objectStoreNames];
            const rows = stores.map(
              (store) =>
                new Promise<string>((found) => {
                  const all = database.transaction(store).objectStore(store).getAll();
                  all.onsuccess = () => found(JSON.stringify(all.result));
                }),
            );
            resolve((await Promise.all(rows)).join('\n'));
          };
        }),
    ),
  );
  const fields = [...document.querySelectorAll('input, textarea')].map((field) => ('value' in field ? String(field.value) : ''));
  return [
    document.documentElement.outerHTML,
    ...fields,
    JSON.stringify({ ...localStorage }),
    JSON.stringify({ ...sessionStorage }),
    ...databases,
  ].join('\n');
}

/** In both themes and at both widths; and no wider than a narrow phone. */
async function expectNoFindings(page: Page, where: string): Promise<void> {
  for (const theme of ['dark', 'light']) {
    await page.evaluate((name) => document.documentElement.classList.toggle('light', name === 'light'), theme);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await axeFindings(page), `${where} ${theme} ${width}`).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth), `${where} at 320 px`).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 1440, height: 900 });
}
