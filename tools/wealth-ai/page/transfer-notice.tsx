import { useMemo } from 'react';
import type { Entry } from '../../../web/app/domains/money/money-records.ts';
import { QuietButton } from '../../../web/app/ui/button.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { matchTransfers } from '../knowledge/match-transfers.ts';
import { useWealth } from './wealth-context.tsx';

/** Entries that look like two sides of one transfer, to be linked: linked ones are neither income nor spending. */
export function TransferNotice() {
  const { book, hand, tell } = useWealth();
  const pairs = useMemo(
    () =>
      matchTransfers(
        book.entries
          .filter(({ transfer, splits, category }) => transfer === null && splits.length === 0 && category === '')
          .map(({ id, account, day, minor }) => ({ id, account, day, minor, currency: book.accountById.get(account)?.currency ?? '' })),
      ),
    [book],
  );
  if (pairs.length === 0) return null;
  const link = () =>
    hand.edit((view) => {
      const entry = (id: string) => view.byId.get(id);
      return {
        put: pairs.flatMap(([out, into]) => {
          const [one, other] = [entry(out.id), entry(into.id)];
          if (one?.kind !== 'entry' || other?.kind !== 'entry') return [];
          return [{ ...one, transfer: other.id } satisfies Entry, { ...other, transfer: one.id } satisfies Entry];
        }),
      };
    });
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-y border-hairline py-1">
      <StatusMark kind="info">
        {pairs.length === 1
          ? 'Two entries look like one transfer between your accounts.'
          : `${pairs.length} pairs of entries look like transfers between your accounts.`}
      </StatusMark>
      <QuietButton onClick={() => void tell(link(), 'Transfers linked')}>{pairs.length === 1 ? 'Link them' : 'Link all'}</QuietButton>
    </p>
  );
}
