import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Row } from './exported-tables.ts';
import { pairTwins, twinColumnsOf, twinGroups, withoutIdentity } from './same-row.ts';

const columns = twinColumnsOf('wishes') ?? [];

/** Few titles and addresses, so that twins are common; some in the trash. */
const wishes = fc
  .array(
    fc.record({
      title: fc.constantFrom('A lamp', 'A book'),
      url: fc.constantFrom(null, 'https://shop.example/'),
      created_at: fc.constantFrom('2026-01-01T00:00:00+00:00', '2026-02-01T00:00:00+00:00'),
      deleted_at: fc.constantFrom(null, '2026-03-01T00:00:00+00:00'),
    }),
    { maxLength: 12 },
  )
  .map((rows): readonly Row[] => rows);

const named = (rows: readonly Row[], prefix: string): readonly Row[] => rows.map((row, index) => ({ ...row, id: `${prefix}${index}` }));

/** What a restore leaves behind that adds each row of the file that has no twin. */
function restored(ofFile: readonly Row[], present: readonly Row[]): readonly Row[] {
  const ids = new Set(present.map(({ id }) => id));
  const unpaired = ofFile.filter(({ id }) => !ids.has(id));
  const idsOfFile = new Set(ofFile.map(({ id }) => id));
  const pairs = pairTwins(
    unpaired,
    present.filter(({ id }) => !idsOfFile.has(id)),
    columns,
  );
  return [...present, ...unpaired.filter((row) => !pairs.has(row))];
}

test('whatever is there, a restore adds as many of a kind as are lacking, and a second one adds nothing', () => {
  fc.assert(
    fc.property(wishes, wishes, (file, there) => {
      const [ofFile, present] = [named(file, 'f'), named(there, 'p')];
      const once = restored(ofFile, present);
      const countsOf = (rows: readonly Row[]) =>
        new Map(twinGroups(rows, columns).map((group) => [`${group[0]?.['title']} ${group[0]?.['url']}`, group.length]));
      const [wanted, before] = [countsOf(ofFile), countsOf(present)];
      for (const [kind, count] of countsOf(once)) expect(count).toBe(Math.max(wanted.get(kind) ?? 0, before.get(kind) ?? 0));
      expect(restored(ofFile, once)).toEqual(once);
    }),
  );
});

test('each row is a twin once, a living one before one in the trash', () => {
  fc.assert(
    fc.property(wishes, wishes, (file, there) => {
      const present = named(there, 'p');
      const pairs = pairTwins(named(file, 'f'), present, columns);
      expect(new Set(pairs.values()).size).toBe(pairs.size);
      for (const [row, twin] of pairs) {
        expect([twin['title'], twin['url']]).toEqual([row['title'], row['url']]);
        const isFree = ({ id, title, url, deleted_at }: Row) =>
          title === row['title'] && url === row['url'] && deleted_at === null && ![...pairs.values()].some((taken) => taken['id'] === id);
        if (twin['deleted_at'] !== null) expect(present.some(isFree)).toBe(false);
      }
    }),
  );
});

test('rows that could be twins stay together, and none is lost', () => {
  fc.assert(
    fc.property(wishes, (rows) => {
      const groups = twinGroups(named(rows, 'f'), columns);
      expect(groups.flat()).toHaveLength(rows.length);
      expect(new Set(groups.map(([first]) => `${first?.['title']} ${first?.['url']}`)).size).toBe(groups.length);
    }),
  );
});

test('a twin is compared without its id and its moment of creation', () => {
  expect(withoutIdentity({ id: 'a', created_at: 'now', title: 'A lamp' })).toEqual({ title: 'A lamp' });
  expect(twinColumnsOf('tasks')).toBeUndefined();
});
