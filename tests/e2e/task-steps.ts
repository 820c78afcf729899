import type { Page } from '@playwright/test';
import { expect } from './test-app.ts';

/** Opens the day's page, with everything it had to send sent. */
export async function openProductivity(page: Page): Promise<void> {
  await page.goto('/productivity');
  await expect(page.getByRole('heading', { level: 1, name: 'Productivity' })).toBeVisible();
  await expect(page.getByText('Saved.')).toBeVisible();
}

/** Types a line into the open day's page, and enters it. */
export async function addTask(page: Page, words: string): Promise<void> {
  const line = page.getByLabel('New task');
  await line.fill(words);
  await line.press('Enter');
  await expect(line).toHaveValue('');
}

/** Adds tasks as the owner does; the server has them afterwards. */
export async function addTasks(page: Page, ...lines: readonly string[]): Promise<void> {
  await openProductivity(page);
  for (const line of lines) await addTask(page, line);
  await expect(page.getByText('Saved.')).toBeVisible();
}
