import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daysKept, keptVersions, maxTotalBytes, newestKept, type StoredVersion } from './kept-versions.ts';

const startMs = Date.UTC(2026, 0, 1);
const dayMs = 86_400_000;

/** Replacements with so many milliseconds between them. */
function storedAt(gaps: readonly number[], bytes = 100): readonly StoredVersion[] {
  let nowMs = startMs;
  return gaps.map((gap, at) => {
    nowMs += gap + 1;
    const time = new Date(nowMs).toISOString().replace(/[-:.]/g, '');
    return { id: `${time}-${String(at).padStart(16, '0')}`, bytes };
  });
}

const dayOf = ({ id }: StoredVersion) => id.slice(0, 8);

/** What lies on the disk after each of these was kept in turn. */
function afterEach(versions: readonly StoredVersion[]): readonly StoredVersion[] {
  let lying: readonly StoredVersion[] = [];
  for (const version of versions) {
    const all = [...lying, version];
    const kept = keptVersions(all);
    lying = all.filter(({ id }) => kept.has(id));
  }
  return lying;
}

const gaps = fc.array(fc.oneof(fc.integer({ min: 0, max: 3_600_000 }), fc.integer({ min: 0, max: 5 * dayMs })), {
  minLength: 1,
  maxLength: 250,
});

test('however it is saved, the first, the newest twenty, and what each of ninety days began with are kept, and little else', () => {
  fc.assert(
    fc.property(gaps, (some) => {
      const versions = storedAt(some);
      const left = afterEach(versions);
      const ids = new Set(left.map(({ id }) => id));
      expect(ids.has(versions[0]?.id ?? '')).toBe(true);
      for (const { id } of versions.slice(-newestKept)) expect(ids.has(id)).toBe(true);
      const days = [...new Set(versions.map(dayOf))].slice(-daysKept);
      for (const day of days) expect(ids.has(versions.find((version) => dayOf(version) === day)?.id ?? '')).toBe(true);
      expect(left.length).toBeLessThanOrEqual(1 + newestKept + daysKept);
    }),
    { numRuns: 60 },
  );
});

test('a hundred saves in an hour leave what stood the evening before, and the states of the days before it', () => {
  const days = storedAt(Array.from({ length: 10 }, () => dayMs));
  const attack = storedAt([...Array.from({ length: 10 }, () => dayMs), dayMs, ...Array.from({ length: 99 }, () => 1000)]).slice(10);
  const ids = new Set(afterEach([...days, ...attack]).map(({ id }) => id));
  for (const { id } of [...days, ...attack.slice(0, 1)]) expect(ids.has(id)).toBe(true);
});

test('the disk is bounded: of large files fewer are kept, the first and the newest in any case', () => {
  fc.assert(
    fc.property(gaps, fc.integer({ min: 1, max: 30_000_000 }), (some, bytes) => {
      const versions = storedAt(some, bytes);
      const left = afterEach(versions);
      expect(left.length <= 2 || left.reduce((sum, version) => sum + version.bytes, 0) <= maxTotalBytes).toBe(true);
      expect(left[0]).toEqual(versions[0]);
      expect(left.at(-1)).toEqual(versions.at(-1));
    }),
    { numRuns: 60 },
  );
});
