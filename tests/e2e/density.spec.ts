import type { Page } from '@playwright/test';
import { enterAsOwner, expect, test } from './house.ts';

/** A place of each of the dashboard's own styles, with the distance that is looked at. */
const places = [
  { view: '', inner: '.overview-tile', property: 'padding-top', comfortable: 16 },
  { view: '#super-apps', inner: '.app-grid', property: 'row-gap', comfortable: 16 },
  { view: '#security', inner: '.log-tile', property: 'padding-left', comfortable: 20 },
  { view: '#security', inner: '.log-table tbody tr td', property: 'padding-top', comfortable: 6 },
  { view: '#security', inner: '.session-list > li', property: 'padding-top', comfortable: 12 },
] as const;

async function distances(page: Page): Promise<readonly number[]> {
  const found: number[] = [];
  for (const { view, inner, property } of places) {
    await page.goto(`/dashboard${view}`);
    const place = page.locator(inner).first();
    await expect(place).toBeVisible();
    found.push(await place.evaluate((element, name) => Number.parseFloat(getComputedStyle(element).getPropertyValue(name)), property));
  }
  return found;
}

test('compact shortens the dashboard’s own distances by a fifth, as it does all others, and leaves a thumb its 44 px', async ({
  page,
  house,
}) => {
  test.setTimeout(120_000);
  await enterAsOwner(page, house);
  expect(await distances(page)).toEqual(places.map(({ comfortable }) => comfortable));
  await page.evaluate(() => localStorage.setItem('density', 'compact'));
  await page.reload();
  const compact = await distances(page);
  for (const [index, { inner, comfortable }] of places.entries())
    expect([inner, compact[index]]).toEqual([inner, expect.closeTo(comfortable * 0.8, 1)]);
  const heightOf = async (target: string) => {
    const place = page.locator(target).first();
    await expect(place).toBeVisible();
    return [target, ((await place.boundingBox())?.height ?? 0) >= 44];
  };
  // The Security view is still open.
  for (const target of ['.bell', '.log-open button', '.log-tabs button']) expect(await heightOf(target)).toEqual([target, true]);
  await page.locator('.bell').click();
  expect(await heightOf('.bell-all')).toEqual(['.bell-all', true]);
});
