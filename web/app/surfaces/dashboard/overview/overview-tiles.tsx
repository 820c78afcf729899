import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { liveOf } from '../../../../../tools/live-registry.ts';
import { tools } from '../../../../../tools/registry.ts';
import type { ToolManifest } from '../../../../../tools/tool.ts';
import { documentVisibility, pollEveryMs, pollWhileVisible } from '../../../domains/activity/visible-polling.ts';
import { loadOverviewCounts, type OverviewCounts, type RowCount, todaysLogLimit } from '../../../domains/overview/overview-counts.ts';
import { spanStartMs } from '../../../domains/security/log-filter.ts';
import { browserTimer } from '../../../lib/clock.ts';
import { PostureTile } from './posture-tile.tsx';
import { TileFace } from './tile-face.tsx';

type Tile = {
  readonly label: string;
  readonly text: string;
  readonly note?: string | undefined;
  readonly to: string;
  /** A page of its own opens beside the dashboard, and must know its opener to be let in. */
  readonly opens: 'here' | 'beside';
};

const everyTool: readonly ToolManifest[] = tools;
const toolTiles = everyTool.flatMap(({ id }) => (liveOf(id).tiles ?? []).map(({ at, ...tile }) => ({ ...tile, to: `/${id}${at}` })));
const questions = toolTiles.map(({ rows }) => rows);

/** The figures of the day, each leading to what it counts. `newestKey` changes when the log has grown. */
export function OverviewTiles({ newestKey }: { readonly newestKey: string | undefined }) {
  const counts = useCounts(newestKey);
  return (
    <ul aria-label="Figures" className="overview-facts">
      {tilesOf(counts).map(({ label, text, note, to, opens }) => (
        <li key={label}>
          {opens === 'here' ? (
            <Link to={to} className="overview-fact">
              <TileFace label={label} text={text} note={note} />
            </Link>
          ) : (
            // biome-ignore lint/security/noBlankTarget: our own page; with its opener the new tab has this tab's session flag too.
            <a href={to} target="_blank" rel="opener" className="overview-fact">
              <TileFace label={label} text={text} note={note} />
            </a>
          )}
        </li>
      ))}
      <li>
        <PostureTile />
      </li>
    </ul>
  );
}

function tilesOf(counts: OverviewCounts | undefined): readonly Tile[] {
  return [
    ...toolTiles.flatMap(({ label, note, to }, index): readonly Tile[] => {
      const count = counts?.rows[index];
      return count === 'absent' ? [] : [{ label, text: spell(count), note, to, opens: 'beside' }];
    }),
    // Only the opened vault knows what it holds.
    { label: 'Vault', text: '–', note: 'Open the vault to see', to: '#vault', opens: 'here' },
    {
      label: 'Logs today',
      text: counts?.todaysLogs === todaysLogLimit ? `${todaysLogLimit}+` : spell(counts?.todaysLogs),
      note: sinceText(Date.now()),
      to: '#security?time=today',
      opens: 'here',
    },
  ];
}

/** Since when today's logs are counted, on this device's clock: the day begins at 22:00 UTC of the day before (spec §9). */
function sinceText(nowMs: number): string {
  return `since ${new Date(spanStartMs('today', nowMs) ?? nowMs).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })} (local time)`;
}

function spell(count: RowCount | undefined): string {
  if (count === undefined) return '…';
  return typeof count === 'number' ? count.toLocaleString('en-GB') : '?';
}

/** Asked every 10 seconds while visible, and when the log grew; an outage keeps the figures that were known. */
function useCounts(newestKey: string | undefined): OverviewCounts | undefined {
  const [counts, setCounts] = useState<OverviewCounts>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer log is what makes the figures old.
  useEffect(() => {
    let left = false;
    const run = async () => {
      const loaded = await loadOverviewCounts(questions, browserTimer.nowMs());
      if (!left) setCounts((had) => keepKnown(had, loaded));
    };
    const stop = pollWhileVisible({ everyMs: pollEveryMs, timer: browserTimer, visibility: documentVisibility, run });
    return () => {
      left = true;
      stop();
    };
  }, [newestKey]);
  return counts;
}

function keepKnown(had: OverviewCounts | undefined, loaded: OverviewCounts): OverviewCounts {
  if (had === undefined) return loaded;
  return {
    rows: loaded.rows.map((count, index) => (count === 'unknown' ? (had.rows[index] ?? count) : count)),
    todaysLogs: loaded.todaysLogs === 'unknown' ? had.todaysLogs : loaded.todaysLogs,
  };
}
