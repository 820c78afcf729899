import { useMemo, useState } from 'react';
import type { Note } from '../../../web/app/domains/notes/note.ts';
import { keepIndex } from '../../../web/app/domains/notes/vault-notes.ts';
import { noteSearch } from './find-notes.ts';

const fields = ['title', 'body', 'path', 'tags'] as const;

/**
 * Carries what was read of notes over to the same notes with the same texts: each is another object once the server has answered, and
 * thousands of an import would be read for links and for the search again.
 */
export function useKeptTexts(rows: readonly Note[]): void {
  const [known] = useState(() => new Map<string, Note>());
  useMemo(() => {
    const there = new Set<string>();
    for (const note of rows) {
      there.add(note.id);
      const before = known.get(note.id);
      known.set(note.id, note);
      if (before === undefined || before === note || !fields.every((field) => isSame(before[field], note[field]))) continue;
      keepIndex(before, note);
      noteSearch.keep(before, note);
    }
    for (const id of known.keys()) if (!there.has(id)) known.delete(id);
  }, [rows, known]);
}

function isSame(one: string | null | readonly string[], other: string | null | readonly string[]): boolean {
  if (one === other) return true;
  return Array.isArray(one) && Array.isArray(other) && one.length === other.length && one.every((text, at) => text === other[at]);
}
