import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Entry } from '@castellan/vault-core/entries/entry';
import { exportCsv } from '@castellan/vault-core/export/csv-export';
import { buildDecryptorPage } from '@castellan/vault-core/export/decryptor-page';
import { sealExport } from '@castellan/vault-core/export/encrypted-export';
import type { OpenVault } from '@castellan/vault-core/manifest/open-vault';
import type { VaultPorts } from '@castellan/vault-core/ports';
import type { ExportedVault, ExportRequest } from '../contract/vault-tools.ts';
import type { JobContext, JobInput } from '../contract/vault-work.ts';
import type { ExportFailure } from '../contract/work-shapes.ts';
import { readAll } from './read-all.ts';
import { prove } from './security-jobs.ts';
import type { WorkerState } from './worker-state.ts';
import type { WorkerTools } from './worker-tools.ts';

type Made = Pick<ExportedVault, 'files'> & Partial<ExportedVault>;
type MakeFailure = Extract<
  ExportFailure,
  { readonly code: 'password_too_short' | 'derivation_failed' | 'export_too_large' | 'library_not_inlinable' }
>;

/** Makes the files of an export. What opens the vault's key is presented once more: an open screen alone gives none away. */
export async function exportVault(
  ports: VaultPorts,
  tools: WorkerTools,
  state: WorkerState,
  vault: OpenVault,
  { request, authority }: JobInput<'exportVault'>,
  context: JobContext,
): Promise<Result<ExportedVault, ExportFailure>> {
  const proven = await prove(ports, vault, authority);
  if (!proven.ok)
    return proven.failure.code === 'not_open' ? fail(proven.failure) : fail({ code: 'proof_refused', because: proven.failure.code });
  const read = await readAll(ports, state, vault, context);
  if (!read.ok) return read;
  const entries = read.value.entries.map(({ entry }) => entry);
  const nowMs = ports.clock.nowMs();
  const made = await makeFiles(ports, tools, entries, request, nowMs);
  if (!made.ok) return made;
  if (context.isCancelled()) return fail({ code: 'cancelled' });
  const origins = entries.filter(({ secrets }) => secrets.origins !== undefined).length;
  const losses = { ...made.value.losses, origins };
  return succeed({ entries: entries.length, left: read.value.left, defusedCells: 0, ...made.value, losses });
}

async function makeFiles(
  ports: VaultPorts,
  tools: WorkerTools,
  entries: readonly Entry[],
  request: ExportRequest,
  nowMs: number,
): Promise<Result<Made, MakeFailure>> {
  const name = `castellan-vault-${new Date(nowMs).toISOString().slice(0, 10)}`;
  if (request.format === 'csv') {
    const { text, defusedCells, losses } = exportCsv(entries);
    return succeed({
      files: [{ name: `${name}.csv`, content: new Blob([text], { type: 'text/csv' }) }],
      entries: entries.length - losses.trash,
      defusedCells,
      losses,
    });
  }
  if (request.format === 'kdbx') {
    const { exportKdbx } = await import('@castellan/vault-core/export/kdbx-export');
    const made = await exportKdbx(entries, request.password, 'Castellan vault', tools.argon2);
    if (!made.ok) return made;
    const { bytes, characterLosses } = made.value;
    const content = new Blob([Uint8Array.from(bytes)], { type: 'application/octet-stream' });
    return succeed({ files: [{ name: `${name}.kdbx`, content }], losses: { characters: characterLosses } });
  }
  const sealing = { crypto: tools.archive, argon2: tools.argon2, randomBytes: ports.randomBytes };
  const sealed = await sealExport(entries, request.password, nowMs, sealing);
  if (!sealed.ok) return sealed;
  const page = await buildDecryptorPage(await tools.decryptorScript(), tools.archive.sha256);
  if (!page.ok) return page;
  return succeed({
    files: [
      { name: `${name}.json`, content: new Blob([sealed.value], { type: 'application/json' }) },
      { name: 'open-castellan-export.html', content: new Blob([page.value], { type: 'text/html' }) },
    ],
  });
}
