import fc from 'fast-check';
import { expect, test } from 'vitest';
import { askAgainMs, isWorthAsking, momentMs } from './reach.ts';

/** When a caller that would ask at each of these moments does ask, where nothing answers from the first on. */
function askedOf(moments: readonly number[], silentSinceMs: number): readonly number[] {
  const asked: number[] = [];
  for (const nowMs of moments) if (isWorthAsking({ nowMs, silentSinceMs, askedAtMs: asked.at(-1) })) asked.push(nowMs);
  return asked;
}

const moments = fc
  .array(fc.integer({ min: 0, max: 600_000 }), { minLength: 1, maxLength: 200 })
  .map((some) => some.toSorted((a, b) => a - b));

test('a server that has been silent for more than a moment is asked the same once a minute at the most, whenever its callers would', () => {
  fc.assert(
    fc.property(moments, (some) => {
      const late = askedOf(some, 0).filter((atMs) => atMs >= momentMs);
      for (const [index, atMs] of late.entries()) if (index > 0) expect(atMs - (late[index - 1] ?? 0)).toBeGreaterThanOrEqual(askAgainMs);
    }),
  );
});

test('whoever would ask a minute after the last time does ask, and so does whoever asks first, or asks a server that answers', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.nat(), (silentSinceMs, askedAtMs, laterMs) => {
      expect(isWorthAsking({ nowMs: askedAtMs + askAgainMs + laterMs, silentSinceMs, askedAtMs })).toBe(true);
      expect(isWorthAsking({ nowMs: laterMs, silentSinceMs, askedAtMs: undefined })).toBe(true);
      expect(isWorthAsking({ nowMs: laterMs, silentSinceMs: undefined, askedAtMs })).toBe(true);
    }),
  );
});

test('within a moment everything may be asked again, and a clock that was set back holds up nothing', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 0, max: momentMs - 1 }), fc.nat(), (silentSinceMs, sinceMs, askedAtMs) => {
      expect(isWorthAsking({ nowMs: silentSinceMs + sinceMs, silentSinceMs, askedAtMs })).toBe(true);
      expect(isWorthAsking({ nowMs: askedAtMs - 1, silentSinceMs, askedAtMs })).toBe(true);
    }),
  );
});
