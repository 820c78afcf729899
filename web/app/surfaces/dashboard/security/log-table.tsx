import { memo, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { foldRefusals } from '../../../domains/security/fold-refusals.ts';
import { dayTitle, groupByDay } from '../../../domains/security/log-days.ts';
import type { LogEntry } from '../../../domains/security/log-entry.ts';
import type { Condition } from '../../../domains/security/log-query.ts';
import { useNow } from '../../../ui/use-now.ts';
import { LogRow } from './log-row.tsx';

type LogTableProps = {
  readonly entries: readonly LogEntry[];
  readonly onFilter: (condition: Condition) => void;
};

const noneUnfolded: ReadonlySet<string> = new Set();

/** The rows by their days; each opens its details beneath it, and a run of the same refusal is one row until it is unfolded. */
export const LogTable = memo(function LogTable({ entries, onFilter }: LogTableProps) {
  const [openKey, setOpenKey] = useState<string>();
  const [unfolded, setUnfolded] = useState(noneUnfolded);
  const nowMs = useNow(60_000);
  const table = useRef<HTMLTableElement>(null);
  const id = useId();
  const days = useMemo(
    () => groupByDay(entries).map((day) => ({ key: day.key, runs: foldRefusals(day.entries, unfolded) })),
    [entries, unfolded],
  );
  const toggle = useCallback((key: string) => setOpenKey((open) => (open === key ? undefined : key)), []);
  const place = useFocusOn(table);
  const unfold = useCallback(
    (key: string, first: string) => {
      setUnfolded((before) => new Set([...before, key]));
      setOpenKey(undefined);
      place(first);
    },
    [place],
  );
  return (
    <table ref={table} className="log-table">
      <caption className="sr-only">Activity logs, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Type</th>
          <th scope="col">Activity</th>
          <th scope="col">Status</th>
          <th scope="col">Details</th>
        </tr>
      </thead>
      {days.map(({ key, runs }) => (
        <tbody key={key}>
          <tr className="log-day">
            <th scope="rowgroup" colSpan={5}>
              {dayTitle(key, nowMs)}
            </th>
          </tr>
          {runs.map((run) => (
            <LogRow
              key={run.key}
              run={run}
              rowId={`${id}-${run.key}`}
              isOpen={run.key === openKey}
              onToggle={toggle}
              onUnfold={unfold}
              onFilter={onFilter}
            />
          ))}
        </tbody>
      ))}
    </table>
  );
});

/** Puts the focus on the button of a row once it is there: the button that was pressed goes with what it unfolded. */
function useFocusOn(table: React.RefObject<HTMLTableElement | null>): (key: string) => void {
  const [wanted, setWanted] = useState<string>();
  useEffect(() => {
    if (wanted === undefined) return;
    table.current?.querySelector<HTMLElement>(`button[data-row="${CSS.escape(wanted)}"]`)?.focus();
    setWanted(undefined);
  }, [wanted, table]);
  return setWanted;
}
