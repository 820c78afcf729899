import { type Result, succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { askTable } from '../../lib/backend.ts';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { isAbsent } from './overview-counts.ts';

/** A page of rows after a key; the first page where it is `undefined`. */
export type ReadPage = (
  after: string | number | undefined,
) => Promise<Result<readonly Readonly<Record<string, unknown>>[], BackendFailure>>;

/** What the export reads, each in pages. */
export type ExportSources = { readonly tasks: ReadPage; readonly notes: ReadPage; readonly logs: ReadPage };

/** The file, made of parts so that no second copy of a long log is held, and its SHA-256 where the browser can make one. */
export type DashboardExport = {
  readonly name: string;
  readonly file: Blob;
  readonly sha256: string | undefined;
  readonly rows: { readonly tasks: number; readonly notes: number; readonly logs: number };
};

/** What stands in the file in the vault's place. */
export const vaultPlaceholder = 'Vault entries are not part of this file. The vault has an export of its own.';

const pageRows = 1000;

/** Writes tasks, notes, the vault's placeholder, logs and `exportDate` (spec §3); `tell` hears how many rows were read so far. */
export async function exportDashboard(
  nowMs: number,
  tell: (rows: number) => void,
  sources: ExportSources = backendSources,
): Promise<Result<DashboardExport, BackendFailure>> {
  const parts: string[] = ['{"schemaVersion":1,"tasks":['];
  let told = 0;
  const add = async (read: ReadPage, key: string): Promise<Result<number, BackendFailure>> => {
    let count = 0;
    for (let after: string | number | undefined; ; ) {
      const page = await read(after);
      if (!page.ok) return page;
      parts.push(`${count > 0 && page.value.length > 0 ? ',' : ''}${page.value.map((row) => JSON.stringify(row)).join(',')}`);
      count += page.value.length;
      told += page.value.length;
      tell(told);
      const last = page.value.at(-1)?.[key];
      if (page.value.length < pageRows || (typeof last !== 'string' && typeof last !== 'number')) return succeed(count);
      after = last;
    }
  };
  const tasks = await add(sources.tasks, 'id');
  if (!tasks.ok) return tasks;
  parts.push('],"notes":[');
  const notes = await add(sources.notes, 'id');
  if (!notes.ok) return notes;
  parts.push(`],"vault":${JSON.stringify(vaultPlaceholder)},"logs":[`);
  const logs = await add(sources.logs, 'sequence');
  if (!logs.ok) return logs;
  const exportDate = new Date(nowMs).toISOString();
  parts.push(`],"exportDate":"${exportDate}"}\n`);
  const file = new Blob(parts, { type: 'application/json' });
  return succeed({
    name: `dashboard-export-${exportDate.slice(0, 10)}.json`,
    file,
    sha256: await sha256Of(file),
    rows: { tasks: tasks.value, notes: notes.value, logs: logs.value },
  });
}

/** Hexadecimal; `undefined` where the browser offers no digest, which is on plain http outside the own machine. */
async function sha256Of(file: Blob): Promise<string | undefined> {
  if (globalThis.crypto.subtle === undefined) return undefined;
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const rowsSchema = z.array(z.record(z.string(), z.unknown())).readonly();

/** A kind that this backend does not keep yet is an empty list. */
function recordsOf(table: 'tasks' | 'notes'): ReadPage {
  return async (after) => {
    const asked = await askTable((client) => {
      const page = client.from(table).select('*').is('deleted_at', null).order('id').limit(pageRows);
      return after === undefined ? page : page.gt('id', after);
    }, rowsSchema);
    return !asked.ok && isAbsent(asked.failure) ? succeed([]) : asked;
  };
}

const backendSources: ExportSources = {
  tasks: recordsOf('tasks'),
  // As they are kept: sealed. The vault's key opens them, in this file too (docs/vault-security.md).
  notes: recordsOf('notes'),
  logs: (after) =>
    askTable((client) => {
      const page = client.from('activity_logs').select('*').order('sequence').limit(pageRows);
      return after === undefined ? page : page.gt('sequence', after);
    }, rowsSchema),
};
