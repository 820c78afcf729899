import { expect, test } from 'vitest';
import { fitBoard } from './fit-board.ts';
import { followSwipe } from './follow-swipe.ts';
import { bestOf, withScore } from './game-bests.ts';
import { actionOfKey, defaultKeys, keyLabel, withKey } from './game-keys.ts';
import { createPressedButtons } from './pressed-buttons.ts';
import { readGamepad } from './read-gamepad.ts';

test('of two quick turns each has a step of its own, in the order in which they were pressed', () => {
  const pressed = createPressedButtons('turns');
  pressed.press('up');
  pressed.press('left');
  expect([pressed.take(), pressed.take(), pressed.take()]).toEqual([1, 4, 0]);
});

test('a held button counts in every step, and a tap between two steps in one', () => {
  const pressed = createPressedButtons('held');
  pressed.press('left');
  pressed.press('strike');
  pressed.release('strike');
  expect([pressed.take(), pressed.take()]).toEqual([20, 4]);
  pressed.clear();
  expect(pressed.take()).toBe(0);
});

test.each([
  [[0.2, -0.2], []],
  [[-0.9, 0.4], ['left']],
  [[0.3, 0.8], ['down']],
] as const)('a stick at %j leans to %j', (axes, actions) => {
  expect(readGamepad({ axes, buttons: [] })).toEqual(actions);
});

test('the cross, the first button and the start button of a gamepad are understood', () => {
  const buttons = Array.from({ length: 16 }, (_, index) => ({ pressed: [0, 9, 12].includes(index) }));
  expect(readGamepad({ axes: [], buttons })).toEqual(['strike', 'pause', 'up']);
});

test('a finger turns once it went far enough, and may turn again without being lifted', () => {
  const start = { x: 0, y: 0 };
  expect(followSwipe(start, { x: 10, y: 10 })).toEqual({ turn: undefined, from: start });
  const first = followSwipe(start, { x: 4, y: -30 });
  expect(first.turn).toBe('up');
  expect(followSwipe(first.from, { x: 40, y: -30 }).turn).toBe('right');
});

test('a key that is given to an action is taken from the one that had it', () => {
  const keys = withKey(defaultKeys, 'strike', 'KeyW');
  expect([actionOfKey(keys, 'KeyW'), actionOfKey(keys, 'ArrowUp'), actionOfKey(keys, 'Space')]).toEqual(['strike', 'up', undefined]);
  expect([keyLabel('ArrowUp'), keyLabel('KeyW'), keyLabel('Space')]).toEqual(['Up', 'W', 'Space']);
});

test('only a higher score of the same mode takes the place of a best', () => {
  const best = { game: 'snake', mode: 'walls', score: 9, day: '2026-11-22', replay: '' } as const;
  const bests = withScore([], best);
  expect(withScore(bests, { ...best, score: 9 })).toBe(bests);
  expect(bestOf(withScore(bests, { ...best, score: 12 }), 'snake', 'walls')?.score).toBe(12);
  expect(withScore(bests, { ...best, mode: 'wrap', score: 1 })).toHaveLength(2);
  expect(withScore([], { ...best, score: 0 })).toEqual([]);
});

test.each([
  [358, 3, 19, 56],
  [840, 1, 19, 44],
  [10, 1, 19, 1],
])('in a room of %i px at %i device pixels each a board of %i units takes a whole number of them', (room, ratio, units, scale) => {
  expect(fitBoard(room, ratio, units)).toBe(scale);
});

test.each([
  [390, 1, 224, 390],
  [360, 3, 224, 1080],
  [100, 1, 224, 224],
])('on a small screen a board of %i px at %i device pixels each, %i units wide, is %i device pixels wide', (room, ratio, units, wide) => {
  expect(Math.round(fitBoard(room, ratio, units, true) * units)).toBe(wide);
});
