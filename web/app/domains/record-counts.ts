/** What the owner calls one record of a sealed collection, and several. */
const words: Readonly<Record<string, readonly [one: string, many: string]>> = {
  notes: ['note', 'notes'],
  note_versions: ['version of a note', 'versions of notes'],
  note_files: ['file in notes', 'files in notes'],
  note_file_parts: ['part of a file in notes', 'parts of files in notes'],
  note_imports: ['import of notes', 'imports of notes'],
  api_lab_records: ['API Lab record', 'API Lab records'],
  health_months: ['month of health', 'months of health'],
  health_feed_keys: ['key of the health feed', 'keys of the health feed'],
  money: ['money record', 'money records'],
  pay_plans: ['pay plan', 'pay plans'],
  engagements: ['engagement', 'engagements'],
};

const otherWords = ['record', 'records'] as const;

/** So many records, in the owner's words: "1 note", "3 money records". */
export function countText(collection: string, count: number): string {
  const [one, many] = words[collection] ?? otherWords;
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** How many records there are of each collection, as one list: "1 note and 3 money records". */
export function countsText(counts: ReadonlyMap<string, number>): string {
  return joined([...counts].filter(([, count]) => count > 0).map(([collection, count]) => countText(collection, count)));
}

/** One record by its kind and the beginning of its id, for one that nobody can open: "note 1f3a77c0". */
export function recordText({ collection, id }: { readonly collection: string; readonly id: string }): string {
  return `${(words[collection] ?? otherWords)[0]} ${id.slice(0, 8)}`;
}

/** Texts as one: "a", "a and b", "a, b and c". */
export function joined(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}
