import { CaretDownIcon } from '@castellan/icons/arrows/caret-down';
import { CaretUpIcon } from '@castellan/icons/arrows/caret-up';
import { memo } from 'react';
import { activityKind } from '../../../domains/activity/activity-kind.ts';
import type { LogRun } from '../../../domains/security/fold-refusals.ts';
import type { LogEntry } from '../../../domains/security/log-entry.ts';
import type { Condition } from '../../../domains/security/log-query.ts';
import { describeRun } from '../../../domains/security/log-words.ts';
import { Icon } from '../../../ui/icon.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { LogDetails } from './log-details.tsx';

type LogRowProps = {
  readonly run: LogRun;
  readonly rowId: string;
  readonly isOpen: boolean;
  readonly onToggle: (key: string) => void;
  /** Shows the rows of a run one by one, with the focus on the first of them. */
  readonly onUnfold: (key: string, first: string) => void;
  readonly onFilter: (condition: Condition) => void;
};

const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** One row, or the run of refusals that stands for several, and its details once they are opened. */
export const LogRow = memo(function LogRow({ run, rowId, isOpen, onToggle, onUnfold, onFilter }: LogRowProps) {
  const [entry] = run.entries;
  return (
    <>
      <tr className={isOpen ? 'log-line is-open' : 'log-line'}>
        <td className="log-time">
          <time dateTime={new Date(entry.atMs).toISOString()}>{timeFormat.format(entry.atMs)}</time>
        </td>
        <td className="log-type" title={entry.type}>
          {activityKind(entry.type)}
        </td>
        <td id={rowId} className="log-activity">
          {describeRun(run)}
          {entry.repeats > 1 && run.entries.length === 1 ? <span className="log-repeats"> ×{entry.repeats}</span> : null}
        </td>
        <td className="log-status">
          <RowStatus entry={entry} />
        </td>
        <td className="log-open">
          <button
            type="button"
            data-row={run.key}
            aria-expanded={isOpen}
            aria-label="Details"
            aria-describedby={rowId}
            onClick={() => onToggle(run.key)}
          >
            <Icon drawing={isOpen ? CaretUpIcon : CaretDownIcon} />
          </button>
        </td>
      </tr>
      {isOpen ? (
        <tr className="log-details-row">
          <td colSpan={5}>
            <LogDetails run={run} onFilter={onFilter} onUnfold={() => onUnfold(run.key, entry.key)} />
          </td>
        </tr>
      ) : null}
    </>
  );
});

function RowStatus({ entry }: { readonly entry: LogEntry }) {
  if (entry.kind === 'unreadable') return <StatusMark kind="warning">Unreadable</StatusMark>;
  return <StatusMark kind={entry.success ? 'success' : 'failure'}>{entry.success ? 'Success' : 'Failed'}</StatusMark>;
}
