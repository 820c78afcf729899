import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hamiltonianPress } from '../../tests/hamiltonian-bot.ts';
import { hashAt, knownCounterfeit, knownHashes, knownSnake } from '../../tests/known-games.ts';
import { counterfeit } from '../counterfeit/counterfeit.ts';
import { snake } from '../snake/snake.ts';
import { createRecorder, maxReplaySteps, type Replay, stepsOf } from './replay.ts';
import { formatReplay, parseReplay } from './replay-text.ts';
import { verifyReplay } from './verify-replay.ts';

/** A game of Snake as its bot plays it, until it ends or so many steps were made. */
function playedBySteps(maxSteps: number, mode = 'walls-steps'): Replay {
  const recorder = createRecorder();
  let state = snake.start(99, mode);
  for (let steps = 0; steps < maxSteps && !snake.hasEnded(state); steps += 1) {
    const input = hamiltonianPress(state);
    recorder.note(input);
    state = snake.step(state, input);
  }
  return { game: 'snake', engine: 1, mode, seed: 99, runs: recorder.runs(), score: state.score };
}

/** A short game: straight into the wall. */
const crash: Replay = { game: 'snake', engine: 1, mode: 'walls', seed: 5, runs: [{ input: 0, steps: 120 }], score: 0 };

function textOf(replay: Replay): string {
  const formatted = formatReplay(replay);
  if (!formatted.ok) throw new Error(formatted.failure.code);
  return formatted.value;
}

test('a full board is one replay: it fits, comes back as it was, and proves its score', () => {
  const replay = playedBySteps(maxReplaySteps);
  const text = textOf(replay);
  expect(parseReplay(text)).toEqual({ ok: true, value: replay });
  expect(verifyReplay(text)).toMatchObject({ ok: true, value: { score: 247, steps: stepsOf(replay) } });
});

test.each([
  ['more points than the inputs came to', { ...crash, score: 12 }, { code: 'other_score', claimed: 12, score: 0 }],
  ['inputs that end before the game does', { ...crash, runs: [{ input: 0, steps: 30 }] }, { code: 'not_ended', steps: 30 }],
  ['inputs that go on after its end', { ...crash, runs: [{ input: 0, steps: 4000 }] }, { code: 'goes_on_after_the_end', steps: 120 }],
  ['rules of another version', { ...crash, engine: 9 }, { code: 'other_engine', engine: 9 }],
  ['a kind that the game has not', { ...crash, mode: 'classic' }, { code: 'unknown_mode' }],
] as const)('a replay with %s is refused with that reason', (_, replay, failure) => {
  expect(verifyReplay(textOf(replay))).toEqual({ ok: false, failure });
});

test('a replay that was cut or changed anywhere is refused before it is played', () => {
  const text = textOf(crash);
  for (let length = 0; length < text.length; length += 1) expect(verifyReplay(text.slice(0, length)).ok).toBe(false);
  for (let at = 0; at < text.length; at += 1) {
    const changed = text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
    expect(verifyReplay(changed)).toMatchObject({ ok: false, failure: { code: expect.stringMatching(/^(damaged|not_a_replay)$/) } });
  }
});

test('a game without an end, and one that is too large, are refused without being played', () => {
  expect(formatReplay({ ...crash, runs: [{ input: 0, steps: maxReplaySteps + 1 }] })).toEqual({ ok: false, failure: { code: 'too_long' } });
  expect(verifyReplay('A'.repeat(90_000))).toEqual({ ok: false, failure: { code: 'too_large' } });
  const recorder = createRecorder();
  for (let step = 0; step < maxReplaySteps + 500; step += 1) recorder.note(0);
  expect(stepsOf({ runs: recorder.runs() })).toBe(maxReplaySteps + 1);
});

test('whatever text comes, the answer is a reason and never a fault', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => !verifyReplay(text).ok));
});

test.each([30, 60, 144])('shown at %i pictures a second the known games take the same way', (hertz) => {
  expect(hashAt(snake, knownSnake(), hertz)).toBe(knownHashes.snake);
  expect(hashAt(counterfeit, knownCounterfeit(), hertz)).toBe(knownHashes.counterfeit);
});

test('a known game of Counterfeit proves its score, with the hash that it has everywhere', () => {
  const replay = knownCounterfeit();
  expect(verifyReplay(textOf(replay))).toMatchObject({ ok: true, value: { score: replay.score, hash: knownHashes.counterfeit } });
  expect(replay.score).toBeGreaterThan(0);
});
