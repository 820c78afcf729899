import { fail, type Result, succeed } from '@castellan/foundation/result';
import { checkHealth as checkEntries } from '@castellan/vault-core/health/health-report';
import type { OpenVault } from '@castellan/vault-core/manifest/open-vault';
import type { VaultPorts } from '@castellan/vault-core/ports';
import type { HealthReport } from '../contract/vault-tools.ts';
import type { JobContext } from '../contract/vault-work.ts';
import type { ReadAllFailure } from '../contract/work-shapes.ts';
import { nextTask, readAll } from './read-all.ts';
import type { WorkerState } from './worker-state.ts';
import type { WorkerTools } from './worker-tools.ts';

/** Looks through the whole vault for what is amiss: the first half of the progress is reading, the second checking. */
export async function checkHealth(
  ports: VaultPorts,
  tools: WorkerTools,
  state: WorkerState,
  vault: OpenVault,
  context: JobContext,
): Promise<Result<HealthReport, ReadAllFailure | { readonly code: 'tool_out_of_reach' }>> {
  const loading = tools.loadStrength().catch(() => undefined);
  const progress = (done: number, total: number) => context.progress(done, total * 2);
  const read = await readAll(ports, state, vault, { ...context, progress });
  if (!read.ok) return read;
  const strength = await loading;
  if (strength === undefined) return fail({ code: 'tool_out_of_reach' });
  const { entries, left } = read.value;
  for await (const step of checkEntries({ entries, nowMs: ports.clock.nowMs(), isWeak: strength.isWeak })) {
    if (step.kind === 'report') return succeed({ problems: step.problems, checked: step.checked, left: left.length });
    context.progress(step.total + step.done, step.total * 2);
    await nextTask();
    if (context.isCancelled()) return fail({ code: 'cancelled' });
  }
  return fail({ code: 'cancelled' });
}
