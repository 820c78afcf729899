import * as z from 'zod/mini';
import { exportVersion } from './export-version.ts';
import type { Row } from './exported-tables.ts';
import { createSha256, type Sha256 } from './sha256.ts';

/** What a file says, line by line. `line` counts from 1. */
export type ExportEvent =
  /** What the file says of the vault: a sentence, or in a complete backup what its lists are of. */
  | { readonly kind: 'vault'; readonly value: unknown }
  | { readonly kind: 'list'; readonly name: string }
  | { readonly kind: 'row'; readonly line: number; readonly row: Row }
  | { readonly kind: 'unreadable-row'; readonly line: number }
  | { readonly kind: 'list-end'; readonly name: string; readonly rows: number; readonly sha256: string }
  | { readonly kind: 'end'; readonly exportDate: string; readonly checksums: Checksums };

/** Of each list, how many rows it has and the SHA-256 of their lines. */
export type Checksums = Readonly<Record<string, { readonly rows: number; readonly sha256: string }>>;

/**
 * Why a file is no export that can be checked. `not_an_export`: something else. `older_form`: of a version that had no checksums;
 * `newer_form`: of a version that this program does not know.
 * `cut`: it ends before its end.
 */
export type ExportFault = { readonly code: 'not_an_export' | 'older_form' | 'newer_form' | 'cut'; readonly line: number };

/** Thrown by the reader, so that what loops over it ends; callers make a Result of it. */
export class ExportFileError extends Error {
  readonly fault: ExportFault;
  constructor(fault: ExportFault) {
    super(fault.code);
    this.fault = fault;
  }
}

/** Thrown by whoever gives the pieces of a file, and says why there are no more. */
export class PiecesError extends Error {
  readonly failure: { readonly code: 'backup_damaged' | 'not_a_backup' | 'ended' };
  constructor(failure: PiecesError['failure']) {
    super(failure.code);
    this.failure = failure;
  }
}

/** Why a file was not read to its end, by what was thrown. */
export function readFailureOf(error: unknown): ExportFault | PiecesError['failure'] | { readonly code: 'file_unreadable' } {
  if (error instanceof ExportFileError) return error.fault;
  return error instanceof PiecesError ? error.failure : { code: 'file_unreadable' };
}

/** No row of ours is longer. */
const longestLine = 32 * 1024 * 1024;

const checksumsSchema = z.record(z.string(), z.object({ rows: z.number().check(z.int(), z.nonnegative()), sha256: z.string() }));

/** Reads what `writeExport` wrote, in constant memory. Throws `ExportFileError`; a row that is no row is an event of its own. */
export async function* readExport(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<ExportEvent> {
  let line = 0;
  let list: { readonly name: string; rows: number; readonly hash: Sha256 } | undefined;
  let exportDate: string | undefined;
  let checksums: Checksums | undefined;
  for await (const text of linesOf(pieces)) {
    line += 1;
    if (line === 1) parseHead(text);
    else if (list !== undefined) {
      if (/^\],?$/.test(text)) {
        yield { kind: 'list-end', name: list.name, rows: list.rows, sha256: list.hash.digest() };
        list = undefined;
        continue;
      }
      const own = text.replace(/,$/, '');
      list.rows += 1;
      list.hash.update(encoder.encode(`${own}\n`));
      yield rowOf(own, line);
    } else if (text === '}') {
      if (exportDate === undefined || checksums === undefined) throw new ExportFileError({ code: 'not_an_export', line });
      yield { kind: 'end', exportDate, checksums };
      return;
    } else {
      const [, name = '', value = ''] = /^"(\w+)":(.+)$/.exec(text) ?? [];
      if (value === '[') {
        list = { name, rows: 0, hash: createSha256() };
        yield { kind: 'list', name };
      } else if (name === 'vault') yield { kind: 'vault', value: jsonOf(value) };
      else if (name === 'exportDate') exportDate = z.string().safeParse(jsonOf(value)).data;
      else if (name === 'checksums') checksums = checksumsSchema.safeParse(jsonOf(value)).data;
      else if (name === '') throw new ExportFileError({ code: 'not_an_export', line });
    }
  }
  throw new ExportFileError({ code: line === 0 ? 'not_an_export' : 'cut', line });
}

function parseHead(text: string): void {
  const version = Number(/^\{"schemaVersion":(\d+),/.exec(text)?.[1] ?? Number.NaN);
  if (text === `{"schemaVersion":${exportVersion},`) return;
  const code = version < exportVersion ? 'older_form' : version > exportVersion ? 'newer_form' : 'not_an_export';
  throw new ExportFileError({ code, line: 1 });
}

const encoder = new TextEncoder();
const rowSchema = z.record(z.string(), z.unknown());

function rowOf(text: string, line: number): ExportEvent {
  const row = rowSchema.safeParse(jsonOf(text));
  return row.success ? { kind: 'row', line, row: row.data } : { kind: 'unreadable-row', line };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/,$/, ''));
  } catch {
    return undefined;
  }
}

/** The lines without their ends. What follows the last end is a line too where it is not empty. */
async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  // A line that comes in a thousand pieces is joined once, and not copied a thousand times.
  let held: string[] = [];
  let length = 0;
  for await (const piece of pieces) {
    const [first = '', ...others] = decoder.decode(piece, { stream: true }).split('\n');
    held.push(first);
    length += first.length;
    if (length > longestLine || (others.at(-1)?.length ?? 0) > longestLine) throw new ExportFileError({ code: 'not_an_export', line: 1 });
    const rest = others.pop();
    if (rest === undefined) continue;
    yield held.join('');
    yield* others;
    [held, length] = [[rest], rest.length];
  }
  const last = held.join('') + decoder.decode();
  if (last !== '') yield last;
}
