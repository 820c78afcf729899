import { succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { type ExportedTable, type Row, usualPageRows } from './exported-tables.ts';

/** For tests: a table over rows in memory, sorted by `id`, that answers in pages as the server does. */
export function memoryTable(name: string, rows: () => readonly Row[]): ExportedTable {
  return {
    name,
    table: name,
    title: name,
    key: 'id',
    loadSchema: async () => z.object({ id: z.union([z.string(), z.number()]), text: z.string() }),
    comesBack: 'rows',
    pageRows: usualPageRows,
    readPage: async (after) => {
      const sorted = rows().toSorted((one, other) => ((one['id'] as string) < (other['id'] as string) ? -1 : 1));
      const rest = after === undefined ? sorted : sorted.filter(({ id }) => (id as string) > (after as string));
      return succeed(rest.slice(0, usualPageRows));
    },
  };
}

/** For tests: a sink that keeps what was written, and what became of it. */
export function memorySink() {
  const pieces: Uint8Array[] = [];
  let state: 'open' | 'closed' | 'aborted' = 'open';
  return {
    pieces,
    state: () => state,
    bytes: () => Buffer.concat(pieces),
    text: () => Buffer.concat(pieces).toString('utf8'),
    sink: {
      write: async (bytes: Uint8Array) => void pieces.push(bytes),
      close: async () => {
        state = 'closed';
      },
      abort: async () => {
        state = 'aborted';
      },
    },
  };
}
