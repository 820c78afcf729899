import type { LockedState } from '../vault-context.ts';

const modes = { none: 'set', older: 'upgrade', present: 'enter' } as const;

/** What the master dialog must do where a vault of this kind has no master in memory. */
export function masterModeOf(kind: LockedState['kind']): 'set' | 'enter' | 'upgrade' {
  return modes[kind];
}
