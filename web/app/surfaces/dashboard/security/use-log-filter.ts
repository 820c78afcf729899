import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { formatLogFilter, type LogFilter, parseLogFilter } from '../../../domains/security/log-filter.ts';

/** The filter that the address holds, and the way to change it. It replaces the address: typing leaves no trail in the history. */
export function useLogFilter(): readonly [LogFilter, (change: Partial<LogFilter>) => void] {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const filter = useMemo(() => parseLogFilter(hash.split('?').slice(1).join('?')), [hash]);
  // At once, so that a box that was ticked is ticked before the event is over.
  const change = (next: Partial<LogFilter>) =>
    void navigate(formatLogFilter({ ...filter, ...next }), { replace: true, preventScrollReset: true, flushSync: true });
  return [filter, change];
}
