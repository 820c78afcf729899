import type { CaptureTaker, TakenCapture } from '../../../../web/app/domains/notes/inbox/capture-taker.ts';
import { openRecords } from '../../../../web/app/domains/records/open-records.ts';
import { createBundlesHand } from '../../../../web/app/domains/sealed-bundles/bundles-hand.ts';
import { readBundles } from '../../../../web/app/domains/sealed-bundles/read-bundles.ts';
import { dateLabel } from '../../../../web/app/domains/tasks/day.ts';
import { type HealthRecord, healthBundles } from '../health-records.ts';
import { valueText } from '../metrics.ts';
import { healthLineText, readHealthLine, recordsOfLine, valuesBefore } from '../read-health-line.ts';
import { undoTool } from '../undo-tool.ts';

/** Puts a captured value into its day, beside what was typed there before. */
export default function takeValue(): CaptureTaker<'health'> {
  const feed = openRecords().open(healthBundles.collection, undoTool);
  const hand = createBundlesHand(healthBundles, { read: () => feed.read().rows, edit: feed.edit });
  let seen: { readonly rows: unknown; readonly byId: ReadonlyMap<string, HealthRecord> } | undefined;
  const byIdNow = () => {
    const { rows } = feed.read();
    if (seen?.rows !== rows) seen = { rows, byId: readBundles(healthBundles, rows).byId };
    return seen.byId;
  };
  const read = ({ measure, text }: TakenCapture<'health'>) => readHealthLine(`${measure.replaceAll(/[^a-zA-Z0-9 ]/g, '')} ${text}`);
  return {
    status: () => feed.read().status,
    subscribe: feed.subscribe,
    plan: (capture) => {
      const said = read(capture);
      const when = `${dateLabel(capture.day, 'short')}, ${capture.time}`;
      if (said === undefined) {
        const title = `${capture.measure} ${capture.text}`.trim();
        return { title, facts: [when], fault: 'No measure with such a value is known. Edit it, such as weight 74.2 or bp 120/80.' };
      }
      const before = valuesBefore(said, capture.day, byIdNow());
      const others = Object.entries(before).filter(([id, value]) => value !== said[id]);
      const replaced = others.map(([id, value]) => `replaces ${valueText(id, value)} of that day`);
      return {
        title: healthLineText(said),
        facts: [when, ...replaced],
        isThere: others.length === 0 && Object.keys(before).length === Object.keys(said).length,
      };
    },
    keep: async (capture) => {
      const said = read(capture);
      if (said === undefined) return false;
      return (await hand.edit(({ byId }) => ({ put: recordsOfLine(said, capture.day, byId) }))).ok;
    },
    undoTool,
  };
}
