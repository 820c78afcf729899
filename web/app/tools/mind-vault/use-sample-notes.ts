import { succeed } from '@castellan/foundation/result';
import { useMemo, useRef, useState } from 'react';
import type { Note } from '../../domains/notes/note.ts';
import type { CollectionState, Edit } from '../../domains/records/collection-state.ts';
import { newRecordId } from '../../domains/records/record.ts';
import type { NotesHand } from './notes-hand.ts';
import { sampleNotes } from './sample-notes.ts';

const kept = succeed(undefined);

/** Notes to try the page with: in this component's memory, and nowhere else. */
export function useSampleNotes(): NotesHand {
  const [all, setAll] = useState<readonly Note[]>(() => sampleNotes(new Date()));
  const steps = useRef<(readonly Note[])[]>([]);
  return useMemo(() => {
    const edit = async (edits: readonly Edit[]) => {
      steps.current.push(all);
      setAll((present) => edits.reduce(applied, present));
      return kept;
    };
    const mark = (ids: readonly string[], deletedAt: string | null) =>
      edit(ids.map((id) => ({ kind: 'change', id, values: { deleted_at: deletedAt } })));
    return {
      state: stateOf(all),
      isSample: true,
      keepVersions: async () => undefined,
      edit,
      add: (values) => {
        const id = newRecordId();
        return { id, kept: edit([{ kind: 'create', id, values }]) };
      },
      change: (id, values) => edit([{ kind: 'change', id, values }]),
      remove: (...ids) => mark(ids, new Date().toISOString()),
      restore: (...ids) => mark(ids, null),
      undo: async () => {
        const before = steps.current.pop();
        if (before !== undefined) setAll(before);
        return before !== undefined;
      },
      decide: async () => undefined,
      refresh: async () => undefined,
      settleFault: async () => undefined,
    };
  }, [all]);
}

function applied(notes: readonly Note[], { kind, id, values }: Edit): readonly Note[] {
  const now = new Date().toISOString();
  if (kind === 'change') return notes.map((note) => (note.id === id ? { ...note, ...values, updated_at: now } : note));
  const blank = { title: '', body: '', tags: [], pinned: false, path: null, import_batch_id: null, source: null, external_id: null };
  return [...notes, { ...blank, created_at: now, updated_at: now, deleted_at: null, version: 1, ...values, id }];
}

function stateOf(all: readonly Note[]): CollectionState<Note> {
  return {
    ...{ status: 'ready', vault: 'open', lockedRows: 0, link: 'reachable', malformed: [], waiting: 0, conflicted: [], stuck: 0 },
    ...{ unsent: new Set<string>(), updatedAtMs: undefined, outlivesPage: false },
    rows: all.filter(({ deleted_at }) => deleted_at === null),
    removed: all.filter(({ deleted_at }) => deleted_at !== null),
  };
}
