import { z } from 'zod';
import type { Collection } from '../records/collection.ts';
import type { CollectionEdits } from '../records/engine/undo-history.ts';
import { recordColumns } from '../records/record.ts';
import { noteImportsCollection } from './note-imports.collection.ts';

const noteImportSchema = z.object({
  ...recordColumns,
  /** The file, or whatever else the owner knows it by. */
  name: z.string(),
  /** How many notes and files it brought. */
  records: z.number().int().nonnegative(),
});

/** Imports all of which was written. Until one is there, what it brought is hidden. */
export const noteImports: Collection<z.infer<typeof noteImportSchema>> = {
  ...noteImportsCollection,
  schema: noteImportSchema,
  nameOf: ({ name }) => (typeof name === 'string' ? `Import of ${name}` : 'An import'),
};

/** The column of what may come with an import, for its schema. */
export const importedColumn = {
  /** The import that brought it. */
  batch: z.string().nullable().default(null),
};

/**
 * Ends an import: written after all that it brought. Undo takes its notes and files back and leaves this, so that what comes out of
 * the trash is shown.
 */
export function endOfImport(batch: string, name: string, records: number, now: Date): CollectionEdits {
  const values = { created_at: now.toISOString(), name, records };
  return { collection: noteImports, edits: [{ kind: 'create', id: batch, values }], stays: true };
}
