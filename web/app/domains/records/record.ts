import * as z from 'zod/mini';

/** The values of a record by their columns, as JSON carries them. */
export type Fields = Readonly<Record<string, unknown>>;

/** A row as the server gave it: what every record has, and fields that its collection's schema has not checked yet. */
export type RawRecord = Fields & {
  readonly id: string;
  readonly version: number;
  readonly updated_at: string;
  readonly deleted_at: string | null;
};

/** The schema for rows: what every record must have for the layer itself to work. Other columns stay as they came. */
export const rawRecordSchema = z.looseObject({
  id: z.string().check(z.minLength(1)),
  version: z.number().check(z.int()),
  updated_at: z.string().check(z.minLength(1)),
  deleted_at: z.nullable(z.string()),
});

/** Columns that all records have, for a collection's schema to begin with. */
export const recordColumns = {
  id: z.string(),
  version: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  deleted_at: z.nullable(z.string()),
  import_batch_id: z._default(z.nullable(z.string()), null),
  source: z._default(z.nullable(z.string()), null),
  external_id: z._default(z.nullable(z.string()), null),
};

/** A random id (RFC 9562 §5.4) that this browser may give a record before any server knows of it; needs no secure context. */
export function newRecordId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) => {
    const marked = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, '0');
  }).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Whether two values of a column are the same one; PostgreSQL writes a moment in more than one way. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one === 'string' && typeof other === 'string')
    return moment.test(one) && moment.test(other) && Date.parse(one) === Date.parse(other);
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => sameValue(item, other[index]));
  if (isPlain(one) && isPlain(other)) {
    const names = Object.keys(one);
    return names.length === Object.keys(other).length && names.every((name) => name in other && sameValue(one[name], other[name]));
  }
  return (one ?? null) === null && (other ?? null) === null;
}

function isPlain(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
