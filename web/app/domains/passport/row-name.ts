import type { Row } from './exported-tables.ts';

const nameFields = ['title', 'name', 'label', 'slug', 'path', 'month', 'started_at'];

/** Characters of a name that are shown. */
const maxNameCharacters = 120;

/** What a row calls itself, so that the owner can look through a list of them; its id where it says nothing. */
export function nameIn(row: Row | undefined): string {
  for (const field of nameFields) {
    const name = row?.[field];
    if (typeof name === 'string' && name.trim() !== '') return name.trim().slice(0, maxNameCharacters);
  }
  return String(row?.['id'] ?? '');
}
