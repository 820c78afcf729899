import type { VaultMemory } from '../../../../domains/vault/contract/vault-state.ts';
import { storedLockTimes, usualLockTimes } from '../../../../domains/vault/ports/lock-times.ts';
import { useNow } from '../../../../ui/use-now.ts';

/** When the open vault locks by itself: as a ruler that runs out, and to the second. */
export function LocksIn({ memory: { locksAtMs } }: { readonly memory: VaultMemory }) {
  return locksAtMs === null ? null : <Countdown toMs={locksAtMs} />;
}

function Countdown({ toMs }: { readonly toMs: number }) {
  const seconds = Math.max(0, Math.ceil((toMs - useNow(1000)) / 1000));
  const wholeSeconds = (storedLockTimes.read() ?? usualLockTimes).idleMinutes * 60;
  return (
    <span className="inline-flex items-center gap-2 tabular-nums">
      <span aria-hidden="true" className="relative h-2 w-16 overflow-hidden text-copper max-md:hidden">
        <span className={`${ticks} w-full opacity-25`} />
        <span className={ticks} style={{ width: `${Math.min(100, (seconds / wholeSeconds) * 100)}%` }} />
      </span>
      {`Locks in ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}
    </span>
  );
}

const ticks = 'absolute inset-y-0 left-0 bg-[repeating-linear-gradient(90deg,currentColor_0_1.5px,transparent_1.5px_5px)]';
