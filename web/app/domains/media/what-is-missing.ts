import { type Fields, sameValue } from '../records/record.ts';

/** The fields in which a file, or a look-up, has something to add to a row: what is empty there, and what was only planned. */
export function whatIsMissing(row: Fields, draft: Fields): Fields {
  const added = Object.entries(draft).flatMap(([field, value]): readonly (readonly [string, unknown])[] => {
    const there = row[field];
    if (sameValue(there, value) || isEmpty(value)) return [];
    if ((field === 'tags' || field === 'refs') && Array.isArray(there) && Array.isArray(value)) {
      const joined = [...new Set([...there, ...value])].slice(0, field === 'refs' ? 20 : 50);
      return joined.length === there.length ? [] : [[field, joined]];
    }
    if (field === 'status') return there === 'planned' ? [[field, value]] : [];
    return isEmpty(there) ? [[field, value]] : [];
  });
  return Object.fromEntries(added);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || value === false || (Array.isArray(value) && value.length === 0);
}
