import { liveOf } from '../../../../tools/live-registry.ts';
import { documentVisibility, pollWhileVisible } from '../../domains/activity/visible-polling.ts';
import { countRows } from '../../domains/overview/overview-counts.ts';
import { browserTimer } from '../../lib/clock.ts';
import { tellFrameCount } from './frame-counts.ts';
import { toolViews } from './view-entries.ts';

/** Milliseconds between two looks, and after a change in this browser. */
const everyMs = 60_000;
const afterChangeMs = 500;

/** Counts, for each tool with a view, what its first figure of the overview counts: now, each minute while visible, and after changes here. */
export function watchFrameCounts(): () => void {
  const asked = toolViews.flatMap(({ tool: { id } }) =>
    (liveOf(id).tiles ?? []).slice(0, 1).map(({ rows, label }) => ({ id, rows, label })),
  );
  const run = async () => {
    await Promise.all(
      asked.map(async ({ id, rows, label }) => {
        const count = await countRows(rows);
        if (typeof count === 'number') tellFrameCount(id, count, label.toLowerCase());
      }),
    );
  };
  const stop = pollWhileVisible({ everyMs, timer: browserTimer, visibility: documentVisibility, run });
  // Tabs tell each other of changes by this channel; this page hears itself there, too.
  const heard = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('castellan-records');
  let callOff = () => {};
  heard?.addEventListener('message', () => {
    callOff();
    callOff = browserTimer.after(afterChangeMs, () => void run());
  });
  return () => {
    stop();
    callOff();
    heard?.close();
  };
}
