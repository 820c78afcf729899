import type { keepVersions } from '../../../web/app/domains/notes/keep-versions.ts';
import type { Note } from '../../../web/app/domains/notes/note.ts';
import type { CollectionInHand } from '../../../web/app/domains/records/use-collection.ts';

/** The notes that the page works with: the owner's, or samples that nothing keeps. */
export type NotesHand = CollectionInHand<Note> & {
  readonly keepVersions: typeof keepVersions;
  /** Samples are in memory alone: they have no versions, and neither come from files nor go into any. */
  readonly isSample: boolean;
};
