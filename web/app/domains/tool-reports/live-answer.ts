import type { Result } from '@castellan/foundation/result';
import { browserTimer } from '../../lib/clock.ts';
import type { Live, LiveState } from '../../lib/live.ts';
import { createSignal } from '../../lib/store.ts';
import { documentVisibility, pollWhileVisible } from '../activity/visible-polling.ts';

/** An answer of the server's, live: asked for while someone listens and sees the page, and kept as stale in an outage. */
export function liveAnswer<Value>(ask: () => Promise<Result<Value, { readonly code: string }>>, everyMs: number): Live<Value> {
  let state: LiveState<Value> = { status: 'loading' };
  let told = '';
  const refresh = async () => {
    const answer = await ask();
    const next = answer.ok ? ({ status: 'ready', value: answer.value, stale: false } as const) : without(state);
    const text = JSON.stringify(next);
    if (text === told) return;
    told = text;
    state = next;
    changes.tell();
  };
  const changes = createSignal(() => pollWhileVisible({ everyMs, timer: browserTimer, visibility: documentVisibility, run: refresh }));
  return { read: () => state, subscribe: changes.subscribe, refresh };
}

/** What is left of a state when nobody answers. */
function without<Value>(had: LiveState<Value>): LiveState<Value> {
  return had.status === 'ready' ? { ...had, stale: true } : { status: 'failed' };
}
