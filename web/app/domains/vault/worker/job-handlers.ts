import { minNewCost } from '@castellan/vault-core/crypto/argon2id';
import type { Argon2idCost, VaultPorts } from '@castellan/vault-core/ports';
import { createSerialQueue, type SerialQueue } from '../../../lib/serial-queue.ts';
import type { JobEntry, JobWork } from '../contract/job-entry.ts';
import type { JobContext, JobInput, JobName, JobResult, VaultJobHandlers } from '../contract/vault-work.ts';
import { CostFinder } from './cost-finder.ts';
import { jobTable } from './job-table.ts';
import { notOpen } from './security-jobs.ts';
import { emptyWorkerState } from './worker-state.ts';
import { platformTools, type WorkerTools } from './worker-tools.ts';

/**
 * Holds the open vault and does the jobs of the table. Nothing of it leaves but what a job's answer names: details for the list,
 * one entry's secrets, ciphertext to be sent. `minCost`: what a guess at a master costs at least.
 */
export function createJobHandlers(
  ports: VaultPorts,
  tools: WorkerTools = platformTools,
  minCost: Argon2idCost = minNewCost,
): VaultJobHandlers {
  const work: JobWork = { ports, tools, state: emptyWorkerState(), costs: new CostFinder(ports, minCost), minCost };
  // One job after the other: each sees the state that the one before left.
  const queue = createSerialQueue();
  const handlers = Object.entries(jobTable).map(([name, entry]) => [name, handlerOf(entry as JobEntry<JobName>, work, queue)]);
  // The table has every job, each with its own types; entries of an object lose which is whose.
  return Object.fromEntries(handlers) as VaultJobHandlers;
}

function handlerOf<Name extends JobName>(entry: JobEntry<Name>, work: JobWork, queue: SerialQueue) {
  const run = async (input: JobInput<Name>, context: JobContext): Promise<JobResult<Name> | typeof notOpen> => {
    if (!entry.needsOpen) return entry.run(work, input, context);
    const { vault } = work.state;
    return vault === undefined ? notOpen : entry.run(work, vault, input, context);
  };
  return entry.queue ? (input: JobInput<Name>, context: JobContext) => queue(() => run(input, context)) : run;
}
