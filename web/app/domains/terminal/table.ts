/** What a cell holds; `undefined` where the record says nothing of that field. */
export type Value = string | number | readonly string[] | undefined;

/** How the values of a field are drawn and compared. Links are complete web addresses or paths of this site. */
export type FieldKind = 'text' | 'number' | 'list' | 'link';

/** One column: what its values are called and what they are. */
export type Field = { readonly name: string; readonly kind: FieldKind };

/** One record: a value to each of the table's fields. */
export type Row = ReadonlyMap<string, Value>;

/** Records of one kind, in order. Everything that a command answers is one of these, so that every answer can be piped. */
export type Table = { readonly fields: readonly Field[]; readonly rows: readonly Row[] };

/** The one field of an answer that is plain lines. */
export const lineField: Field = { name: 'line', kind: 'text' };

/** A table from plain objects, whose keys are the fields' names. */
export function makeTable(fields: readonly Field[], records: readonly Readonly<Record<string, Value>>[]): Table {
  return {
    fields,
    rows: records.map((record) => new Map(fields.map(({ name }) => [name, Object.hasOwn(record, name) ? record[name] : undefined]))),
  };
}

/** Lines of text as a table of the one field `line`. */
export function lineTable(lines: readonly string[]): Table {
  return { fields: [lineField], rows: lines.map((line) => new Map([[lineField.name, line]])) };
}

/** Whether a table is plain lines, to be printed without a heading. */
export function isLines(table: Table): boolean {
  return table.fields.length === 1 && table.fields[0]?.name === lineField.name;
}

/** A value as one line of text; the items of a list stand apart by commas. */
export function valueText(value: Value): string {
  if (value === undefined) return '';
  return typeof value === 'object' ? value.join(', ') : String(value);
}

/** A row as one line of text, its values apart by two spaces. */
export function rowText(table: Table, row: Row): string {
  return table.fields.map(({ name }) => valueText(row.get(name))).join('  ');
}
