import type { LogEntry } from './log-entry.ts';
import { isAuthentication } from './log-filter.ts';

/** Whether a row tells of sign-ins that were refused. */
export function isRefusedSignIn({ kind, type, success }: LogEntry): boolean {
  return kind === 'log' && !success && isAuthentication(type);
}

/** How many refusals a row stands for: the server counts those of one address and minute in one row. */
export function refusalsOf({ metadata, repeats }: LogEntry): number {
  const { count } = metadata;
  return repeats * (typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? count : 1);
}
