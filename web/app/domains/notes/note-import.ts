import * as z from 'zod/mini';
import type { Collection } from '../records/collection.ts';
import type { CollectionEdits } from '../records/engine/undo-history.ts';
import { type Fields, recordColumns } from '../records/record.ts';
import { noteImportsCollection } from './note-imports.collection.ts';

const noteImportSchema = z.object({
  ...recordColumns,
  /** The file, or whatever else the owner knows it by. */
  name: z.string(),
  /** How many notes and files it brought. */
  records: z.number().check(z.int(), z.nonnegative()),
});

/** Imports all of which was written. Until one is there, what it brought is hidden. */
export const noteImports: Collection<z.infer<typeof noteImportSchema>> = {
  ...noteImportsCollection,
  schema: noteImportSchema,
  nameOf: ({ name }) => (typeof name === 'string' ? `Import of ${name}` : 'An import'),
};

/** The column of what may come with an import, for its schema. */
export const importedColumn = {
  /** The import that brought it, or changed it last. */
  batch: z._default(z.nullable(z.string()), null),
  /** Where an import changed it: the fields that it changed, as they were, so that this is what is shown until the import has ended. */
  before: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
};

/** The values of an import's change, with what was before beside them. */
export function importedChange(batch: string, row: Fields, values: Fields): Fields {
  const names = [...Object.keys(values), 'batch'];
  return { ...values, batch, before: Object.fromEntries(names.map((name) => [name, row[name] ?? null])) };
}

/** Ends an import: written after all that it brought, as the last of the edits that are the import. Undo takes it away first. */
export function endOfImport(batch: string, name: string, records: number, now: Date): CollectionEdits {
  const values = { created_at: now.toISOString(), name, records };
  return { collection: noteImports, edits: [{ kind: 'create', id: batch, values }] };
}
