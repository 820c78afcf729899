import type { EntrySecrets } from './entry.ts';

/** Origins that one entry's values may go to. */
export const maxEntryOrigins = 100;

/**
 * The texts of a sealed list, each once, in order. What is no origin in it is no reason to withhold the entry, and allows nothing: what is
 * given out is held against `isSecureOrigin` (`change-origins.ts`).
 */
export function parseOrigins(value: unknown): readonly string[] {
  return Array.isArray(value) ? [...new Set(value.filter((origin) => typeof origin === 'string'))].sort().slice(0, maxEntryOrigins) : [];
}

/** Three-way: an origin stays unless a side took it away, and comes where a side allowed it. */
export function mergeOrigins(base: EntrySecrets, mine: EntrySecrets, theirs: EntrySecrets): readonly string[] {
  const [was = [], ours = [], other = []] = [base.origins, mine.origins, theirs.origins];
  return parseOrigins([...ours, ...other].filter((origin) => !was.includes(origin) || (ours.includes(origin) && other.includes(origin))));
}
