import type { Note } from './note.ts';

/** Where and when a note was captured while the vault was locked. What was added to a daily note says so in its text. */
export function capturedLabel({ id, captured }: Pick<Note, 'id' | 'captured'>): string | undefined {
  return captured.find((mark) => mark.startsWith(`${id} `))?.slice(id.length + 1);
}

/** A day's note (its title is the day), or else what it begins as: beside the other days' notes. */
export function dailyNote(
  rows: readonly Note[],
  day: string,
): { readonly there?: Note; readonly values: Pick<Note, 'title' | 'body' | 'tags' | 'path'> } {
  const there = rows.find(({ title }) => title === day);
  const [newest] = rows
    .filter(({ title }) => /^\d{4}-\d\d-\d\d$/.test(title))
    .toSorted((one, other) => other.title.localeCompare(one.title));
  const folder = newest?.path?.replace(/[^/]*$/, '') ?? '';
  return { ...(there && { there }), values: { title: day, body: '', tags: [], path: folder === '' ? null : `${folder}${day}.md` } };
}
