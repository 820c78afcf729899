import type { Page } from '@playwright/test';
import { expect } from './test-app.ts';

/** What a visitor can open on a page, and how. `close` leaves the page as it was. */
export type PageState = {
  readonly name: string;
  readonly path: string;
  /** Only where the window is no wider than this. */
  readonly widthAtMost?: number;
  readonly open: (page: Page) => Promise<void>;
  readonly close: (page: Page) => Promise<void>;
};

const pressEscape = (page: Page) => page.keyboard.press('Escape');

/** Every dialog and menu of the public pages. */
export const pageStates: readonly PageState[] = [
  {
    name: 'menu',
    path: '/',
    widthAtMost: 767,
    open: async (page) => {
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(page.getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'true');
    },
    close: pressEscape,
  },
  {
    name: 'discord',
    path: '/',
    open: async (page) => {
      await page.getByRole('button', { name: /Discord/ }).click();
      await expect(page.getByRole('dialog', { name: 'Discord' })).toBeVisible();
    },
    close: pressEscape,
  },
  {
    name: 'verify-identity',
    path: '/contact',
    open: async (page) => {
      await page.getByRole('button', { name: /Phone/ }).click();
      await expect(page.getByRole('dialog', { name: 'Verify Identity' })).toBeVisible();
    },
    close: pressEscape,
  },
  {
    name: 'copy-failure',
    path: '/contact',
    open: async (page) => {
      await page.evaluate(() => {
        Object.defineProperty(navigator, 'clipboard', {
          configurable: true,
          value: { writeText: () => Promise.reject(new Error('refused')) },
        });
        document.execCommand = () => false;
      });
      await page.getByRole('button', { name: /Email/ }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
    close: pressEscape,
  },
];
