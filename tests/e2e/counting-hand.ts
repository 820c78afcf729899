import type { Locator, Page } from '@playwright/test';
import { answer } from './test-app.ts';

/**
 * The most steps that five tasks may take a new owner: docs/benchmarks.md names them. A field typed, a file chosen, a key struck, a
 * link or a button pressed is one each.
 */
export const mostSteps = {
  firstPassword: 15,
  lastFailedSignIn: 2,
  recurringTask: 3,
  backupMade: 5,
  backupRestored: 7,
  siteContent: 3,
} as const;

/** Types and presses on a page as a new owner would, and counts it. */
export function countingHand(page: Page) {
  let used = 0;
  const counted = async (act: Promise<unknown>): Promise<void> => {
    used += 1;
    await act;
  };
  return {
    used: () => used,
    /** A step that somebody else took. */
    counted,
    answer: (label: string, text: string) => counted(answer(page, label, text)),
    fill: (label: string, text: string, within: Page | Locator = page) => counted(within.getByLabel(label, { exact: true }).fill(text)),
    choose: (label: string, path: string, within: Page | Locator = page) => counted(within.getByLabel(label).setInputFiles(path)),
    press: (name: string | RegExp, within: Page | Locator = page) =>
      counted(within.getByRole('button', { name, exact: typeof name === 'string' }).click()),
    follow: (name: string, within: Page | Locator = page) => counted(within.getByRole('link', { name, exact: true }).click()),
    /** Words typed where the focus is. */
    type: (text: string) => counted(page.keyboard.type(text)),
    strike: (key: string) => counted(page.keyboard.press(key)),
  };
}
