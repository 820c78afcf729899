import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Entry } from '../entries/entry.ts';
import { withoutHints } from '../entries/entry-hints.ts';
import { firstVersion, nextVersion } from '../entries/entry-history.ts';
import { sampleEntry } from '../export/entry-samples.ts';
import { type EntryChoice, planRestoredEntries, type RestoredEntry } from './restore-plan.ts';
import type { KnownEntry } from './twin-index.ts';

const nowMs = Date.UTC(2026, 0, 2);
const now = new Date(nowMs).toISOString();
const base = sampleEntry(1);

/** Few titles, passwords and states, so that entries are often alike. */
const entries = (prefix: string) =>
  fc
    .array(
      fc.record({
        title: fc.constantFrom('Bank', 'Mail'),
        password: fc.constantFrom('one', 'two', 'three'),
        favorite: fc.boolean(),
        isTrashed: fc.boolean(),
        id: fc.integer({ min: 0, max: 9 }),
      }),
      { maxLength: 7 },
    )
    .map((list): readonly KnownEntry[] => {
      const items = list.map(({ title, password, favorite, isTrashed, id }, index) => ({
        // Ids are shared between vault and backup now and then.
        id: id < 5 ? `shared-${id}` : `${prefix}-${index}`,
        entry: {
          details: { ...base.details, title, favorite, trashedAt: isTrashed ? '2025-12-01T00:00:00.000Z' : null },
          secrets: { ...base.secrets, password },
        },
      }));
      return [...new Map(items.map((item) => [item.id, item])).values()];
    });

const ids = (prefix: string) => {
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}-${count}`;
  };
};

/** The vault after the plan was written. */
function written(vault: readonly KnownEntry[], plan: readonly RestoredEntry[]): readonly KnownEntry[] {
  const after = new Map(vault.map(({ id, entry }) => [id, entry]));
  for (const item of plan) {
    const write = item.kind === 'equal' ? undefined : item.write;
    if (write === undefined) continue;
    const present = after.get(write.id);
    expect([write.kind, present === undefined]).toEqual([write.kind, write.kind === 'new']);
    after.set(write.id, present === undefined ? firstVersion(write.entry) : nextVersion(present, write.entry, now));
  }
  return [...after].map(([id, entry]) => ({ id, entry }));
}

const writesOf = (plan: readonly RestoredEntry[]) => plan.flatMap((item) => (item.kind === 'equal' ? [] : (item.write ?? [])));

test('into an empty vault every entry comes back under its own id, with history and dates, alike ones too', () => {
  fc.assert(
    fc.property(entries('b'), (backup) => {
      const after = written([], planRestoredEntries(backup, [], 'mine', nowMs, ids('n')));
      expect(after.map(({ id }) => id).toSorted()).toEqual(backup.map(({ id }) => id).toSorted());
      for (const { id, entry } of after) {
        const before = backup.find((item) => item.id === id)?.entry;
        expect(entry.secrets).toEqual(before?.secrets);
        expect({ ...withoutHints(entry.details), trashedAt: null }).toEqual({ ...before?.details, trashedAt: null });
        expect(entry.details.trashedAt !== null).toBe(before?.details.trashedAt !== null);
      }
    }),
  );
});

test('whatever the vault holds and whatever was chosen, restoring again writes nothing', () => {
  fc.assert(
    fc.property(entries('b'), entries('v'), fc.constantFrom<EntryChoice>('mine', 'theirs', 'both'), (backup, vault, choice) => {
      const once = written(vault, planRestoredEntries(backup, vault, choice, nowMs, ids('n')));
      expect(writesOf(planRestoredEntries(backup, once, choice, nowMs, ids('m')))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('no entry of the vault is changed or lost unless the backup’s were chosen', () => {
  fc.assert(
    fc.property(entries('b'), entries('v'), fc.constantFrom<EntryChoice>('mine', 'both'), (backup, vault, choice) => {
      const after = new Map(
        written(vault, planRestoredEntries(backup, vault, choice, nowMs, ids('n'))).map(({ id, entry }) => [id, entry]),
      );
      for (const { id, entry } of vault) expect(after.get(id)).toEqual(entry);
    }),
  );
});

test('what the backup’s replace stays in the history, and no entry is written twice', () => {
  fc.assert(
    fc.property(entries('b'), entries('v'), (backup, vault) => {
      const plan = planRestoredEntries(backup, vault, 'theirs', nowMs, ids('n'));
      expect(new Set(writesOf(plan).map(({ id }) => id)).size).toBe(writesOf(plan).length);
      const after = new Map(written(vault, plan).map(({ id, entry }) => [id, entry]));
      const passwordsOf = ({ secrets }: Entry) => [secrets.password, ...secrets.history.map((old) => old.secrets.password)];
      for (const { id, entry } of vault) {
        const held = after.get(id);
        expect(held === undefined ? [] : passwordsOf(held)).toContain(entry.secrets.password);
      }
    }),
  );
});

test('an entry under the same id with another password is asked about, and one without news is not', () => {
  const other: Entry = { ...base, secrets: { ...base.secrets, password: 'another' } };
  const planOf = (entry: Entry) => planRestoredEntries([{ id: 'a', entry }], [{ id: 'a', entry: base }], 'theirs', nowMs, ids('n'));
  expect(planOf(base)).toEqual([{ id: 'a', title: base.details.title, kind: 'equal' }]);
  expect(planOf(other)).toMatchObject([
    { kind: 'different', write: { kind: 'changed', id: 'a', entry: { secrets: { password: 'another' } } } },
  ]);
});

test('a backup brings no origin to an entry that is there, and takes none of its own away', () => {
  const sentTo = (origins: readonly string[] | undefined, password: string): Entry => ({
    ...base,
    secrets: { ...base.secrets, password, ...(origins === undefined ? {} : { origins }) },
  });
  for (const mine of [undefined, ['https://mine.example']]) {
    const backup = [{ id: 'a', entry: sentTo(['https://evil.example'], 'another') }];
    const plan = planRestoredEntries(backup, [{ id: 'a', entry: sentTo(mine, 'one') }], 'theirs', nowMs, ids('n'));
    expect(writesOf(plan).map(({ entry }) => [entry.secrets.password, entry.secrets.origins])).toEqual([['another', mine]]);
  }
});
