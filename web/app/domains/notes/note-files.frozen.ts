import { type FrozenRows, fieldsBy } from '../records/testing/frozen-rows.ts';
import { noteFiles } from './note-file.ts';
import { noteFilesCollection } from './note-files.collection.ts';

export const frozen: FrozenRows = {
  collection: noteFilesCollection,
  read: fieldsBy(noteFiles),
  rows: [
    {
      sealed:
        '{"bytes":3,"note_id":"11abcdef-0000-4000-8000-000000000001","parts":["11abcdef-0000-4000-8000-000000000002"],"path":"House/gate.png","sha256":"039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81"}',
      reads: {
        ...{ path: 'House/gate.png', bytes: 3, sha256: '039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81' },
        ...{ parts: ['11abcdef-0000-4000-8000-000000000002'], note_id: '11abcdef-0000-4000-8000-000000000001', batch: null },
        ...{ import_batch_id: null, source: null, external_id: null },
      },
    },
  ],
};
