import { knownState, withSealer } from '../../../../web/app/domains/records/known-state.ts';
import { openRecords } from '../../../../web/app/domains/records/open-records.ts';
import { createBundlesHand } from '../../../../web/app/domains/sealed-bundles/bundles-hand.ts';
import { dayOf, timeOf } from '../../../../web/app/domains/tasks/day.ts';
import { openLockedLine, sealedHere } from '../../../../web/app/domains/vault/captures/locked-line.ts';
import { vaultOpenness } from '../../../../web/app/domains/vault/vault-openness.ts';
import { browserTimer } from '../../../../web/app/lib/clock.ts';
import type { Capture } from '../../../tool-live.ts';
import { healthBundles } from '../health-records.ts';
import { healthLineText, readHealthLine, recordsOfLine } from '../read-health-line.ts';
import { undoTool } from '../undo-tool.ts';

/** A typed line becomes a value of today while the vault is open in this tab, and a capture, sealed on this device, while it is not. */
export default function captureHealth(): Capture {
  const capture = openLockedLine();
  return {
    read: (line) => {
      const said = readHealthLine(line);
      if (said === undefined) return undefined;
      return { title: healthLineText(said), facts: [vaultOpenness.read() ? 'today' : sealedHere] };
    },
    keep: async (line) => {
      const said = readHealthLine(line);
      if (said === undefined) return false;
      const now = new Date(browserTimer.nowMs());
      if (!vaultOpenness.read()) return capture({ kind: 'health', measure: '', text: line, day: dayOf(now), time: timeOf(now) });
      const feed = openRecords().open(healthBundles.collection, undoTool);
      // What was typed today before stays beside it, so the day is read first.
      return withSealer(feed, async () => {
        const { status } = await knownState(feed);
        const hand = createBundlesHand(healthBundles, { read: () => feed.read().rows, edit: feed.edit });
        const today = dayOf(now);
        return status === 'ready' && (await hand.edit(({ byId }) => ({ put: recordsOfLine(said, today, byId) }))).ok;
      });
    },
  };
}
