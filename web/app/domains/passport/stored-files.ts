import { fail, type Result, succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { readObjectName } from '../vault/files/part-name.ts';
import { type StorageFailure, type StoredObjects, storedObjects } from '../vault/files/stored-objects.ts';
import { storedFilesList } from './backup-findings.ts';
import type { ExportedTable, Row } from './exported-tables.ts';
import type { RestoredRows } from './restore-export.ts';

const partSchema = z.object({ name: z.string().check(z.regex(/^[0-9a-f]{32}\/[0-9]{4}$/)), content: z.base64() });

/** Parts at once: each is a mebibyte. */
const partsAtOnce = 4;

/**
 * The list of a complete backup with the sealed parts of large files in notes, as the storage has them: they are bound to keys in the
 * files' records alone, so that they come back as they are. What no record names for a while, and waits to be removed, is not in it.
 */
export function storedFilesTable(objects: StoredObjects = storedObjects): ExportedTable {
  let names: readonly string[] = [];
  return {
    name: storedFilesList,
    table: storedFilesList,
    title: 'Contents of large files in notes',
    key: 'name',
    loadSchema: async () => partSchema,
    pageRows: partsAtOnce,
    readPage: async (after) => {
      if (after === undefined) {
        const listed = await objects.list();
        // A server from before there were such files.
        if (!listed.ok && listed.failure.code !== 'missing') return fail(backendFailureOf(listed.failure));
        names = listed.ok ? partsOf(listed.value.map(({ name }) => name)) : [];
      }
      const rows: Row[] = [];
      for (const name of names) {
        if (after !== undefined && name <= String(after)) continue;
        if (rows.length === partsAtOnce) break;
        const came = await objects.get(name);
        if (came.ok) rows.push({ name, content: base64Of(came.value) });
        else if (came.failure.code !== 'missing') return fail(backendFailureOf(came.failure));
      }
      return succeed(rows);
    },
    comesBack: 'rows',
  };
}

function partsOf(names: readonly string[]): readonly string[] {
  const read = names.map((name) => ({ name, ...readObjectName(name) }));
  const loose = new Set(read.filter(({ isMark }) => isMark).map(({ id }) => id));
  return read.filter(({ id }) => !loose.has(id)).map(({ name }) => name);
}

/** Stores parts of a backup again. One that is there stays; `overwrite` puts the backup's in its place where the server lets the other go. */
export async function writeStoredFiles(
  rows: readonly Row[],
  overwrite: boolean,
  objects: StoredObjects = storedObjects,
): Promise<Result<RestoredRows, BackendFailure>> {
  const counts = { restored: 0, overwritten: 0, kept: 0, unlinked: 0 };
  for (const row of rows) {
    const { name, content } = partSchema.parse(row);
    const bytes = bytesOf(content);
    const put = await objects.put(name, bytes);
    if (put.ok) counts.restored += 1;
    else if (put.failure.code !== 'there_already') return fail(backendFailureOf(put.failure));
    else if (overwrite && (await replaced(objects, name, bytes))) counts.overwritten += 1;
    else counts.kept += 1;
  }
  return succeed(counts);
}

async function replaced(objects: StoredObjects, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const there = await objects.get(name);
  if (there.ok && there.value.byteLength === bytes.byteLength && there.value.every((byte, index) => byte === bytes[index])) return false;
  const removed = await objects.remove([name]);
  return removed.ok && removed.value === 1 && (await objects.put(name, bytes)).ok;
}

/** Removes everything that the storage has of files in notes, by a proof that the server has just been shown; answers with how many parts went. */
export async function removeStoredFiles(objects: StoredObjects = storedObjects): Promise<Result<number, StorageFailure>> {
  const listed = await objects.list();
  if (!listed.ok) return listed.failure.code === 'missing' ? succeed(0) : listed;
  const names = listed.value.map(({ name }) => name);
  if (names.length === 0) return succeed(0);
  const removed = await objects.remove(names);
  if (!removed.ok) return removed;
  return removed.value === names.length ? succeed(names.filter((name) => !readObjectName(name).isMark).length) : fail({ code: 'refused' });
}

function backendFailureOf({ code }: StorageFailure): BackendFailure {
  return code === 'away' ? { code: 'backend_unreachable' } : { code: 'refused', reason: code, details: [] };
}

/** Arguments of one call: more may be refused. */
const charactersAtOnce = 32_768;

function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += charactersAtOnce)
    text += String.fromCharCode(...bytes.subarray(start, start + charactersAtOnce));
  return btoa(text);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (mark) => mark.charCodeAt(0));
}
