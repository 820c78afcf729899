import { knownState, withSealer } from '../../../../web/app/domains/records/known-state.ts';
import { openRecords } from '../../../../web/app/domains/records/open-records.ts';
import { createBundlesHand } from '../../../../web/app/domains/sealed-bundles/bundles-hand.ts';
import { dayOf } from '../../../../web/app/domains/tasks/day.ts';
import { vaultOpenness } from '../../../../web/app/domains/vault/vault-openness.ts';
import { browserTimer } from '../../../../web/app/lib/clock.ts';
import type { Capture } from '../../../tool-live.ts';
import { healthBundles } from '../health-records.ts';
import { healthLineText, readHealthLine, recordsOfLine } from '../read-health-line.ts';
import { undoTool } from '../undo-tool.ts';

/** A typed line becomes a value of today, while the vault is open in this tab. */
export default function captureHealth(): Capture {
  return {
    read: (line) => {
      const said = readHealthLine(line);
      if (said === undefined) return undefined;
      return { title: healthLineText(said), facts: [vaultOpenness.read() ? 'today' : 'The vault is locked, so it cannot be saved'] };
    },
    keep: async (line) => {
      const said = readHealthLine(line);
      if (said === undefined || !vaultOpenness.read()) return false;
      const feed = openRecords().open(healthBundles.collection, undoTool);
      // What was typed today before stays beside it, so the day is read first.
      return withSealer(feed, async () => {
        const { status } = await knownState(feed);
        const hand = createBundlesHand(healthBundles, { read: () => feed.read().rows, edit: feed.edit });
        const today = dayOf(new Date(browserTimer.nowMs()));
        return status === 'ready' && (await hand.edit(({ byId }) => ({ put: recordsOfLine(said, today, byId) }))).ok;
      });
    },
  };
}
