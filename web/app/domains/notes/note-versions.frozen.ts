import { type FrozenRows, fieldsBy } from '../records/testing/frozen-rows.ts';
import { noteVersions } from './note-version.ts';
import { noteVersionsCollection } from './note-versions.collection.ts';

export const frozen: FrozenRows = {
  collection: noteVersionsCollection,
  read: fieldsBy(noteVersions),
  rows: [
    {
      sealed: '{"body":"With Ida.","note_id":"11abcdef-0000-4000-8000-000000000001","title":"The spare key"}',
      reads: {
        ...{ note_id: '11abcdef-0000-4000-8000-000000000001', title: 'The spare key', body: 'With Ida.' },
        ...{ lost: null, import_batch_id: null, source: null, external_id: null },
      },
    },
    {
      sealed:
        '{"body":"With Bob.","lost":{"path":"House/The spare key.md"},"note_id":"11abcdef-0000-4000-8000-000000000001","title":"The key"}',
      reads: {
        ...{ note_id: '11abcdef-0000-4000-8000-000000000001', title: 'The key', body: 'With Bob.' },
        ...{ lost: { path: 'House/The spare key.md' }, import_batch_id: null, source: null, external_id: null },
      },
    },
  ],
};
