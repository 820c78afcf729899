import type { Edit } from '../../../../web/app/domains/records/collection-state.ts';
import { compareHabits, type Habit } from '../habits.ts';

/** Rows under the name of their group; `''` where they have none. */
export type HabitGroup<Row> = { readonly name: string; readonly rows: readonly Row[] };

/** Rows by group, in the owner's order: a group stands where its first habit does. */
export function groupsOf<Row extends { readonly habit: Habit }>(rows: readonly Row[]): readonly HabitGroup<Row>[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows.toSorted((one, other) => compareHabits(one.habit, other.habit))) {
    const name = row.habit.habit_group ?? '';
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [row]);
    else group.push(row);
  }
  return [...groups].map(([name, members]) => ({ name, rows: members }));
}

/**
 * What moves a habit one place up (-1) or down (1) within its group; nothing where it stands at that end. The habit alone is written
 * where a number fits between its new neighbours, else the whole group is numbered anew.
 */
export function editsOfMove(habits: readonly Habit[], id: string, by: -1 | 1): readonly Edit[] {
  const own = habits.find((habit) => habit.id === id);
  if (own === undefined) return [];
  const group = habits.filter(({ habit_group }) => (habit_group ?? '') === (own.habit_group ?? '')).toSorted(compareHabits);
  const to = group.indexOf(own) + by;
  if (to < 0 || to >= group.length) return [];
  const others = group.filter((habit) => habit !== own);
  const [before, after] = [others[to - 1], others[to]];
  const position = between(before?.position, after?.position);
  if (position !== undefined) return [{ kind: 'change', id, values: { position } }];
  // Beyond 2^52 a number plus one may be the same number: a group that far out is numbered anew from there.
  const first = Math.max(-(2 ** 52), Math.min(2 ** 52, ...group.map((habit) => habit.position)));
  return [...others.slice(0, to), own, ...others.slice(to)].map((habit, index) => ({
    kind: 'change',
    id: habit.id,
    values: { position: first + index },
  }));
}

/** A number strictly between two, of which either may be missing. */
function between(low: number | undefined, high: number | undefined): number | undefined {
  const middle = low === undefined ? (high ?? 0) - 1 : high === undefined ? low + 1 : (low + high) / 2;
  return (low === undefined || middle > low) && (high === undefined || middle < high) ? middle : undefined;
}
