import { DownloadSimpleIcon } from '@castellan/icons/arrows/download-simple';
import { CheckIcon } from '@castellan/icons/signs/check';
import { CodeIcon } from '@castellan/icons/signs/code';
import { HeadTools } from '../../../domains/owner-page/head-tools.tsx';
import { PageHead } from '../../../domains/owner-page/page-head.tsx';
import { logExport } from '../../../domains/passport/log-export.ts';
import type { LogEntry } from '../../../domains/security/log-entry.ts';
import { exportCsv, exportJsonLines, type LogFile } from '../../../domains/security/log-export.ts';
import type { SecurityFeedState } from '../../../domains/security/security-feed.ts';
import { browserTimer } from '../../../lib/clock.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { Bell } from '../bell/bell.tsx';
import { freshness } from '../overview/relative-time.ts';
import { type ChainWalk, chainProblem } from './use-chain-walk.ts';
import type { WholeLog } from './use-whole-log.ts';

type SecurityHeadProps = {
  readonly state: SecurityFeedState;
  readonly walk: ChainWalk;
  /** Those of the rows at hand that the filter lets through. */
  readonly shown: readonly LogEntry[];
  readonly whole: WholeLog;
};

/** The head of Security & Logs: how fresh the list is, whether its chain was found unbroken, and the files. */
export function SecurityHead({ state, walk, shown, whole }: SecurityHeadProps) {
  // A file holds the whole filter, not only the rows that the page has of it.
  const save = async (name: string, fileOf: (entries: readonly LogEntry[], nowMs: number) => LogFile) => {
    const isPart = state.hasOlder || !state.atNewest;
    const entries = whole.state?.kind === 'found' ? whole.state.entries : isPart ? await whole.read() : shown;
    if (entries === undefined) return;
    saveFile(fileOf(entries, browserTimer.nowMs()));
    logExport(`The log was exported as ${name}`, { rows: entries.length });
  };
  return (
    <PageHead
      id="security"
      title="Security &amp; Logs"
      state={
        <>
          <span>Monitor system activity</span>
          <ChainState walk={walk} />
          {state.updatedAtMs === undefined ? null : (
            <span className="log-note tabular-nums">
              {state.newRows > 0 ? 'Newer rows are waiting. Checked ' : 'Updated '}
              <Freshness atMs={state.updatedAtMs} />
            </span>
          )}
        </>
      }
      tools={
        <>
          <HeadTools
            menu={{ own: [{ label: 'JSON Lines', drawing: CodeIcon, onChoose: () => void save('JSON Lines', exportJsonLines) }] }}
          />
          <Button icon={DownloadSimpleIcon} className="page-action log-export" onClick={() => void save('CSV', exportCsv)}>
            <span className="page-action-words is-long">Export</span>
          </Button>
          <Bell />
        </>
      }
    />
  );
}

function ChainState({ walk }: { readonly walk: ChainWalk }) {
  if (walk.kind !== 'done' || chainProblem(walk) !== undefined) return null;
  return (
    <span className="log-note log-intact">
      <Icon drawing={CheckIcon} />
      {`Chain intact, ${walk.verdict.checkedRows.toLocaleString('en-GB')} rows`}
    </span>
  );
}

function Freshness({ atMs }: { readonly atMs: number }) {
  return <>{freshness(atMs, useNow(1000))}</>;
}
