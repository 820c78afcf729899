import { expect, test } from 'vitest';
import { binVolume, volumeFromMs, volumeRuler } from './log-volume.ts';

const hourMs = 3_600_000;
const nowMs = Date.parse('2026-11-22T12:34:56Z');
const spanToMs = Date.parse('2026-11-22T13:00:00Z');
const at = (hours: number, entries: number, failed = 0) => ({ atMs: spanToMs - hours * hourMs, entries, failed });

test('14 days are asked for that end with the present hour, in whole ticks', () => {
  expect(spanToMs - volumeFromMs(nowMs)).toBe(14 * 24 * hourMs);
  expect(volumeRuler.bins * volumeRuler.binMs).toBe(14 * 24 * hourMs);
});

test('shorter buckets are gathered into ticks, and what lies before the ruler is left out', () => {
  const bins = binVolume({ spanToMs, buckets: [at(400, 99), at(336, 1), at(4, 2, 1), at(1, 3, 1)] });
  expect(bins).toHaveLength(84);
  expect(bins[0]).toMatchObject({ fromMs: spanToMs - 336 * hourMs, entries: 1, failed: 0 });
  expect(bins.at(-1)).toEqual({ fromMs: spanToMs - 4 * hourMs, toMs: spanToMs, entries: 5, failed: 2 });
  expect(bins.reduce((sum, { entries }) => sum + entries, 0)).toBe(6);
});
