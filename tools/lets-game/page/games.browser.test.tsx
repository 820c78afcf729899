import { counterfeit } from '@castellan/games/counterfeit';
import { formatReplay } from '@castellan/games/replay-text';
import { snake } from '@castellan/games/snake';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { hashAt, knownCounterfeit, knownHashes, knownSnake } from '../../../packages/games/tests/known-games.ts';
import { accessibilityFaults } from '../../../web/app/testing/axe-findings.ts';
import { startFakeBackend } from '../../../web/app/testing/fake-backend.ts';
import { openSitePage } from '../../../web/app/testing/open-site-page.tsx';
import { click, counted, fill, seen } from '../../../web/app/testing/steps.ts';

test.each([30, 60, 144])('in this browser, at %i pictures a second, the known games have the hashes that Node has', (hertz) => {
  expect(hashAt(snake, knownSnake(), hertz)).toBe(knownHashes.snake);
  expect(hashAt(counterfeit, knownCounterfeit(), hertz)).toBe(knownHashes.counterfeit);
});

/** Starts Snake without a clock, with no rosette above where it begins: a game of chance now and then has one there, which is eaten. */
async function playSteps() {
  const random = crypto.getRandomValues.bind(crypto);
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((numbers) => (numbers instanceof Uint32Array ? numbers.fill(1) : random(numbers)));
  await page.getByLabelText('Mode').selectOptions('walls-steps');
  await click('Play');
  await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('application');
}

test('Snake without a clock is played by single presses, says where it is, and ends with why', async () => {
  await openSitePage('/snake-game');
  await playSteps();
  await userEvent.keyboard('{ArrowUp}');
  // Said to screen readers alone.
  await counted(page.getByRole('status').filter({ hasText: /Column 7, row 7\. Rosette .*free ahead/ }), 1);
  for (let press = 0; press < 7; press += 1) await userEvent.keyboard('w');
  await seen(page.getByText('The line ran off the plate.', { exact: true }));
});

test('a game pauses when its window loses the focus, and goes on by a key', async () => {
  await openSitePage('/space-invaders');
  await click('Play');
  await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('application');
  window.dispatchEvent(new Event('blur'));
  await seen(page.getByRole('heading', { name: 'Paused' }));
  await userEvent.keyboard('p');
  await expect.poll(() => page.getByRole('heading', { name: 'Paused' }).elements().length).toBe(0);
});

test('a linked replay is verified and watched; one that was cut, and one of another game, are refused with the reason', async () => {
  const text = formatReplay(knownCounterfeit());
  if (!text.ok) throw new Error(text.failure.code);
  await openSitePage(`/space-invaders#replay=${text.value}`);
  await seen(page.getByText('Verified: 260 points'));
  await seen(page.getByText(knownHashes.counterfeit));
  await click('Watch the replay');
  await seen(page.getByRole('button', { name: 'Speed 1×' }));
  await openSitePage(`/snake-game#replay=${text.value}`);
  await seen(page.getByText('Not verified. This replay is of another game.'));
  await openSitePage(`/space-invaders#replay=${text.value.slice(0, -9)}`);
  await seen(page.getByText(/Not verified\. This replay was cut or changed/));
});

test('what was played is a best of the arcade, where it can be watched, and the arcade verifies links', async () => {
  localStorage.setItem(
    'game_bests',
    JSON.stringify([{ game: 'counterfeit', mode: 'classic', score: 260, day: '2026-11-22', replay: 'AQ' }]),
  );
  await openSitePage('/lets-game');
  await seen(page.getByRole('link', { name: 'Watch Counterfeit, 260 points' }));
  await fill('Link to a replay', 'https://example.org/snake-game#replay=zzz');
  await click('Verify');
  await seen(page.getByText('Not verified. This link holds no replay.'));
});

test('the board shows the scores to beat, and leads to the game behind one; while it cannot be had that is said', async () => {
  const text = formatReplay(knownCounterfeit());
  const backend = startFakeBackend();
  const [id, day] = ['6f1c2b9e-0000-4000-8000-000000000001', '2026-11-22'];
  backend.on('GET /functions/v1/game-board', () => ({
    json: { scores: [{ id, game: 'counterfeit', mode: 'classic', score: 260, day }] },
  }));
  backend.on('GET /functions/v1/game-replay', () => ({ json: { replay: text.ok ? text.value : '' } }));
  await openSitePage('/lets-game');
  await click('Watch Counterfeit, 260 points');
  await seen(page.getByText('Verified: 260 points'));
  backend.on('GET /functions/v1/game-board', () => ({ status: 503, json: {} }));
  await openSitePage('/lets-game');
  await seen(page.getByText('The board could not be fetched. The games work without it.'));
});

test('a key is given to an action, and sound stays off until it is wanted', async () => {
  await openSitePage('/lets-game');
  await expect.element(page.getByRole('checkbox', { name: 'Sound' })).not.toBeChecked();
  await click('Change the key for Strike');
  await userEvent.keyboard('x');
  await expect.poll(() => localStorage.getItem('game_keys')).toContain('"strike":["KeyX"]');
});

test('axe finds nothing on the three pages, in both themes and at both widths, with a game over and the settings open', async () => {
  for (const path of ['/lets-game', '/space-invaders', '/snake-game']) {
    await openSitePage(path);
    expect(await accessibilityFaults(path)).toEqual([]);
  }
  await playSteps();
  for (let press = 0; press < 8; press += 1) await userEvent.keyboard('{ArrowUp}');
  await seen(page.getByRole('heading', { name: '0 points' }));
  expect(await accessibilityFaults('a game over')).toEqual([]);
  await click('Settings');
  await seen(page.getByRole('dialog'));
  expect(await accessibilityFaults('settings')).toEqual([]);
});
