import { useMemo } from 'react';
import type { Note } from '../../../web/app/domains/notes/note.ts';
import { useMemoryCollection } from '../../../web/app/domains/records/use-memory-collection.ts';
import type { NotesHand } from './notes-hand.ts';

/** Notes to try the page with: in this component's memory, and nowhere else. */
export function useSampleNotes(samples: (now: Date) => readonly Note[]): NotesHand {
  const hand = useMemoryCollection<Note>(() => samples(new Date()), newNote);
  return useMemo(() => ({ ...hand, isSample: true, keepVersions: async () => true }), [hand]);
}

function newNote(id: string, values: object): Note {
  const now = new Date().toISOString();
  const blank = {
    title: '',
    body: '',
    tags: [],
    pinned: false,
    path: null,
    captured: [],
    batch: null,
    import_batch_id: null,
    source: null,
    external_id: null,
  };
  return { ...blank, created_at: now, updated_at: now, deleted_at: null, version: 1, ...values, id };
}
