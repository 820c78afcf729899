import { type FrozenRows, fieldsBy } from '../records/testing/frozen-rows.ts';
import { noteImports } from './note-import.ts';
import { noteImportsCollection } from './note-imports.collection.ts';

export const frozen: FrozenRows = {
  collection: noteImportsCollection,
  read: fieldsBy(noteImports),
  rows: [
    {
      sealed: '{"name":"House.zip","records":42}',
      reads: { name: 'House.zip', records: 42, import_batch_id: null, source: null, external_id: null },
    },
  ],
};
