import { expect, test } from 'vitest';
import { type LogWrite, repeatsActivity, repeatsAuth, stillRecent } from './repeated-writes.ts';

const first: LogWrite = { type: 'app_activity', description: 'Opened notes', success: true, session: 's1', atMs: 100_000 };
const later = (afterMs: number, change: Partial<LogWrite> = {}): LogWrite => ({ ...first, atMs: first.atMs + afterMs, ...change });

test('the same activity is written again only after 15 seconds', () => {
  expect(repeatsActivity([first], later(0))).toBe(true);
  expect(repeatsActivity([first], later(14_999))).toBe(true);
  expect(repeatsActivity([first], later(15_000))).toBe(false);
});

test('another type, description or session is another activity', () => {
  expect(repeatsActivity([first], later(1, { type: 'game_activity' }))).toBe(false);
  expect(repeatsActivity([first], later(1, { description: 'Opened tasks' }))).toBe(false);
  expect(repeatsActivity([first], later(1, { session: 's2' }))).toBe(false);
});

test('the same authentication is written again only after 60 seconds, whatever its description', () => {
  expect(repeatsAuth([first], later(59_999, { description: 'another' }))).toBe(true);
  expect(repeatsAuth([first], later(60_000))).toBe(false);
});

test('another outcome is another authentication', () => {
  expect(repeatsAuth([first], later(1, { success: false }))).toBe(false);
});

test('a clock that was set back silences nothing', () => {
  expect(repeatsActivity([first], later(-1))).toBe(false);
  expect(repeatsAuth([first], later(-1))).toBe(false);
  expect(stillRecent([first], first.atMs - 1)).toEqual([]);
});

test('writes are remembered for as long as one may repeat them', () => {
  expect(stillRecent([first], first.atMs + 59_999)).toEqual([first]);
  expect(stillRecent([first], first.atMs + 60_000)).toEqual([]);
});
