import type { DueItem } from '../../../../../../tools/tool-live.ts';
import type { Gathered } from '../../../../lib/live.ts';

/** What several tools say is due, as one list. */
export type DueList = {
  /** `failed` only where nothing is known of any tool. */
  readonly status: 'loading' | 'failed' | 'ready';
  /** Late ones first, then by the clock; what has no time stands behind what has one. */
  readonly items: readonly (DueItem & { readonly tool: string })[];
  /** Part of it is old, missing or not there yet: a short list must not pass for a quiet day. */
  readonly isPartial: boolean;
  /** Tools whose part is sealed. */
  readonly locked: readonly string[];
};

/** Merges what the tools told. */
export function orderDue(gathered: readonly Gathered<readonly DueItem[]>[]): DueList {
  const items = gathered
    .flatMap(({ id, state }) => (state.status === 'ready' ? state.value.map((item) => ({ ...item, tool: id })) : []))
    .sort((one, other) => one.day.localeCompare(other.day) || (one.time ?? '99').localeCompare(other.time ?? '99'));
  const has = (status: string) => gathered.some(({ state }) => state.status === status);
  const known = has('ready') || has('locked');
  return {
    status: known || gathered.length === 0 ? 'ready' : has('loading') ? 'loading' : 'failed',
    items,
    isPartial: known && (has('failed') || gathered.some(({ state }) => state.status === 'ready' && state.stale)),
    locked: gathered.filter(({ state }) => state.status === 'locked').map(({ id }) => id),
  };
}
