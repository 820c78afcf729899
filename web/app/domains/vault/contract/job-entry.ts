import type { OpenVault } from '@castellan/vault-core/manifest/open-vault';
import type { Argon2idCost, VaultPorts } from '@castellan/vault-core/ports';
import type { CostFinder } from '../worker/cost-finder.ts';
import type { WorkerState } from '../worker/worker-state.ts';
import type { WorkerTools } from '../worker/worker-tools.ts';
import type { JobContext, JobFailure, JobInput, JobName, JobResult } from './vault-work.ts';
import type { NotOpenFailure } from './work-shapes.ts';

/** What every job works with. */
export type JobWork = {
  readonly ports: VaultPorts;
  readonly tools: WorkerTools;
  readonly state: WorkerState;
  readonly costs: CostFinder;
  readonly minCost: Argon2idCost;
};

/** `queue`: the job reads or changes what a write changes, so it waits its turn; the others wait for nobody, and nobody waits for them. */
type Job = { readonly queue: boolean };
type OpenJob<Name extends JobName> = Job & {
  /** Without an open vault the job is answered with `not_open`. */
  readonly needsOpen: true;
  readonly run: (work: JobWork, vault: OpenVault, input: JobInput<Name>, context: JobContext) => Promise<JobResult<Name>>;
};
type FreeJob<Name extends JobName> = Job & {
  readonly needsOpen: false;
  readonly run: (work: JobWork, input: JobInput<Name>, context: JobContext) => Promise<JobResult<Name>>;
};

/** How one job is done. Only a job that declares `not_open` may need an open vault. */
export type JobEntry<Name extends JobName> = FreeJob<Name> | (NotOpenFailure extends JobFailure<Name> ? OpenJob<Name> : never);
