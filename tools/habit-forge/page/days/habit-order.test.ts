import fc from 'fast-check';
import { expect, test } from 'vitest';
import { habitSchema } from '../habit-row.ts';
import type { Habit } from '../habits.ts';
import { editsOfMove, groupsOf } from './habit-order.ts';

const columns = { version: 0, created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z', deleted_at: null };

const habitLists = fc
  .array(
    fc.record({
      habit_group: fc.constantFrom(null, '', 'Body', 'Mind'),
      // Some equal, some without a number between them.
      position: fc.oneof(fc.integer({ min: -2, max: 2 }), fc.constantFrom(1, 1 + Number.EPSILON, 1e300)),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((given) => given.map((values, index) => habitSchema.parse({ ...columns, ...values, id: `h${index}`, name: `Habit ${index}` })));

const shown = (habits: readonly Habit[]) =>
  groupsOf(habits.map((habit) => ({ habit }))).map(({ rows }) => rows.map(({ habit }) => habit.id));

test('whatever the order is, a move changes places with the neighbour in the group and with nobody else', () => {
  fc.assert(
    fc.property(habitLists, fc.nat(), fc.constantFrom(-1 as const, 1 as const), (habits, pick, by) => {
      const { id } = habits[pick % habits.length] ?? { id: '' };
      const edits = editsOfMove(habits, id, by);
      const moved = habits.map((habit) => habitSchema.parse({ ...habit, ...edits.find((edit) => edit.id === habit.id)?.values }));
      for (const before of shown(habits)) {
        const after = shown(moved).find((group) => group.includes(before[0] ?? ''));
        const at = before.indexOf(id);
        const to = at + by;
        const wanted = [...before];
        if (at >= 0 && to >= 0 && to < before.length) wanted.splice(to, 0, ...wanted.splice(at, 1));
        expect(after).toEqual(wanted);
      }
    }),
  );
});
