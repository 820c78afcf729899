import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backupName, findOldBackups, type Keep, madeAtOf, parseKeep } from './backup-names.ts';

const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-12-31'), noInvalidDate: true });
const some = fc.uniqueArray(moments, { maxLength: 60, selector: backupName });
const keeps = fc
  .record({ days: fc.nat(10), weeks: fc.nat(6), months: fc.nat(14) })
  .filter(({ days, weeks, months }) => days + weeks + months > 0);

const kept = (names: readonly string[], keep: Keep) => {
  const old = new Set(findOldBackups(names, keep));
  return names.filter((name) => !old.has(name));
};

test('a name tells when the backup was made, to the second, and nothing else is taken for one', () => {
  fc.assert(
    fc.property(moments, (moment) => {
      expect(madeAtOf(backupName(moment))?.getTime()).toBe(Math.floor(moment.getTime() / 1000) * 1000);
    }),
  );
  for (const name of [
    '',
    'castellan.tar.age',
    'castellan-2026-13-01T00-00-00Z.tar.age',
    'castellan-2026-11-27T03-00-00Z.tar.age.part',
    'notes.txt',
  ])
    expect(madeAtOf(name)).toBeUndefined();
});

test('the newest backup always stays, whatever else is in the folder is left alone, and order does not count', () => {
  fc.assert(
    fc.property(some, keeps, fc.array(fc.string()), (dates, keep, strange) => {
      const names = dates.map(backupName);
      const old = findOldBackups([...strange, ...names], keep);
      const newest = names.toSorted().at(-1);
      expect(old.every((name) => names.includes(name) && name !== newest)).toBe(true);
      expect(findOldBackups(names.toReversed(), keep).toSorted()).toEqual([...old].toSorted());
    }),
  );
});

test('of each of the last days, weeks and months that have one, the newest stays; and no more than that', () => {
  fc.assert(
    fc.property(some, keeps, (dates, keep) => {
      const names = dates.map(backupName);
      const left = kept(names, keep);
      expect(left.length).toBeLessThanOrEqual(Math.max(1, keep.days + keep.weeks + keep.months));
      const days = [...new Set(names.map((name) => name.slice(10, 20)))].toSorted().reverse();
      for (const day of days.slice(0, keep.days)) {
        const newestOfDay = names
          .filter((name) => name.slice(10, 20) === day)
          .toSorted()
          .at(-1);
        expect(left).toContain(newestOfDay);
      }
      // What was kept once is kept again: a second run deletes nothing.
      expect(kept(left, keep)).toEqual(left);
    }),
  );
});

test('a year of daily backups with 7,4,12 leaves seven days, four weeks and twelve months', () => {
  const names = Array.from({ length: 365 }, (_, day) => backupName(new Date(Date.UTC(2026, 0, 1 + day, 3))));
  const left = kept(names, { days: 7, weeks: 4, months: 12 });
  expect(left.map((name) => name.slice(10, 20))).toEqual(
    [
      ...['01-31', '02-28', '03-31', '04-30', '05-31', '06-30', '07-31', '08-31', '09-30', '10-31', '11-30'],
      ...['12-13', '12-20', '12-25', '12-26', '12-27', '12-28', '12-29', '12-30', '12-31'],
    ].map((day) => `2026-${day}`),
  );
});

test('three numbers are read, and nothing else', () => {
  expect(parseKeep('7,4,12')).toEqual({ days: 7, weeks: 4, months: 12 });
  for (const text of ['', '7', '7,4', '7,4,12,1', '-1,4,12', '0,0,0', '7, 4, 12', 'a,b,c', '1e3,1,1'])
    expect(parseKeep(text)).toBeUndefined();
});
