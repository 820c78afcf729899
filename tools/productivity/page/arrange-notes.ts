import type { Note } from '../../../web/app/domains/notes/note.ts';
import { type Day, dayOf } from '../../../web/app/domains/tasks/day.ts';

/** Notes as they are read: what is pinned, what was written today, and the days before, the newest first. */
export type ArrangedNotes = {
  readonly pinned: readonly Note[];
  readonly today: readonly Note[];
  readonly earlier: readonly (readonly [Day, readonly Note[]])[];
};

/** Sorts notes by the day they were made on, where this clock hangs. */
export function arrangeNotes(notes: readonly Note[], today: Day): ArrangedNotes {
  const newestFirst = [...notes].sort((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at));
  const others = newestFirst.filter(({ pinned }) => !pinned);
  const byDay = new Map<Day, Note[]>();
  for (const note of others) {
    const day = dayOf(new Date(note.created_at));
    // A clock that ran ahead when a note was made puts it among today's.
    if (day < today) byDay.set(day, [...(byDay.get(day) ?? []), note]);
  }
  return {
    pinned: newestFirst.filter(({ pinned }) => pinned),
    today: others.filter(({ created_at }) => dayOf(new Date(created_at)) >= today),
    earlier: [...byDay],
  };
}

/** The notes in which every word stands somewhere: in title, text or tags (`#tag` in the tags alone). Case and accents do not count. */
export function searchNotes(notes: readonly Note[], query: string): readonly Note[] {
  const words = fold(query)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return notes;
  return notes.filter(({ title, body, tags }) => {
    const names = tags.map(fold);
    const text = [fold(title), fold(body), ...names].join('\n');
    return words.every((word) => {
      const tag = word.startsWith('#') ? word.slice(1) : '';
      return tag === '' ? text.includes(word) : names.some((name) => name.startsWith(tag));
    });
  });
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
