import { mergesBy } from '../records/change.ts';
import type { Merging } from '../records/collection.ts';
import { newRecordId } from '../records/record.ts';
import { noteVersions } from './note-version.ts';

/**
 * A file's place or name that two devices changed: what was not kept is said in the versions of the note that the file was added to. No
 * copy of the record is made: it would share the bytes, and take them along when it leaves the trash.
 */
export const noteFileMerging: Merging = {
  mergeOf: mergesBy(undefined),
  keepLost: ({ row, fields, atMs }) => {
    const { note_id } = row;
    if (typeof note_id !== 'string') return [];
    const lost = Object.fromEntries(fields.map((field) => [`file ${field}`, row[field] ?? null]));
    const values = { created_at: new Date(atMs).toISOString(), note_id, title: '', body: '', lost };
    return [{ collection: noteVersions, kind: 'create', id: newRecordId(), values }];
  },
};
