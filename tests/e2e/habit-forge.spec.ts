import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { chooseFromMenu, enterAsOwner, expect, test } from './test-app.ts';

test('a habit is marked by key, also offline and over a reload, and the week is whole once the server is back', async ({ page, app }) => {
  await enterAsOwner(page, app);
  await page.goto('/habit-forge');
  await page.getByRole('button', { name: 'Add a habit' }).click();
  const dialog = page.getByRole('dialog', { name: 'New habit' });
  await dialog.getByLabel('Name', { exact: true }).fill('Walk');
  await dialog.getByRole('button', { name: 'Add habit' }).click();
  const today = page.locator('[data-cell]:not([aria-disabled])').last();
  await expect(today).toHaveAccessibleName(/^Walk, .*: no mark$/);
  await expect(page.getByText('Saved.')).toBeVisible();
  const answers = page.waitForResponse((response) => response.url().includes('/habit_months') && response.request().method() === 'PATCH');
  await today.focus();
  await page.keyboard.press('Space');
  await expect(today).toHaveAccessibleName(/: done$/);
  expect((await answers).ok()).toBe(true);
  await page.route('**/rest/v1/**', (route) => route.abort());
  await page.keyboard.press('s');
  await expect(today).toHaveAccessibleName(/: skipped$/);
  await page.reload();
  await expect(today).toHaveAccessibleName(/: skipped$/);
  await page.unroute('**/rest/v1/**');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(today).toHaveAccessibleName(/: skipped$/);
});

test('Loop’s own database is read in a Worker that can fetch nothing, and comes in once', async ({ page, app }) => {
  const path = test.info().outputPath('Loop Habits Backup.db');
  const database = new DatabaseSync(path);
  database.exec(`CREATE TABLE Habits (id integer primary key, archived integer, color integer, description text, freq_den integer,
      freq_num integer, name text, position integer, type integer, target_type integer, target_value real, unit text, question text);
    CREATE TABLE Repetitions (id integer primary key, habit integer, timestamp integer, value integer, notes text);
    INSERT INTO Habits VALUES (1, 0, 8, '', 1, 1, 'Wake up early', 0, 0, 0, 0, '', 'Did you?');
    INSERT INTO Repetitions VALUES (1, 1, ${Date.now() - (Date.now() % 86_400_000) - 86_400_000}, 2, '')`);
  database.close();
  const file = { name: 'Loop Habits Backup.db', mimeType: 'application/octet-stream', buffer: readFileSync(path) };
  await enterAsOwner(page, app);
  await page.goto('/habit-forge');
  const dialog = page.getByRole('dialog', { name: 'Import habits' });
  const choose = async () => {
    await chooseFromMenu(page, 'Import');
    await dialog.getByLabel('File').setInputFiles(file);
  };
  await choose();
  await expect(dialog.getByText('Loop Habit Tracker, database')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import 2' }).click();
  await expect(page.getByText('Wake up early').first()).toBeVisible();
  await choose();
  await expect(dialog.getByText('There already: 1')).toBeVisible();
});
