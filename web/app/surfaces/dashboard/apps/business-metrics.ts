import { type Result, succeed } from '@castellan/foundation/result';
import type { Report } from '@castellan/probes/report';
import { liveTools } from '../../../../../tools/live-registry.ts';
import type { Metric, SiteFigure } from '../../../../../tools/tool-live.ts';
import { listTargets, readReport, type TargetVerdict } from '../../../domains/tool-reports/job-client.ts';
import { liveAnswer } from '../../../domains/tool-reports/live-answer.ts';
import type { BackendFailure } from '../../../lib/backend-failure.ts';
import { browserTimer } from '../../../lib/clock.ts';
import type { Live } from '../../../lib/live.ts';

const lookEveryMs = 60_000;

type Figure = SiteFigure & { readonly tool: string };

const figures: readonly Figure[] = Object.entries(liveTools).flatMap(([tool, { siteFigure }]) =>
  siteFigure === undefined ? [] : [{ ...siteFigure, tool }],
);

/** The place that tools know a site by: its host, and its port where that is not the usual one. */
function placeOfSite(address: string): Pick<TargetVerdict, 'host' | 'port'> {
  const { hostname, port } = new URL(address);
  return { host: hostname.replace(/^\[([^\]]+)\]$/, '$1'), port: port === '' ? null : Number(port) };
}

/** The two figures of a site, from the tools' newest reports on it; one that no report tells says so. */
export function businessMetrics(address: string): Live<readonly [Metric, Metric]> {
  const site = placeOfSite(address);
  // A report never changes.
  const known = new Map<string, Report>();
  return liveAnswer(async () => {
    const listed = await listTargets();
    if (!listed.ok) return listed;
    const ofSite = listed.value.filter(({ host, port }) => host === site.host && port === site.port);
    const [first, second] = await Promise.all([readFigure('first', ofSite, known), readFigure('second', ofSite, known)]);
    if (!first.ok) return first;
    return second.ok ? succeed([first.value, second.value] as const) : second;
  }, lookEveryMs);
}

async function readFigure(
  place: Figure['place'],
  ofSite: readonly TargetVerdict[],
  known: Map<string, Report>,
): Promise<Result<Metric, BackendFailure>> {
  const figure = figures.find((one) => one.place === place);
  const label = figure?.label ?? 'Site';
  const verdict = ofSite.find(({ tool }) => tool === figure?.tool);
  if (figure === undefined || verdict === undefined) return succeed({ label, missing });
  const kept = known.get(verdict.id);
  const read = kept === undefined ? await readReport(verdict.id) : succeed(kept);
  if (!read.ok) return read;
  known.set(verdict.id, read.value);
  const value = (await figure.load()).default(read.value, browserTimer.nowMs());
  if (value === undefined) return succeed({ label, missing });
  return succeed({ label: `${label}, ${figure.unit}`, value, note: `looked at ${verdict.madeAt.slice(0, 10)}` });
}

const missing = 'not checked yet';
