import { CaretDownIcon } from '@castellan/icons/arrows/caret-down';
import { CaretUpIcon } from '@castellan/icons/arrows/caret-up';
import { Fragment, memo, useId, useState } from 'react';
import type { LogEntry } from '../../../domains/security/log-entry.ts';
import type { Condition } from '../../../domains/security/log-query.ts';
import { Icon } from '../../../ui/icon.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { LogDetails } from './log-details.tsx';

type LogTableProps = {
  readonly entries: readonly LogEntry[];
  readonly onFilter: (condition: Condition) => void;
};

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short' });
const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** The rows; each opens its details beneath it. */
export const LogTable = memo(function LogTable({ entries, onFilter }: LogTableProps) {
  const [openKey, setOpenKey] = useState<string>();
  const ids = useId();
  return (
    <table className="log-table">
      <caption className="sr-only">Activity logs, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col" className="log-type">
            Type
          </th>
          <th scope="col">Activity</th>
          <th scope="col">Status</th>
          <th scope="col">Details</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry, index) => {
          const isOpen = entry.key === openKey;
          return (
            <Fragment key={entry.key}>
              <tr className={isOpen ? 'is-open' : undefined}>
                <td className="log-time">
                  <time dateTime={new Date(entry.atMs).toISOString()}>
                    <span>{dayFormat.format(entry.atMs)}</span> {timeFormat.format(entry.atMs)}
                  </time>
                </td>
                <td className="log-type">
                  <Label>Type</Label>
                  {entry.type}
                </td>
                <td id={`${ids}-${index}`} className="log-activity">
                  <Label>Activity</Label>
                  {entry.description}
                  {entry.repeats > 1 ? <span className="log-repeats"> ×{entry.repeats}</span> : null}
                </td>
                <td className="log-status">
                  <RowStatus entry={entry} />
                </td>
                <td className="log-open">
                  <button
                    type="button"
                    aria-expanded={isOpen}
                    aria-label="Details"
                    aria-describedby={`${ids}-${index}`}
                    onClick={() => setOpenKey(isOpen ? undefined : entry.key)}
                  >
                    <Icon drawing={isOpen ? CaretUpIcon : CaretDownIcon} />
                  </button>
                </td>
              </tr>
              {isOpen ? (
                <tr className="log-details-row">
                  <td colSpan={5}>
                    <LogDetails entry={entry} onFilter={onFilter} />
                  </td>
                </tr>
              ) : null}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
});

/** The column's name before its value, where the header is out of sight; assistive technology has the header itself. */
function Label({ children }: { readonly children: string }) {
  return <span aria-hidden="true" className="log-label">{`${children}: `}</span>;
}

function RowStatus({ entry }: { readonly entry: LogEntry }) {
  if (entry.kind === 'unreadable') return <StatusMark kind="warning">Unreadable</StatusMark>;
  return <StatusMark kind={entry.success ? 'success' : 'failure'}>{entry.success ? 'Success' : 'Failed'}</StatusMark>;
}
