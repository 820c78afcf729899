import { type FrozenRows, fieldsBy } from '../records/testing/frozen-rows.ts';
import { noteFileParts } from './note-file.ts';
import { noteFilePartsCollection } from './note-file-parts.collection.ts';

export const frozen: FrozenRows = {
  collection: noteFilePartsCollection,
  read: fieldsBy(noteFileParts),
  rows: [{ sealed: '{"content":"AQID"}', reads: { content: 'AQID', import_batch_id: null, source: null, external_id: null } }],
};
