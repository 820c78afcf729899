import { formatReplay } from '@castellan/games/replay-text';
import { knownCounterfeit, knownHashes, knownSnake } from '../../packages/games/tests/known-games.ts';
import { expect, test, untilAnswering } from './test-app.ts';

// Visitors who leave nothing behind.
test.use({ isShared: true });

test('/snake-game: a game is played to its end, and the link to it proves its score in another tab', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/snake-game');
  await untilAnswering(page);
  await page.getByLabel('Kind').selectOption('walls-steps');
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
