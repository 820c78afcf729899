import type { Fields } from './record.ts';

/** Columns of a sealed row that everybody may read; every other field is inside `sealed`. */
const clearColumns: readonly string[] = ['id', 'version', 'created_at', 'updated_at', 'deleted_at'];

/** The fields of a record by where they are kept: readably in its row, or sealed. */
export function splitFields(fields: Fields): { readonly clear: Fields; readonly sealed: Fields } {
  const sides = Object.groupBy(Object.entries(fields), ([name]) => (clearColumns.includes(name) ? 'clear' : 'sealed'));
  return { clear: Object.fromEntries(sides.clear ?? []), sealed: Object.fromEntries(sides.sealed ?? []) };
}
