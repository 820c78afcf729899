/** A row as it came, column by column. */
type Row = Readonly<Record<string, unknown>>;

/**
 * By what a row of a table is the same as one with another id: what the server seeded on another installation, and what may be there
 * once only. No columns: there is one row of the owner's. The database goes by the same ones (`private.twin_columns`).
 */
const twinColumns: Readonly<Record<string, readonly string[]>> = {
  wishes: ['title', 'url'],
  short_links: ['slug'],
  habit_months: ['habit_id', 'month'],
  notification_preferences: [],
};

/** The columns by which two rows of a table with different ids are the same row; `undefined` where the id alone tells. */
export function twinColumnsOf(table: string): readonly string[] | undefined {
  return Object.hasOwn(twinColumns, table) ? twinColumns[table] : undefined;
}

function twinKeyOf(row: Row, columns: readonly string[]): string {
  return JSON.stringify(columns.map((column) => row[column] ?? null));
}

/** Rows that could be each other's twins, together; groups and rows in the order in which they came. */
export function twinGroups(rows: readonly Row[], columns: readonly string[]): readonly (readonly Row[])[] {
  return [...Map.groupBy(rows, (row) => twinKeyOf(row, columns)).values()];
}

/**
 * Which of the rows that are there is the same as which of a file's, each once: the one that it was found to be before (`known`, by the
 * file's ids), otherwise one that says the same, a living one first, then the oldest, then by id. Both
 * sides without those that an id has paired already; whatever is paired with nothing is new, or is the server's alone.
 */
export function pairTwins(
  ofFile: readonly Row[],
  present: readonly Row[],
  columns: readonly string[],
  known: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<Row, Row> {
  const pairs = new Map<Row, Row>();
  const left = new Map(present.map((row) => [String(row['id']), row]));
  for (const row of ofFile) {
    const before = left.get(known.get(String(row['id'])) ?? '');
    if (before === undefined) continue;
    pairs.set(row, before);
    left.delete(String(before['id']));
  }
  const free = Map.groupBy([...left.values()].toSorted(compareCandidates), (row) => twinKeyOf(row, columns));
  for (const row of ofFile) {
    if (pairs.has(row)) continue;
    const twin = free.get(twinKeyOf(row, columns))?.shift();
    if (twin !== undefined) pairs.set(row, twin);
  }
  return pairs;
}

function compareCandidates(one: Row, other: Row): number {
  const places = ({ deleted_at, created_at, id }: Row) => [deleted_at == null ? '0' : '1', String(created_at ?? ''), String(id ?? '')];
  const [left, right] = [places(one), places(other)];
  const at = left.findIndex((value, index) => value !== right[index]);
  return at === -1 ? 0 : (left[at] ?? '') < (right[at] ?? '') ? -1 : 1;
}

/** A twin without what it has of its own: which row it is, and since when. */
export function withoutIdentity({ id: _, created_at: __, ...row }: Row): Row {
  return row;
}
