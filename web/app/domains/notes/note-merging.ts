import { mergeText, textOfParts } from '@castellan/notes/merge-text';
import { type Merge, mergesBy } from '../records/change.ts';
import type { Lost, Merging } from '../records/collection.ts';
import { newRecordId } from '../records/record.ts';
import { noteVersions } from './note-version.ts';

/**
 * How notes are merged: their text by lines and words, as far as it stays within `longest` characters, and the other fields by `merges`.
 * What loses is a version of the note. Fetched where two sides changed one field.
 */
export function noteMergingOf(merges: Readonly<Record<string, Merge>>, longest: number): Merging {
  const others = mergesBy(merges);
  const mergeBody: Merge = (base, mine, theirs, side) => {
    if (typeof base !== 'string' || typeof mine !== 'string' || typeof theirs !== 'string') return undefined;
    const merged = textOfParts(mergeText(base, mine, theirs), side);
    return merged !== undefined && merged.length <= longest ? merged : undefined;
  };
  return { mergeOf: (field) => (field === 'body' ? mergeBody : others(field)), keepLost: (lost) => [versionOf(lost)] };
}

function versionOf({ row, fields, atMs }: Lost) {
  const text = (field: string) => (typeof row[field] === 'string' ? row[field] : '');
  const others = fields.filter((field) => field !== 'title' && field !== 'body');
  return {
    collection: noteVersions,
    kind: 'create' as const,
    id: newRecordId(),
    values: {
      created_at: new Date(atMs).toISOString(),
      note_id: row.id,
      title: text('title'),
      body: text('body'),
      lost: Object.fromEntries(others.map((field) => [field, row[field] ?? null])),
    },
  };
}
