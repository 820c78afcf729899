import { isSecureOrigin } from '@castellan/foundation/secure-origin';
import type { EntrySecrets } from './entry.ts';
import { maxEntryOrigins, parseOrigins } from './entry-origins.ts';

/** Origins to allow to an entry, and to take away from it. */
export type OriginChange = { readonly allow?: readonly string[]; readonly remove?: readonly string[] };

/** The origins that an entry's values may go to: what is in the list and is none is left out. */
export function originsOf({ origins = [] }: EntrySecrets): readonly string[] {
  return origins.filter(isSecureOrigin);
}

/** An entry's secrets with other origins; what is allowed and removed at once is removed. Beyond the limit nothing is added. */
export function withOrigins(secrets: EntrySecrets, { allow = [], remove = [] }: OriginChange): EntrySecrets {
  const { origins: _, ...rest } = secrets;
  const before = originsOf(secrets).filter((origin) => !remove.includes(origin));
  const after = new Set([...before, ...allow.filter((origin) => isSecureOrigin(origin) && !remove.includes(origin))]);
  const origins = parseOrigins(after.size > maxEntryOrigins ? before : [...after]);
  return origins.length === 0 ? rest : { ...rest, origins };
}
