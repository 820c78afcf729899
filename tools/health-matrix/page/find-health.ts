import { fold } from '../../../web/app/domains/commands/rank-commands.ts';
import { type Day, dateLabel } from '../../../web/app/domains/tasks/day.ts';
import type { DayCells } from './day-values.ts';
import type { HealthRecord, Workout } from './health-records.ts';
import { type Metric, metrics } from './metrics.ts';

/** What was found by words, the newest first. */
export type FoundHealth = {
  readonly measures: readonly Metric[];
  /** Days whose date or note fits, with that note. */
  readonly days: readonly { readonly day: Day; readonly note: string }[];
  readonly workouts: readonly Workout[];
};

/** Everything that can be found, with the text that it is found by. */
export type HealthIndex = {
  readonly [Kind in keyof FoundHealth]: readonly { readonly text: string; readonly one: FoundHealth[Kind][number] }[];
};

/** Prepares a search: measures that have a value, every day of which something is known, and workouts. */
export function indexHealth(records: readonly HealthRecord[], days: ReadonlyMap<Day, DayCells>): HealthIndex {
  const measured = new Set([...days.values()].flatMap((cells) => [...cells.keys()]));
  const notes = new Map<Day, string>();
  const workouts: Workout[] = [];
  for (const record of records) {
    if (record.kind === 'workout') workouts.push(record);
    else if (record.kind === 'checkin') notes.set(record.day, record.note);
  }
  const known = [...new Set([...days.keys(), ...notes.keys()])].sort().reverse();
  workouts.sort((one, other) => (`${one.day}${one.time}` < `${other.day}${other.time}` ? 1 : -1));
  return {
    measures: metrics.filter(({ id }) => measured.has(id)).map((one) => ({ text: fold(`${one.title} ${one.short}`), one })),
    days: known.map((day) => {
      const note = notes.get(day) ?? '';
      return { text: fold(`${dateText(day)} ${note}`), one: { day, note } };
    }),
    workouts: workouts.map((one) => ({ text: fold(`${one.activity} ${one.source} ${dateText(one.day)}`), one })),
  };
}

/** What has every one of the words in it, whatever their case and accents; nothing for no word. */
export function findHealth(index: HealthIndex, words: string): FoundHealth {
  const wanted = fold(words)
    .split(/\s+/)
    .filter((word) => word !== '');
  const found = <One>(some: readonly { readonly text: string; readonly one: One }[]): readonly One[] =>
    wanted.length === 0 ? [] : some.filter(({ text }) => wanted.every((word) => text.includes(word))).map(({ one }) => one);
  return { measures: found(index.measures), days: found(index.days), workouts: found(index.workouts) };
}

/** `2026-03-29 Sunday 29 March`. */
function dateText(day: Day): string {
  return `${day} ${dateLabel(day).replaceAll(',', '')}`;
}
