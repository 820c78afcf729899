import { expect, test } from 'vitest';
import { decideScene, type SceneFacts } from './scene-gate.ts';

const visitor: SceneFacts = { reducedMotion: false, saveData: false, canDrawInWorker: true, automated: false, asked: false };

test('a visitor with nothing against it gets the scene, on graphics hardware only', () => {
  expect(decideScene(visitor)).toBe('on-graphics-hardware');
});

test.each([{ reducedMotion: true }, { saveData: true }, { canDrawInWorker: false }])('%j keeps the picture, whoever asks', (reason) => {
  expect(decideScene({ ...visitor, ...reason })).toBe('still');
  expect(decideScene({ ...visitor, ...reason, automated: true, asked: true })).toBe('still');
});

test("a link cannot force software drawing in a visitor's browser", () => {
  expect(decideScene({ ...visitor, asked: true })).toBe('on-graphics-hardware');
});

test('a test may force it, and is treated as a visitor where it does not ask', () => {
  expect(decideScene({ ...visitor, automated: true, asked: true })).toBe('on-any-renderer');
  expect(decideScene({ ...visitor, automated: true })).toBe('on-graphics-hardware');
});
