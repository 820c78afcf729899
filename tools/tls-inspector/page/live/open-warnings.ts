import type { ToolWarning } from '../../../../web/app/domains/overview/needs-you.ts';
import { readReport, type TargetVerdict } from '../../../../web/app/domains/tool-reports/job-client.ts';
import { liveVerdicts } from '../../../../web/app/domains/tool-reports/live-targets.ts';
import { addressOfJob } from '../../../../web/app/domains/tool-reports/report-address.ts';
import { browserTimer } from '../../../../web/app/lib/clock.ts';
import type { Live, LiveState } from '../../../../web/app/lib/live.ts';
import { createStore } from '../../../../web/app/lib/store.ts';
import { tlsInspector } from '../../manifest.ts';
import { readTlsReport } from '../read-tls-report.ts';

type Warnings = LiveState<readonly ToolWarning[]>;

const dayMs = 86_400_000;

/** A certificate is warned of so many days before it ends. */
const daysAhead = 14;

/** Reports that are read at most; of the rest the target's own verdict tells. */
const mostReports = 40;

/** The certificates of the targets that have ended, or end within 14 days, by the newest report on each. Nothing is sent to a target. */
export default function openWarnings(): Live<readonly ToolWarning[]> {
  const verdicts = liveVerdicts();
  // A report never changes: when its certificate ends is read once.
  const ends = new Map<string, number | undefined>();
  const run = async () => {
    const state = verdicts.read();
    if (state.status !== 'ready') return store.set(state);
    const own = state.value.filter(({ tool }) => tool === tlsInspector.id).slice(0, mostReports);
    let isWhole = true;
    for (const { id } of own) {
      if (ends.has(id)) continue;
      const read = await readReport(id);
      if (read.ok) ends.set(id, firstEnd(read.value));
      else isWhole = false;
    }
    store.set({ status: 'ready', value: warningsOf(own, ends, browserTimer.nowMs()), stale: state.stale || !isWhole });
  };
  // One after the other, so that no report is read twice.
  let turn = Promise.resolve();
  const tell = () => {
    turn = turn.then(run);
    return turn;
  };
  const store = createStore<Warnings>({ status: 'loading' }, () => {
    const stop = verdicts.subscribe(() => void tell());
    void tell();
    return stop;
  });
  return {
    read: store.get,
    subscribe: store.subscribe,
    refresh: async () => {
      await verdicts.refresh();
      await tell();
    },
  };
}

/** When the first of the site's certificates ends, in milliseconds since 1970; `undefined` where the report has none. */
function firstEnd(report: object): number | undefined {
  const ends = readTlsReport(report).certificates.flatMap(({ role, validTo }) =>
    role === 'leaf' && validTo !== '' ? [Date.parse(validTo)] : [],
  );
  return ends.length === 0 ? undefined : Math.min(...ends);
}

/** Of the newest reports, by when their certificates end. */
export function warningsOf(
  verdicts: readonly Pick<TargetVerdict, 'id' | 'target' | 'madeAt'>[],
  ends: ReadonlyMap<string, number | undefined>,
  nowMs: number,
): readonly ToolWarning[] {
  return verdicts.flatMap(({ id, target, madeAt }): readonly ToolWarning[] => {
    const endMs = ends.get(id);
    if (endMs === undefined || endMs - nowMs > daysAhead * dayMs) return [];
    const hasEnded = endMs <= nowMs;
    const title = `The certificate of ${target} ${hasEnded ? 'has expired' : `expires ${inDays(Math.floor((endMs - nowMs) / dayMs))}`}`;
    return [
      { id, title, level: hasEnded ? 'failed' : 'late', since: `seen on ${madeAt.slice(0, 10)}`, to: addressOfJob(tlsInspector.id, id) },
    ];
  });
}

function inDays(days: number): string {
  if (days === 0) return 'within a day';
  return days === 1 ? 'in 1 day' : `in ${days} days`;
}
