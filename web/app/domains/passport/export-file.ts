import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { exportVersion } from './export-version.ts';
import { type ExportedTable, firstTables, laterTables, type RowKey } from './exported-tables.ts';
import { createSha256 } from './sha256.ts';

/** Where the file goes, piece by piece; a write that rejects ends the export. */
export type ExportSink = {
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  /** Makes it a whole file. */
  readonly close: () => Promise<void>;
  /** Leaves no half of one behind. */
  readonly abort: () => Promise<void>;
};

/** What was written. */
export type ExportedFile = {
  readonly bytes: number;
  /** Of the whole file, hexadecimal. */
  readonly sha256: string;
  /** Rows by the name of their list. */
  readonly rows: Readonly<Record<string, number>>;
};

/** `not_written`: the disk, or whoever took the bytes, refused them. `cancelled`: the signal said so. */
export type ExportFailure = BackendFailure | { readonly code: 'not_written' } | { readonly code: 'cancelled' };

/** A list as it is written. */
export type ListSource = Pick<ExportedTable, 'name' | 'key' | 'pageRows' | 'readPage'>;

type ExportOptions = {
  readonly nowMs: number;
  readonly sink: ExportSink;
  /** Hears how many rows were read so far. */
  readonly tell: (rows: number) => void;
  readonly signal?: AbortSignal;
  readonly tables?: { readonly first: readonly ListSource[]; readonly later: readonly ListSource[] };
  /** The vault, where it is part of the file: what is said of it, and its lists. */
  readonly vault?: { readonly facts: unknown; readonly lists: readonly ListSource[] };
  /** Rows in the trash are part of the file too. */
  readonly withRemoved?: boolean;
};

/** What stands in the file in the vault's place. */
export const vaultPlaceholder = 'Vault entries are not part of this file. Export them in the vault.';

/** `dashboard-export-YYYY-MM-DD.json`, by the day in UTC. */
export function exportName(nowMs: number): string {
  return `dashboard-export-${new Date(nowMs).toISOString().slice(0, 10)}.json`;
}

const flushCharacters = 64 * 1024;

/**
 * Writes tasks, notes, the vault's placeholder (or, in a complete backup, the vault), logs, every other list and `exportDate` (spec §3), one row a line as it is read,
 * so that memory holds a page of rows and no more. Last come `checksums`: of each list the number of its rows and the SHA-256 of
 * their lines, without the commas between them. What fails in the middle leaves no file.
 */
export async function writeExport(options: ExportOptions): Promise<Result<ExportedFile, ExportFailure>> {
  const { sink } = options;
  try {
    const written = await writeAll(options);
    if (written.ok) await sink.close();
    else await sink.abort();
    return written;
  } catch {
    await sink.abort().catch(() => undefined);
    return fail({ code: 'not_written' });
  }
}

async function writeAll({
  nowMs,
  sink,
  tell,
  signal,
  tables,
  vault,
  withRemoved = false,
}: ExportOptions): Promise<Result<ExportedFile, ExportFailure>> {
  const out = createWriter(sink);
  const rows: Record<string, number> = {};
  const checksums: Record<string, { readonly rows: number; readonly sha256: string }> = {};
  let told = 0;
  const writeTables = async (listed: readonly ListSource[]): Promise<Result<void, ExportFailure>> => {
    for (const { name, key, pageRows, readPage } of listed) {
      await out.write(`${JSON.stringify(name)}:[\n`);
      const hash = createSha256();
      let count = 0;
      for (let after: RowKey | undefined; ; ) {
        if (signal?.aborted === true) return fail({ code: 'cancelled' });
        const page = await readPage(after, withRemoved);
        if (!page.ok) return page;
        for (const row of page.value) {
          const line = JSON.stringify(row);
          hash.update(encoder.encode(`${line}\n`));
          await out.write(`${count === 0 ? '' : ',\n'}${line}`);
          count += 1;
        }
        told += page.value.length;
        tell(told);
        const last = page.value.at(-1)?.[key];
        if (page.value.length < pageRows || (typeof last !== 'string' && typeof last !== 'number')) break;
        after = last;
      }
      await out.write(`${count === 0 ? '' : '\n'}],\n`);
      rows[name] = count;
      checksums[name] = { rows: count, sha256: hash.digest() };
    }
    return succeed(undefined);
  };
  await out.write(`{"schemaVersion":${exportVersion},\n`);
  const first = await writeTables(tables?.first ?? firstTables);
  if (!first.ok) return first;
  await out.write(`"vault":${JSON.stringify(vault?.facts ?? vaultPlaceholder)},\n`);
  const later = await writeTables([...(vault?.lists ?? []), ...(tables?.later ?? laterTables)]);
  if (!later.ok) return later;
  await out.write(`"exportDate":${JSON.stringify(new Date(nowMs).toISOString())},\n"checksums":${JSON.stringify(checksums)}\n}\n`);
  return succeed({ ...(await out.end()), rows });
}

const encoder = new TextEncoder();

/** Gathers text into pieces worth a write, and hashes them on their way. */
function createWriter(sink: ExportSink) {
  const hash = createSha256();
  let bytes = 0;
  let pending = '';
  const flush = async () => {
    const piece = encoder.encode(pending);
    pending = '';
    bytes += piece.length;
    hash.update(piece);
    await sink.write(piece);
  };
  return {
    write: async (text: string) => {
      pending += text;
      if (pending.length >= flushCharacters) await flush();
    },
    end: async () => {
      await flush();
      return { bytes, sha256: hash.digest() };
    },
  };
}
