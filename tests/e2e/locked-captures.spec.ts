import type { Page } from '@playwright/test';
import { enterAsOwner, expect, test, whenWritten } from './test-app.ts';
import { watchForLeaks } from './vault-leaks.ts';
import { master } from './vault-steps.ts';

const canary = { task: 'CANARY-task-4471', tick: 'CANARY-walk-4472', expense: 'CANARY-coffee-4473', value: '81.2347' };

async function unlock(page: Page): Promise<void> {
  await page.getByLabel('Master password').fill(master);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
}

const inbox = (page: Page) => page.getByRole('region', { name: 'Inbox' });
const row = (page: Page, text: string) => inbox(page).getByRole('listitem').filter({ hasText: text });

/** Captures what the fields are filled with. */
async function capture(page: Page, kind: string, fields: Readonly<Record<string, string>>, waiting: number): Promise<void> {
  await page.getByLabel('Capture as').selectOption({ label: kind });
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Capture', exact: true }).click();
  await expect(page.getByText(waiting === 1 ? '1 sealed text waits' : `${waiting} sealed texts wait`)).toBeVisible();
}

test('a task, a tick, an expense and a value are captured while the vault is locked and nobody answers, no word of them is left in the page, and one inbox makes a record of each, once @vault @strict', async ({
  page,
  app,
}) => {
  test.setTimeout(180_000);
  await enterAsOwner(page, app);
  await page.goto('/habit-forge');
  await page.getByRole('button', { name: 'Add a habit' }).click();
  const dialog = page.getByRole('dialog', { name: 'New habit' });
  await dialog.getByLabel('Name', { exact: true }).fill('Evening walk');
  await dialog.getByRole('button', { name: 'Add habit' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.goto('/wealth-ai');
  await unlock(page);
  await page.getByRole('button', { name: 'Add an account' }).click({ timeout: 30_000 });
  const form = page.getByRole('dialog', { name: 'New account' });
  await form.getByLabel('Name').fill('Purse');
  await whenWritten(page, 'money', () => form.getByRole('button', { name: 'Add account' }).click());

  // The locked page of another app, where nobody answers once the field is there.
  await page.goto('/health-matrix');
  await page.getByRole('button', { name: 'Capture a value' }).click();
  await expect(page.getByLabel('Measure').getByRole('option', { name: 'Weight' })).toBeAttached();
  const leaks = watchForLeaks(page);
  await page.route('**/rest/v1/**', (route) => route.abort());
  await page.getByLabel('Measure').selectOption('Weight');
  await page.getByLabel('Time', { exact: true }).fill('07:05');
  await capture(page, 'Health value', { Value: canary.value }, 1);
  await capture(page, 'Expense', { Amount: '12.50', 'What for': `${canary.expense} #Food` }, 2);
  await capture(page, 'Habit, done', { Habit: canary.tick }, 3);
  await capture(page, 'Task', { Task: `${canary.task} #home` }, 4);
  expect(await leaks.find(Object.values(canary))).toEqual([]);
  await page.unroute('**/rest/v1/**');
  await page.reload();
  expect(await leaks.find(Object.values(canary))).toEqual([]);

  await unlock(page);
  await expect(row(page, canary.value)).toContainText('No measure with such a value is known');
  await row(page, canary.value).getByRole('button', { name: 'Edit' }).click();
  await inbox(page).getByLabel('Value', { exact: true }).fill('81.2');
  await inbox(page).getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Health: Weight 81.2 kg')).toContainText('07:05');
  await whenWritten(page, 'health_months', () => row(page, 'Weight 81.2 kg').getByRole('button', { name: 'Keep the value' }).click());
  await expect(page.locator('main')).toContainText('81.2');

  await expect(row(page, canary.expense)).toContainText('12.50 EUR');
  await expect(row(page, canary.expense).getByLabel('Account')).toContainText('Purse (EUR)');
  await whenWritten(page, 'money', () => row(page, canary.expense).getByRole('button', { name: 'Keep as an entry' }).click());

  await expect(row(page, canary.tick).getByRole('button', { name: 'Mark the day' })).toBeDisabled();
  await row(page, canary.tick).getByLabel('Habit').selectOption({ label: 'Evening walk' });
  await row(page, 'Habit: Evening walk').getByRole('button', { name: 'Mark the day' }).click();

  await row(page, canary.task).getByRole('button', { name: 'Keep as a task' }).click();
  await expect(inbox(page)).toBeHidden();
  await page.locator('.toast').filter({ hasText: 'Kept as a task' }).getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, canary.task)).toBeVisible();
  await row(page, canary.task).getByRole('button', { name: 'Keep as a task' }).click();
  await expect(inbox(page)).toBeHidden();

  await page.goto('/habit-forge');
  await expect(page.locator('[data-cell]:not([aria-disabled])').last()).toHaveAccessibleName(/^Evening walk, .*: done$/);
  await page.goto('/productivity#all');
  await expect(page.getByText(canary.task)).toHaveCount(1);
  await page.goto('/wealth-ai');
  await unlock(page);
  await expect(page.getByRole('list', { name: 'Ledger' }).getByText(canary.expense)).toHaveCount(1);
});
