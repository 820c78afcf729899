import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { formatLogFilter, type LogFilter, type LogView, parseLogFilter, parseLogView } from '../../../domains/security/log-filter.ts';

/** What the address holds of the page, and the ways to change it. They replace the address: typing leaves no trail in the history. */
type LogAddress = {
  readonly filter: LogFilter;
  readonly view: LogView | undefined;
  /** Another filter leads back to the list; Database Status, which stands above it, stays open. */
  readonly change: (change: Partial<LogFilter>) => void;
  readonly show: (view: LogView | undefined) => void;
};

export function useLogAddress(): LogAddress {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const { filter, view } = useMemo(() => {
    const text = hash.split('?').slice(1).join('?');
    return { filter: parseLogFilter(text), view: parseLogView(text) };
  }, [hash]);
  // At once, so that a box that was ticked is ticked before the event is over.
  const go = (fragment: string) => void navigate(fragment, { replace: true, preventScrollReset: true, flushSync: true });
  return {
    filter,
    view,
    change: (next) => go(formatLogFilter({ ...filter, ...next }, view === 'status' ? view : undefined)),
    show: (wanted) => go(formatLogFilter(filter, wanted)),
  };
}
