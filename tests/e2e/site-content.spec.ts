import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { countingHand, mostSteps } from './counting-hand.ts';
import { test as base, enterAsOwner, expect } from './test-app.ts';

/** An app whose content is a copy of its own, so that it can be written. */
const test = base.extend<{ contentFolder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter.
  contentFolder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'castellan-site-'));
    cpSync(join(import.meta.dirname, '..', '..', 'content'), folder, { recursive: true });
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  serverEnvironment: async ({ contentFolder }, use) => use({ CASTELLAN_CONTENT_DIR: contentFolder }),
});

/** The list of what to set up, once the server has answered. */
async function openOverview(page: Page) {
  await page.goto('/dashboard');
  const list = page.getByRole('region', { name: 'Set up' });
  await expect(list.getByText(/^\d of 6$/)).toBeVisible();
  return list;
}

test('the name is changed in the browser, the home page has it, and the version before comes back by a press', async ({
  page,
  app,
  contentFolder,
}) => {
  await page.goto('/');
  const key = (await page.locator('meta[name="backend-key"]').getAttribute('content')) ?? '';
  const edit = { name: 'profile.json', text: '{}', expected: null };
  for (const headers of [{ apikey: key }, { apikey: key, authorization: `Bearer ${key}` }]) {
    expect((await page.request.post('/functions/v1/content-file', { headers, data: edit })).status()).toBe(401);
    expect((await page.request.get('/functions/v1/content-files', { headers })).status()).toBe(401);
  }
  const nameOnDisk = () => (JSON.parse(readFileSync(join(contentFolder, 'profile.json'), 'utf8')) as { readonly name: string }).name;
  const heading = async () => /class="hero-name"[^>]*>([^<]*)</.exec(await (await page.request.get('/')).text())?.[1];

  await enterAsOwner(page, app);
  // From the Overview: one press, the name, and Save.
  const step = page.getByRole('region', { name: 'Set up' }).getByRole('link', { name: 'Your name on the site' });
  await page.goto('/dashboard');
  const hand = countingHand(page);
  await hand.counted(step.click());
  const name = page.getByLabel('Name', { exact: true });
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('Ada Varga');
  await hand.fill('Name', 'Grace Hopper');
  const preview = page.frameLocator('iframe[title="The public page, at the width of a desk"]');
  await expect(preview.getByRole('heading', { level: 1 })).toContainText('Grace Hopper');
  // Its links lead nowhere: the draft stays.
  await preview.locator('a[href^="https://"]').first().dispatchEvent('click');
  await expect(preview.getByRole('heading', { level: 1 })).toContainText('Grace Hopper');
  await hand.press('Save');
  expect(hand.used()).toBeLessThanOrEqual(mostSteps.siteContent);
  await expect(page.getByText('Saved. The public pages have it in a moment.')).toBeVisible();
  expect(nameOnDisk()).toBe('Grace Hopper');
  await expect.poll(heading).toBe('Grace Hopper');
  const list = await openOverview(page);
  await expect(list.getByText('Your name on the site')).toBeVisible();
  await expect(step).toHaveCount(0);
  await page.goto('/settings#edit-profile');

  await page.getByRole('region', { name: 'Versions before' }).getByRole('button', { name: 'Restore' }).click();
  await expect(name).toHaveValue('Ada Varga');
  await expect.poll(heading).toBe('Ada Varga');
  await page.goto('/dashboard#security');
  await expect(page.getByText('The site’s content was changed: profile.json').first()).toBeVisible();
});
