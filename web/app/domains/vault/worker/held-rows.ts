import { parseVaultRow, type VaultRow } from '@castellan/vault-core/manifest/vault-row';
import { verifyRows } from '@castellan/vault-core/manifest/verify-rows';
import type { VaultPorts } from '@castellan/vault-core/ports';
import type { VaultFinding } from '../contract/vault-state.ts';
import type { RowsReport } from '../contract/work-shapes.ts';
import { expectedIds, itemOf, type WorkerState } from './worker-state.ts';

/** Takes rows as they came; one in no known shape is left out, and so is missing. */
export function parseRows(rows: readonly unknown[]): VaultRow[] {
  return rows.map(parseVaultRow).filter((row) => row !== undefined);
}

/** Puts rows in the place of those of the same ids and compares them with the manifest, if a vault is open. */
export async function verifyHeldRows(ports: VaultPorts, state: WorkerState, rows: readonly VaultRow[]): Promise<void> {
  for (const row of rows) {
    forgetRow(state, row.id);
    state.rows.set(row.id, row);
  }
  if (state.vault === undefined) return;
  const report = await verifyRows(ports, state.vault, rows);
  const given = new Set(rows.map(({ id }) => id));
  for (const row of report.verified) state.verified.add(row);
  // What is missing from a few rows says nothing; what is missing from all is asked at the end.
  for (const { code, entryId } of report.findings) if (given.has(entryId)) state.findings.set(entryId, code);
  for (const item of report.unlisted) state.unlisted.set(item.id, item);
  for (const { id } of report.unconverted) state.unconverted.add(id);
}

/** Takes a row away with everything that was found of it. */
export function forgetRow(state: WorkerState, id: string): void {
  const row = state.rows.get(id);
  if (row !== undefined) state.verified.delete(row);
  state.rows.delete(id);
  state.findings.delete(id);
  state.brokenIcons.delete(id);
  state.unlisted.delete(id);
  state.unconverted.delete(id);
}

/** Takes those rows away that were asked for, did not come, and are listed no more: another device removed them. */
export function forgetRemoved(state: WorkerState, asked: readonly string[], came: readonly VaultRow[]): void {
  const isHere = new Set(came.map(({ id }) => id));
  const expected = expectedIds(state.vault);
  for (const id of asked) if (!isHere.has(id) && !expected.has(id)) forgetRow(state, id);
}

/** Checks the rows at hand again, as after another state of the manifest was read. */
export async function verifyAgain(ports: VaultPorts, state: WorkerState): Promise<void> {
  const missing = [...state.findings].filter(([, code]) => code === 'missing').map(([id]) => id);
  for (const id of missing) state.findings.delete(id);
  if (state.rows.size > 0) await verifyHeldRows(ports, state, [...state.rows.values()]);
  if (missing.length > 0) markMissing(state);
}

/** Once every row was handed over: what the manifest lists, or an upgrade waits for, and no row is there of. */
export function markMissing(state: WorkerState): void {
  for (const id of expectedIds(state.vault)) if (!state.rows.has(id)) state.findings.set(id, 'missing');
}

/** What a row of the legacy product calls itself; its id where it has no name. */
export function legacyTitle(state: WorkerState, id: string): string {
  const title = state.rows.get(id)?.title ?? '';
  return title === '' ? id : title;
}

/** How the rows at hand stand to the manifest. */
export function rowsReport(state: WorkerState): RowsReport {
  // What is wrong with a row itself stands last: of one entry, that is what the list says.
  const found: VaultFinding[] = [...state.brokenIcons].map((id) => ({ code: 'icon_unreadable', id }));
  for (const [id, code] of state.findings) found.push({ code, id });
  for (const id of state.unconverted) found.push({ code: 'unconverted', id, title: legacyTitle(state, id) });
  let total = 0;
  for (const shard of state.vault?.shards.values() ?? []) total += shard.items.size;
  return {
    verified: state.verified.size,
    total,
    findings: found,
    unlisted: [...state.unlisted.values()].map((item) => itemOf(state, item)),
  };
}
