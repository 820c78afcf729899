import { fail, succeed } from '@castellan/foundation/result';
import type { OpenVault } from '@castellan/vault-core/manifest/open-vault';
import type { VaultPorts } from '@castellan/vault-core/ports';
import { bringBackRecords, readKept } from '@castellan/vault-core/records/kept-records';
import type { JobInput, JobResult } from '../../contract/vault-work.ts';
import { hold } from '../worker-state.ts';
import type { WorkerTools } from '../worker-tools.ts';
import type { RecordWork } from './record-jobs.ts';
import { fieldReader } from './record-schemas.ts';

/** Says what kept texts of records are. */
export async function readKeptTexts(
  ports: VaultPorts,
  tools: WorkerTools,
  vault: OpenVault,
  records: JobInput<'readKept'>,
): Promise<JobResult<'readKept'>> {
  if (vault.keys.secrets === undefined) return fail({ code: 'locked' });
  return succeed(await readKept(ports, vault, records, fieldReader(tools)));
}

/** Prepares the next change that brings records back. */
export async function prepareKept(
  { ports, tools, state }: RecordWork,
  vault: OpenVault,
  records: JobInput<'prepareKept'>,
): Promise<JobResult<'prepareKept'>> {
  if (vault.keys.secrets === undefined) return fail({ code: 'locked' });
  const back = await bringBackRecords(ports, vault, records, fieldReader(tools));
  if (!back.ok) return back;
  const { commit, ...done } = back.value;
  return succeed({ prepared: commit === undefined ? undefined : hold(state, commit), ...done });
}
