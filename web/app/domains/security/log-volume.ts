import type { LogSummary } from './security-log.ts';

/** A stretch of the log's time with what was written in it. */
export type VolumeBin = { readonly fromMs: number; readonly toMs: number; readonly entries: number; readonly failed: number };

const hourMs = 3_600_000;

/** The ruler shows 14 days in ticks of 4 hours. */
export const volumeRuler = { days: 14, binMs: 4 * hourMs, bins: 84 } as const;

/** From when on the volume is asked for, so that its buckets are the ruler's ticks. */
export function volumeFromMs(nowMs: number): number {
  return Math.floor(nowMs / hourMs) * hourMs + hourMs - volumeRuler.bins * volumeRuler.binMs;
}

/** The summary's buckets as the ruler's ticks, the oldest first; of a young log the buckets are shorter than a tick. */
export function binVolume({ spanToMs, buckets }: Pick<LogSummary, 'spanToMs' | 'buckets'>): readonly VolumeBin[] {
  const startMs = spanToMs - volumeRuler.bins * volumeRuler.binMs;
  const bins = Array.from({ length: volumeRuler.bins }, (_, index) => ({
    fromMs: startMs + index * volumeRuler.binMs,
    toMs: startMs + (index + 1) * volumeRuler.binMs,
    entries: 0,
    failed: 0,
  }));
  for (const { atMs, entries, failed } of buckets) {
    const bin = bins[Math.floor((atMs - startMs) / volumeRuler.binMs)];
    if (bin === undefined) continue;
    bin.entries += entries;
    bin.failed += failed;
  }
  return bins;
}
