import { type FrozenRows, fieldsBy } from '../records/testing/frozen-rows.ts';
import { notes } from './note.ts';
import { notesCollection } from './notes.collection.ts';

export const frozen: FrozenRows = {
  collection: notesCollection,
  read: fieldsBy(notes),
  rows: [
    {
      sealed: '{"body":"With Ida, on the second floor.","pinned":true,"tags":["house","keys"],"title":"The spare key"}',
      reads: {
        ...{ title: 'The spare key', body: 'With Ida, on the second floor.', tags: ['house', 'keys'], pinned: true, path: null },
        ...{ captured: [], batch: null, import_batch_id: null, source: null, external_id: null },
      },
    },
    {
      sealed:
        '{"batch":"5b0e6f0a-6d0f-4a36-9f0c-0a4f5a1f2b10","body":"# Gate\\n\\nThe code is on the [[The spare key|key]].","captured":["c1 Captured 21 November, 09:15"],"external_id":"House/Gate.md","import_batch_id":null,"path":"House/Gate.md","pinned":false,"source":"obsidian","tags":[],"title":"Gate"}',
      reads: {
        ...{ title: 'Gate', body: '# Gate\n\nThe code is on the [[The spare key|key]].', tags: [], pinned: false, path: 'House/Gate.md' },
        ...{ captured: ['c1 Captured 21 November, 09:15'], batch: '5b0e6f0a-6d0f-4a36-9f0c-0a4f5a1f2b10', import_batch_id: null },
        ...{ source: 'obsidian', external_id: 'House/Gate.md' },
      },
    },
    {
      sealed:
        '{"batch":"5b0e6f0a-6d0f-4a36-9f0c-0a4f5a1f2b10","before":{"batch":null,"body":"Oiled in May."},"body":"Oiled in June.","tags":[],"title":"Hinges"}',
      reads: {
        ...{ title: 'Hinges', body: 'Oiled in June.', tags: [], pinned: false, path: null, captured: [] },
        ...{ batch: '5b0e6f0a-6d0f-4a36-9f0c-0a4f5a1f2b10', before: { batch: null, body: 'Oiled in May.' } },
        ...{ import_batch_id: null, source: null, external_id: null },
      },
    },
  ],
};
