import { succeed } from '@castellan/foundation/result';
import { listedEntry } from '@castellan/vault-core/entries/read-entry';
import type { VaultPorts } from '@castellan/vault-core/ports';
import type { JobResult } from '../contract/vault-work.ts';
import type { AcceptReport } from '../contract/work-shapes.ts';
import { forgetRow, rowsReport, verifyHeldRows } from './held-rows.ts';
import { notOpen } from './security-jobs.ts';
import { forgetEdit } from './worker-memory.ts';
import { findingOf, itemOf, type WorkerState } from './worker-state.ts';

/** Makes what was prepared last the vault's state, because the server has taken it. */
export async function acceptPrepared(ports: VaultPorts, state: WorkerState): Promise<JobResult<'accept'>> {
  if (state.waiting === undefined) return notOpen;
  const { next, change, edited } = state.waiting;
  state.vault = next;
  state.waiting = undefined;
  for (const id of edited) forgetEdit(state, id);
  for (const id of change?.removed_entries ?? []) forgetRow(state, id);
  const blank = { title: '', username: '', url: '', notes: '' };
  const written = (change?.entries ?? []).map((write) => {
    const old = state.rows.get(write.id);
    const icon = write.icon === undefined ? (old?.icon ?? null) : write.icon;
    return { ...blank, ...write, icon, created_at: old?.created_at ?? new Date(ports.clock.nowMs()).toISOString() };
  });
  await verifyHeldRows(ports, state, written);
  const put = written.flatMap(({ id }) => listedEntry(next, id) ?? []).map((item) => itemOf(state, item));
  const report: AcceptReport = {
    epoch: next.epoch,
    findings: next.findings.map(findingOf),
    put,
    removed: change?.removed_entries ?? [],
    rows: rowsReport(state),
  };
  return succeed(report);
}
