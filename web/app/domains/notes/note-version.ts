import * as z from 'zod/mini';
import type { Collection } from '../records/collection.ts';
import { recordColumns } from '../records/record.ts';
import { noteVersionsCollection } from './note-versions.collection.ts';

const noteVersionSchema = z.object({
  ...recordColumns,
  note_id: z.string(),
  title: z._default(z.string(), ''),
  body: z._default(z.string(), ''),
  /**
   * The state is the side of a conflict that was not kept: its fields besides title and body that differed, as they were. `null` for a
   * state that was edited.
   */
  lost: z._default(z.nullable(z.record(z.string(), z.unknown())), null),
});

/** A state that a note had until `created_at`. */
export type NoteVersion = z.infer<typeof noteVersionSchema>;

/** The earlier states of all notes. */
export const noteVersions: Collection<NoteVersion> = {
  ...noteVersionsCollection,
  schema: noteVersionSchema,
  // Two devices may drop the same version at two moments: it is gone either way.
  merges: { deleted_at: (_base, _mine, theirs) => theirs },
  nameOf: ({ title }) => (typeof title === 'string' && title !== '' ? `A version of ${title.slice(0, 80)}` : 'A version of a note'),
};
