import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { refuse } from './function-answers.ts';

/** Functions by these names that say that the hosted project keeps what they are for. */
export function keptByProject<Name extends string>(...names: readonly Name[]): Readonly<Record<string, PlatformFunction>> {
  const refusing: PlatformFunction = {
    audience: 'owner',
    handle: async () => refuse(409, 'kept_by_project', 'The hosted project keeps it: see its dashboard.'),
  };
  return Object.fromEntries(names.map((name) => [name, refusing]));
}
