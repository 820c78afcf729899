import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { documentVisibility, pollEveryMs, pollWhileVisible } from '../../../domains/activity/visible-polling.ts';
import { loadOverviewCounts, type OverviewCounts, todaysLogLimit } from '../../../domains/overview/overview-counts.ts';
import { browserTimer } from '../../../lib/clock.ts';
import { tools } from '../../../tools/registry.ts';
import type { ToolManifest } from '../../../tools/tool.ts';

type Tile = {
  readonly label: string;
  readonly text: string;
  readonly note: string;
  readonly to: string;
  /** A page of its own opens beside the dashboard, and must know its opener to be let in. */
  readonly opens: 'here' | 'beside';
};

const everyTool: readonly ToolManifest[] = tools;

/** The figures of the day, each leading to what it counts. `newestKey` changes when the log has grown. */
export function OverviewTiles({ newestKey }: { readonly newestKey: string | undefined }) {
  const counts = useCounts(newestKey);
  return (
    <ul className="overview-tiles">
      {tilesOf(counts).map(({ label, text, note, to, opens }) => (
        <li key={label}>
          {opens === 'here' ? (
            <Link to={to} className="overview-tile">
              <TileFace label={label} text={text} note={note} />
            </Link>
          ) : (
            <a href={to} target="_blank" rel="noopener opener" className="overview-tile">
              <TileFace label={label} text={text} note={note} />
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

function TileFace({ label, text, note }: Pick<Tile, 'label' | 'text' | 'note'>) {
  return (
    <>
      <span className="figure-label">{label}</span>
      <span className="figure-value">{text}</span>
      <span className="overview-note">{note}</span>
    </>
  );
}

function tilesOf(counts: OverviewCounts | undefined): readonly Tile[] {
  const hasProductivity = everyTool.some(({ id }) => id === 'productivity');
  const records = (label: string, count: OverviewCounts['activeTasks'] | undefined, note: string, to: string): readonly Tile[] =>
    hasProductivity && count !== 'absent' ? [{ label, text: spell(count), note, to, opens: 'beside' }] : [];
  return [
    ...records('Active tasks', counts?.activeTasks, 'not completed', '/productivity'),
    ...records('Notes', counts?.notes, 'sealed', '/productivity#notes'),
    // Only the opened vault knows what it holds.
    { label: 'Vault', text: '–', note: 'told by the vault alone', to: '#vault', opens: 'here' },
    {
      label: 'Logs today',
      text: counts?.todaysLogs === todaysLogLimit ? `${todaysLogLimit}+` : spell(counts?.todaysLogs),
      note: 'since 22:00 UTC yesterday',
      to: '#security?time=today',
      opens: 'here',
    },
  ];
}

function spell(count: number | 'unknown' | 'absent' | undefined): string {
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
      const loaded = await loadOverviewCounts(browserTimer.nowMs());
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
    activeTasks: loaded.activeTasks === 'unknown' ? had.activeTasks : loaded.activeTasks,
    notes: loaded.notes === 'unknown' ? had.notes : loaded.notes,
    todaysLogs: loaded.todaysLogs === 'unknown' ? had.todaysLogs : loaded.todaysLogs,
  };
}
