import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { openLawDatabase } from '../../supabase/tests/law-database.ts';
import { countInDatabase } from '../functions/guesses.ts';
import { createSqlRows } from '../rows/sql-rows.ts';
import { countAtProject } from './project-guesses.ts';

const { auth, machine, drop } = await openLawDatabase();
afterAll(drop);
const rows = createSqlRows(machine);

/** Two servers at a project and one with a database of its own, over one clock. */
function make() {
  const time = { nowMs: 1_000_000_000_000 };
  const clock = { nowMs: () => time.nowMs };
  return {
    time,
    kind: randomUUID(),
    one: countAtProject(rows, clock),
    other: countAtProject(rows, clock),
    own: countInDatabase(auth, clock),
  };
}

const step = fc.record({
  key: fc.constantFrom('a', 'b'),
  does: fc.constantFrom('reserve', 'reserve', 'reserve', 'giveBack', 'succeed'),
  ms: fc.integer({ min: -500, max: 4000 }),
});

test('whatever is tried in whatever order, a project’s count answers as that of a database of our own', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const { time, kind, one, own } = make();
      const rules = { freeAttempts: 2, baseMs: 1000, maximumMs: 4000, forgetMs: 20_000, capacity: 100 };
      const window = { limit: 2, windowMs: 5000, capacity: 100 };
      const backOffs = [one, own].map((guesses) => guesses.backOff(kind, rules));
      const windows = [one, own].map((guesses) => guesses.window(`w ${kind}`, window));
      for (const { key, does, ms } of steps) {
        time.nowMs += ms;
        const answers = await Promise.all([
          ...backOffs.map((backOff) => backOff[does](key)),
          ...(does === 'succeed' ? [] : windows.map((counted) => counted[does](key))),
        ]);
        for (const pair of [0, 2]) expect(answers[pair]).toEqual(answers[pair + 1]);
      }
    }),
    { numRuns: 25 },
  );
});

test('of guesses made all at once at two servers no more than the free ones go through, and a restart forgets none', async () => {
  const { kind, one, other, own } = make();
  const rules = { freeAttempts: 5 };
  const servers = [one.backOff(kind, rules), other.backOff(kind, rules)] as const;
  const tried = await Promise.all(Array.from({ length: 20 }, (_, index) => servers[index % 2 === 0 ? 0 : 1].reserve('a')));
  expect(tried.filter(({ ok }) => ok)).toHaveLength(5);
  expect((await make().one.backOff(kind, rules).reserve('a')).ok).toBe(false);
  // Not the rows of the accounts' schema, which no project has.
  expect((await own.backOff(kind, rules).reserve('a')).ok).toBe(true);
});

test('strangers with many addresses fill no table, and do not wash out an address that guessed often', async () => {
  const { kind, one } = make();
  const backOff = one.backOff(kind, { freeAttempts: 1, capacity: 20 });
  const guessed = one.backOff(kind, { freeAttempts: 3, capacity: 20 });
  for (let attempt = 0; attempt < 3; attempt += 1) await guessed.reserve('guesser');
  for (let address = 0; address < 60; address += 1) await backOff.reserve(`address ${address}`);
  const { rows: counted } = await machine.query<{ count: number }>(
    'select count(*)::int as count from private.attempt_limits where kind = $1',
    [kind],
  );
  expect(counted[0]?.count).toBeLessThanOrEqual(21);
  expect((await guessed.reserve('guesser')).ok).toBe(false);
});
