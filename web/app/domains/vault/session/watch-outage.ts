import type { VaultCore } from './store-core.ts';
import { catchUp } from './write-vault.ts';

/** Pauses between looks for a server that is away, in milliseconds; the last one is repeated. */
const lookAgainAfterMs = [10_000, 20_000, 40_000, 60_000] as const;

/** While the open vault cannot reach its server, looks again by itself: an outage that is over is noticed. Returns the way to stop. */
export function watchOutage(core: VaultCore): () => void {
  const { timer } = core.ports;
  let callOff: (() => void) | undefined;
  let looks = 0;
  const stopWaiting = () => {
    callOff?.();
    callOff = undefined;
  };
  const wait = () => {
    const pauseMs = lookAgainAfterMs[Math.min(looks, lookAgainAfterMs.length - 1)] ?? 60_000;
    callOff = timer.after(pauseMs, () => {
      callOff = undefined;
      looks += 1;
      void catchUp(core).then(follow);
    });
  };
  const follow = () => {
    const state = core.read();
    const isAway = state.stage === 'open' && state.offline && state.tier !== 'none';
    if (!isAway) {
      stopWaiting();
      looks = 0;
    } else if (callOff === undefined) wait();
  };
  const leave = core.subscribe(() => {
    const state = core.read();
    if (state.stage !== 'open' || !state.offline) follow();
    else if (callOff === undefined && looks === 0) follow();
  });
  return () => {
    leave();
    stopWaiting();
  };
}
