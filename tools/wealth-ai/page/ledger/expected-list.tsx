import { useMemo } from 'react';
import { confirmedEntry, type ExpectedEntry, expectedEntries } from '../../../../web/app/domains/money/expected-entries.ts';
import { moneyText } from '../../../../web/app/domains/money/money-records.ts';
import { RecordRow } from '../../../../web/app/domains/records/list/record-row.tsx';
import { QuietButton } from '../../../../web/app/ui/button.tsx';
import { useWealth } from '../wealth-context.tsx';
import { categoryText } from './ledger-rows.ts';

/** So far ahead the ledger shows what is scheduled. */
const aheadDays = 7;

/** What is due above the ledger's entries: confirmed it is one of them, skipped it is not expected on that day again. */
export function ExpectedList({ account }: { readonly account: string | undefined }) {
  const { book, today } = useWealth();
  const all = useMemo(() => expectedEntries(book, today, aheadDays), [book, today]);
  const shown = account === undefined ? all : all.filter(({ schedule }) => schedule.account === account);
  if (shown.length === 0) return null;
  return (
    <ul aria-label="Expected" className="record-list ledger ledger-expected">
      {shown.map((expected) => (
        <ExpectedRow key={expected.id} expected={expected} />
      ))}
    </ul>
  );
}

function ExpectedRow({ expected }: { readonly expected: ExpectedEntry }) {
  const { book, hand, tell, today } = useWealth();
  const { id, schedule, day } = expected;
  const account = book.accountById.get(schedule.account);
  const { category, splits = [] } = schedule;
  const words = categoryText({ transfer: null, splits, category }, account?.currency ?? '');
  const name = schedule.payee || 'No payee';
  const skip = () =>
    // Days that are long over are forgotten.
    hand.change(schedule.id, { skips: [...(schedule.skips ?? []), day].sort().slice(-mostSkips) });
  return (
    <RecordRow
      id={id}
      lead={<span className="ledger-day">{day}</span>}
      title={
        <span className="record-title-words">
          {name}
          <span className={day < today ? 'ml-2 text-sm text-amber' : 'ml-2 text-sm text-muted'}>{day < today ? 'late' : 'expected'}</span>
        </span>
      }
      facts={<span className="record-facts">{[account?.name, words].filter(Boolean).join(' · ')}</span>}
      aside={
        <>
          <QuietButton aria-label={`Confirm ${name} of ${day}`} onClick={() => void tell(hand.put(confirmedEntry(expected)), 'Confirmed')}>
            Confirm
          </QuietButton>
          <QuietButton aria-label={`Skip ${name} of ${day}`} onClick={() => void tell(skip(), 'Skipped')}>
            Skip
          </QuietButton>
          <span className="ledger-amount text-muted">{moneyText(schedule.minor, account?.currency ?? '')}</span>
        </>
      }
    />
  );
}

const mostSkips = 24;
