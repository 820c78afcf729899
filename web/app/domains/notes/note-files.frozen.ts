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
        ...{ object: null, import_batch_id: null, source: null, external_id: null },
      },
    },
    {
      sealed:
        '{"bytes":41943040,"note_id":null,"object":{"id":"000102030405060708090a0b0c0d0e0f","key":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8","sealed":"R0MOh7bYxXNqO5YMpB0w9VhMzWQpIG0rMJ2J7sB9wXk"},"parts":[],"path":"House/survey.mp4","sha256":"039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81"}',
      reads: {
        ...{ path: 'House/survey.mp4', bytes: 41_943_040, sha256: '039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81' },
        object: {
          id: '000102030405060708090a0b0c0d0e0f',
          key: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8',
          sealed: 'R0MOh7bYxXNqO5YMpB0w9VhMzWQpIG0rMJ2J7sB9wXk',
        },
        ...{ parts: [], note_id: null, batch: null, import_batch_id: null, source: null, external_id: null },
      },
    },
  ],
};
