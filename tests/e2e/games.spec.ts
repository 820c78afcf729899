import { formatReplay } from '@castellan/games/replay-text';
import type { Locator, Page } from '@playwright/test';
import { knownCounterfeit, knownHashes, knownSnake } from '../../packages/games/tests/known-games.ts';
import { expect, test, untilAnswering } from './test-app.ts';

// Visitors who leave nothing behind.
test.use({ isShared: true });

test('/snake-game: a game is played to its end, and the link to it proves its score in another tab', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/snake-game');
  await untilAnswering(page);
  await page.getByLabel('Mode').selectOption('walls-steps');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByRole('application')).toBeFocused();
  for (let press = 0; press < 8; press += 1) await page.keyboard.press('ArrowUp');
  await expect(page.getByText('The line ran off the plate.', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Copy the link to this game' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByText(/^Verified: \d+ points?$/)).toBeVisible();
  await other.goto(`${link.slice(0, -4)}AAAA`);
  await expect(other.getByText(/^Not verified\./)).toBeVisible();
});

test('/space-invaders: a game of Node’s has the same hash here, and is watched to its end', async ({ page }) => {
  const text = formatReplay(knownCounterfeit());
  expect(text.ok).toBe(true);
  await page.goto(`/space-invaders#replay=${text.ok ? text.value : ''}`);
  await untilAnswering(page);
  await expect(page.getByText(knownHashes.counterfeit)).toBeVisible();
  await page.getByRole('button', { name: 'Watch the replay' }).click();
  await page.getByRole('button', { name: 'Speed 1×' }).click();
  await page.getByRole('button', { name: 'Speed 4×' }).click();
  await expect(page.getByRole('heading', { name: '260 points' })).toBeVisible();
});

test('/lets-game: a card leads to its game with the day’s seed, and a replay is verified', async ({ page }) => {
  const replay = knownSnake();
  const text = formatReplay({ ...replay, score: replay.score + 1 });
  await page.goto('/lets-game');
  await untilAnswering(page);
  await page.getByLabel('Link to a replay').fill(`#replay=${text.ok ? text.value : ''}`);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText(/^Not verified\. The inputs end after 3600 steps/)).toBeVisible();
  await page.getByRole('link', { name: 'Play today’s seed of Snake' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Snake' })).toBeVisible();
  await expect(page.getByLabel('Seed')).toHaveValue('daily');
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  for (const path of ['/snake-game', '/space-invaders'])
    test(`${path}: the field takes the whole screen while it is played, and the page is back when it pauses`, async ({ page }) => {
      for (const [width, height] of [
        [390, 844],
        [360, 640],
        [844, 390],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.goto(path);
        await untilAnswering(page);
        // No clock ends it while it is looked at.
        if (path === '/snake-game') await page.getByLabel('Mode').selectOption('walls-steps');
        await page.getByRole('button', { name: 'Play', exact: true }).tap();
        await expect(page.getByRole('application')).toBeFocused();
        await expect(page.getByRole('banner')).toBeHidden();
        await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
        // The buttons of the game come a picture after the field has the focus.
        await expect.poll(() => page.getByRole('button').count()).toBeGreaterThan(3);
        const field = await boxOf(page.locator('canvas'));
        const isLying = width > height;
        // Lying down a field of its shape is at most as high as the screen.
        expect(Math.abs(isLying ? height - field.height : width - field.width)).toBeLessThanOrEqual(2);
        for (const button of await page.getByRole('button').all()) {
          const box = await boxOf(button);
          expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
          expect(overlap(box, field)).toBe(false);
          expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height).toBe(true);
        }
        const view = () => page.evaluate(() => [scrollY, visualViewport?.scale]);
        const before = await view();
        await swipeUp(page);
        expect(await view()).toEqual(before);
        if (isLying) await page.keyboard.press('Escape');
        else await page.getByRole('button', { name: 'Pause' }).tap();
        await expect(page.getByRole('heading', { name: 'Paused' })).toBeVisible();
        await expect(page.getByRole('banner')).toBeVisible();
        await expect(page.getByRole('application')).toBeFocused();
      }
    });
});

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('it is not shown');
  return box;
}

function overlap(one: Box, other: Box): boolean {
  return one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;
}

/** A finger that goes up the middle of the screen, as far as would scroll a page. */
async function swipeUp(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const session = await page.context().newCDPSession(page);
  const at = (share: number) => [{ x: width / 2, y: height * share }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0.6) });
  for (const share of [0.5, 0.4, 0.3, 0.2]) await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(share) });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
