import { type ListReport, unopenedOf } from '../../../../web/app/domains/passport/rehearse-restore.ts';
import { unopenedReason } from '../../../../web/app/domains/passport/restore-sealed.ts';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { formatRows } from '../format-amount.ts';

/** What of a file could not be opened after a restore, list by list, and why: said before anything is written. */
export function Unopened({ lists, isBackup = false }: { readonly lists: readonly ListReport[]; readonly isBackup?: boolean }) {
  const lost = lists.filter((list) => unopenedOf(list) > 0);
  if (lost.length === 0) return null;
  return (
    <ul aria-label="What cannot be opened" className="mt-3 space-y-1">
      {lost.flatMap(({ name, title, unopened }) =>
        [...unopened].map(([code, rows]) => (
          <li key={`${name} ${code}`} className="text-sm">
            <StatusMark kind="warning">{`${title}: ${formatRows(rows)} cannot be opened here. ${unopenedReason(code, rows, isBackup)}`}</StatusMark>
          </li>
        )),
      )}
    </ul>
  );
}
