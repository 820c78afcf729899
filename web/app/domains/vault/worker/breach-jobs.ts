import { fail, type Result, succeed } from '@castellan/foundation/result';
import { isPasswordKind } from '@castellan/vault-core/health/health-report';
import { planBreachQueries, readBreachRange } from '@castellan/vault-core/health/hibp-range';
import type { OpenVault } from '@castellan/vault-core/manifest/open-vault';
import type { VaultPorts } from '@castellan/vault-core/ports';
import type { JobContext, JobResult } from '../contract/vault-work.ts';
import type { ReadAllFailure } from '../contract/work-shapes.ts';
import { readAll } from './read-all.ts';
import type { WorkerState } from './worker-state.ts';
import type { WorkerTools } from './worker-tools.ts';

/** Reads every password, and keeps what their hashes end with: only what they begin with leaves. The trash is left out. */
export async function planBreachCheck(
  ports: VaultPorts,
  tools: WorkerTools,
  state: WorkerState,
  vault: OpenVault,
  context: JobContext,
): Promise<Result<{ readonly prefixes: readonly string[]; readonly left: number }, ReadAllFailure>> {
  const read = await readAll(ports, state, vault, context);
  if (!read.ok) return read;
  const passwords = read.value.entries
    .filter(({ entry: { details } }) => details.trashedAt === null && isPasswordKind(details.kind))
    .map(({ id, entry }) => ({ id, password: entry.secrets.password }));
  const queries = await planBreachQueries(passwords, tools.sha1);
  if (context.isCancelled()) return fail({ code: 'cancelled' });
  state.breaches = { queries: new Map(queries.map((query) => [query.prefix, query])), found: new Map() };
  return succeed({ prefixes: queries.map(({ prefix }) => prefix), left: read.value.left.length });
}

/** Notes which entries a range names. An answer to what was not asked tells nothing. */
export function searchBreachRange(state: WorkerState, prefix: string, range: string): JobResult<'searchBreachRange'> {
  const query = state.breaches?.queries.get(prefix);
  if (query === undefined) return fail({ code: 'not_open' });
  const found = readBreachRange(query, range);
  if (!found.ok) return found;
  for (const [id, count] of found.value) state.breaches?.found.set(id, count);
  return succeed(undefined);
}

/** What was found, the most seen first; nothing of the check is kept. */
export function finishBreachCheck(state: WorkerState): JobResult<'finishBreachCheck'> {
  const { breaches } = state;
  if (breaches === undefined) return fail({ code: 'not_open' });
  state.breaches = undefined;
  const found = [...breaches.found].map(([id, count]) => ({ id, count }));
  return succeed(found.sort((one, other) => other.count - one.count));
}
