import { useMemo } from 'react';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { useWealth } from '../wealth-context.tsx';
import { judgeMoney } from './money-verdict.ts';

/** What of the money needs the owner, in one sentence above the views. */
export function MoneyVerdictLine() {
  const { book, today } = useWealth();
  const verdict = useMemo(() => judgeMoney(book, today), [book, today]);
  return verdict === undefined ? null : (
    <StatusMark kind={verdict.kind} className="lettering record-verdict tabular-nums">
      {verdict.said}
    </StatusMark>
  );
}
