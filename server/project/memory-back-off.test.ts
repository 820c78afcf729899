import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMemoryBackOff } from './memory-back-off.ts';

test('five attempts are free, then the wait doubles up to its longest, and a success forgets them', async () => {
  let nowMs = 1_000_000;
  const backOff = createMemoryBackOff({ nowMs: () => nowMs }, { maximumMs: 4000 });
  for (let attempt = 0; attempt < 5; attempt += 1) expect((await backOff.reserve('a')).ok).toBe(true);
  for (const waitSeconds of [1, 2, 4, 4]) {
    expect(await backOff.reserve('a')).toEqual({ ok: false, failure: { code: 'must_wait', waitSeconds } });
    expect((await backOff.reserve('b')).ok).toBe(true);
    nowMs += waitSeconds * 1000;
    expect((await backOff.reserve('a')).ok).toBe(true);
  }
  await backOff.succeed('a');
  expect((await backOff.reserve('a')).ok).toBe(true);
});

test('whatever is asked in whatever order, waits are whole seconds within their bounds, and no key waits that did not fail often enough', async () => {
  const step = fc.record({
    key: fc.constantFrom('a', 'b', 'c'),
    does: fc.constantFrom('reserve', 'giveBack', 'succeed'),
    ms: fc.integer({ min: -500, max: 4000 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      let nowMs = 1_000_000;
      const backOff = createMemoryBackOff({ nowMs: () => nowMs }, { freeAttempts: 3, capacity: 2, maximumMs: 8000 });
      const reserved = new Map<string, number>();
      for (const { key, does, ms } of steps) {
        nowMs += ms;
        if (does !== 'reserve') {
          await backOff[does as 'giveBack' | 'succeed'](key);
          continue;
        }
        const answer = await backOff.reserve(key);
        if (answer.ok) reserved.set(key, (reserved.get(key) ?? 0) + 1);
        else {
          expect(reserved.get(key) ?? 0).toBeGreaterThanOrEqual(3);
          expect(Number.isInteger(answer.failure.waitSeconds) && answer.failure.waitSeconds >= 1 && answer.failure.waitSeconds <= 8).toBe(
            true,
          );
        }
      }
    }),
  );
});
