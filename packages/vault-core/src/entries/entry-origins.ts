import { isSecureOrigin } from '@castellan/foundation/secure-origin';
import type { EntrySecrets } from './entry.ts';

/** Origins that one entry's values may go to. */
export const maxEntryOrigins = 100;

/** The origins that a sealed list holds. What is none is left out: it allows nothing, and is no reason to withhold the entry. */
export function parseOrigins(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  const origins = value.filter((origin): origin is string => typeof origin === 'string' && isSecureOrigin(origin));
  return inOrder(origins);
}

/** An entry's secrets with other origins; what is allowed and removed at once is removed. Beyond the limit nothing is added. */
export function withOrigins(secrets: EntrySecrets, change: OriginChange): EntrySecrets {
  const { origins: before = [], ...rest } = secrets;
  const origins = parseOrigins([...before, ...(change.allow ?? [])]).filter((origin) => change.remove?.includes(origin) !== true);
  const kept = origins.length > maxEntryOrigins ? before : origins;
  return kept.length === 0 ? rest : { ...rest, origins: kept };
}

/** Origins to allow to an entry, and to take away from it. */
export type OriginChange = { readonly allow?: readonly string[]; readonly remove?: readonly string[] };

/** Three-way: an origin stays unless a side took it away, and comes where a side allowed it. */
export function mergeOrigins(base: EntrySecrets, mine: EntrySecrets, theirs: EntrySecrets): readonly string[] {
  const [was = [], ours = [], other = []] = [base.origins, mine.origins, theirs.origins];
  const all = inOrder([...ours, ...other]);
  return all.filter((origin) => (was.includes(origin) ? ours.includes(origin) && other.includes(origin) : true)).slice(0, maxEntryOrigins);
}

function inOrder(origins: readonly string[]): string[] {
  return [...new Set(origins)].sort();
}
