import { succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import type { RowsReport } from '../contract/work-shapes.ts';
import { rowsPerPage } from '../ports/vault-backend.ts';
import type { VaultCore } from './store-core.ts';

/** Rows asked for by name with one request: their ids go into the address. */
const rowsByName = 50;
/** Beyond this many, reading everything is quicker. */
const maxByName = 500;

const identified = z.object({ id: z.string() });

type Turn = <Value>(work: () => Promise<Value>) => Promise<Value>;

/**
 * Reads every row, page by page, and has each page compared with the manifest. `false` where the backend did not answer, or
 * answered with a full page that leads no further: asked again, it could go on like that for ever. `turn` is for who has the
 * turn already.
 */
export async function readAllRows(core: VaultCore, turn: Turn = (work) => core.inTurn(work)): Promise<boolean> {
  const { run } = core;
  core.rowsReading += 1;
  const reading = core.rowsReading;
  if (core.opened !== undefined) core.opened.rowsFinished = false;
  let after: string | undefined;
  for (let first = true; ; first = false) {
    // A page in its turn: a row that is saved meanwhile must not be taken for what an older page says it is.
    const last = await turn(async () => {
      if (core.isOver(run)) return undefined;
      // A later reading began: it answers for this one.
      if (reading !== core.rowsReading) return true;
      const page = await core.ports.backend.rowsAfter(after);
      if (core.isOver(run) || !page.ok) return undefined;
      const isLast = page.value.length < rowsPerPage;
      const next = identified.safeParse(page.value.at(-1)).data?.id;
      // Ids are in the order of their text, and a page begins behind the last id of the one before.
      if (!isLast && (next === undefined || (after !== undefined && next <= after))) return undefined;
      const report = await core.client.ask('takeRows', { rows: page.value, first, last: isLast });
      if (core.isOver(run) || !report.ok) return undefined;
      after = next ?? after;
      takeReport(core, report.value, isLast);
      return isLast;
    });
    if (last === undefined) return false;
    if (last) return true;
  }
}

/** Reads the rows of some entries, as after a change elsewhere. In the turn of the caller. */
export async function readRowsOf(core: VaultCore, ids: readonly string[]): Promise<boolean> {
  const { run } = core;
  for (let start = 0; start === 0 || start < ids.length; start += rowsByName) {
    const asked = ids.slice(start, start + rowsByName);
    // Where nothing is to be read, how the rows stand to the newer manifest is asked all the same.
    const rows = asked.length === 0 ? succeed([]) : await core.ports.backend.rowsOf(asked);
    if (core.isOver(run) || !rows.ok) return false;
    const report = await core.client.ask('takeRows', { rows: rows.value, first: false, last: false, asked });
    if (core.isOver(run) || !report.ok) return false;
    takeReport(core, report.value, core.opened?.rowsFinished ?? false);
  }
  return true;
}

/** Whether so many rows are better read by their names. */
export function areFew(ids: readonly string[]): boolean {
  return ids.length <= maxByName;
}

function takeReport(core: VaultCore, report: RowsReport, finished: boolean): void {
  if (core.opened === undefined) return;
  core.opened.rows = report;
  core.opened.rowsFinished = finished;
  core.icons.changed();
  core.relist();
  core.publish();
}
