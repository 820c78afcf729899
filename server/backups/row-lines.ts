import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import type { CopiedRow } from '../database/copied-rows.ts';

type Columns = readonly { readonly name: string }[];

const rowSchema = z.record(z.string(), z.union([z.string(), z.null()]));

/** No part holds more than this, in bytes: a row may hold some megabytes, and a file that says otherwise is none of ours. */
const longestPart = 256 * 1024 * 1024;

/** Rows as gzipped JSON Lines: an object a row, with each column by its name. */
export function packRows(columns: Columns, rows: readonly CopiedRow[]): Uint8Array {
  const lines = rows.map((row) => `${JSON.stringify(Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null])))}\n`);
  // The first level: what is sealed does not get smaller, and the rest is small enough.
  return gzipSync(lines.join(''), { level: 1 });
}

/** The rows that `packRows` packed. Throws where a line is none, or names other columns. */
export function unpackRows(columns: Columns, bytes: Uint8Array): readonly CopiedRow[] {
  const text = gunzipSync(bytes, { maxOutputLength: longestPart }).toString('utf8');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const row = new Map(Object.entries(rowSchema.parse(JSON.parse(line))));
      return columns.map(({ name }) => {
        const value = row.get(name);
        if (value === undefined || row.size !== columns.length) throw new Error('A row has other columns than its table.');
        return value;
      });
    });
}
