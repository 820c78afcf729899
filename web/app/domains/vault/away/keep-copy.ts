import { termOf } from '@castellan/vault-core/offline/device-copy';
import type { VaultCore } from '../session/store-core.ts';

/** Makes this device's copy of the open vault, or brings it up to what was verified; `master`, where it was given just now, gets its own slot. */
export async function keepCopy(core: VaultCore, master?: string): Promise<void> {
  const { copy: memory, timer } = core.ports;
  const { run } = core;
  if (!isVerified(core) || memory.choice() !== true) return;
  const before = await memory.read();
  const read = await core.client.ask('readCopy', { all: before === undefined });
  if (core.isOver(run) || !read.ok) return;
  const { rows, rowIds, ...content } = read.value;
  const isSame = before?.keyId === content.keyId && before.vaultId === content.vaultId && before.userId === content.userId;
  const isSameMaster = isSame && content.masters.every((id) => before.masters.includes(id));
  let own = isSameMaster ? before.own : null;
  if (own === null && master !== undefined) {
    const made = await core.client.ask('makeDeviceSlot', { master });
    if (core.isOver(run)) return;
    if (made.ok) own = made.value;
  }
  // A choice that was taken back meanwhile holds.
  if (memory.choice() !== true || core.away !== undefined) return;
  const nowMs = timer.nowMs();
  const deviceSlotId = core.known?.deviceSlotId ?? null;
  await memory.keepRows(rows, rowIds);
  await memory.keep({ ...content, own, deviceSlotId, contactAtMs: nowMs, latestMs: nowMs });
}

function isVerified({ opened, offline, away }: VaultCore): boolean {
  return opened?.tier === 'secrets' && opened.rowsFinished && !offline && away === undefined;
}

/** How often the time is kept while the server is away, in milliseconds. */
const lookAtClockMs = 60_000;

/**
 * Keeps the copy as the open vault is while it is open, ends it when the owner does, and locks what was opened from it once its time
 * is over. Returns the way to stop.
 */
export function watchCopy(core: VaultCore, lock: () => void): () => void {
  const { copy: memory, timer } = core.ports;
  let kept: unknown;
  let callOff: (() => void) | undefined;
  const lookAtClock = () => {
    callOff = timer.after(lookAtClockMs, async () => {
      callOff = undefined;
      if (core.away === undefined) return;
      const copy = await memory.read();
      const nowMs = timer.nowMs();
      if (copy === undefined || termOf(copy, nowMs).kind !== 'open') return lock();
      if (nowMs > copy.latestMs) await memory.keep({ ...copy, latestMs: nowMs });
      follow();
    });
  };
  const follow = () => {
    if (core.away !== undefined && callOff === undefined) lookAtClock();
    const { opened } = core;
    if (!isVerified(core) || memory.choice() !== true || opened === undefined || kept === opened.rows) return;
    kept = opened.rows;
    void core.inTurn(() => keepCopy(core));
  };
  const stops = [
    core.subscribe(follow),
    memory.onChoice(() => {
      kept = undefined;
      if (memory.choice() === true) follow();
      else void memory.forget();
    }),
  ];
  return () => {
    callOff?.();
    for (const stop of stops) stop();
  };
}
