import type { RestoredList } from '../../../web/app/domains/passport/restore-export.ts';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { formatRows } from './format-amount.ts';

/** What a restore did, and what it left in the file and why. */
export function RestoreResult({ lists }: { readonly lists: readonly RestoredList[] }) {
  const total = (count: (list: RestoredList) => number) => lists.reduce((sum, list) => sum + count(list), 0);
  const unlinked = total((list) => list.unlinked);
  return (
    <>
      <StatusMark kind="success">
        {`Restored: ${formatRows(total((list) => list.restored))}. Overwritten: ${total((list) => list.overwritten)}. There already: ${total((list) => list.kept)}.`}
      </StatusMark>
      {unlinked === 0 ? null : (
        <p className="mt-2 text-sm text-muted">{`${formatRows(unlinked)} named another row that is not there any more, and came back without that link.`}</p>
      )}
      {lists
        .filter(({ leftOut, reason }) => leftOut > 0 && reason !== undefined)
        .map(({ name, title, leftOut, reason }) => (
          <p key={name} className="mt-2 text-sm">
            <StatusMark kind="warning">{`${title}: ${formatRows(leftOut)} not restored. ${reason}`}</StatusMark>
          </p>
        ))}
    </>
  );
}
