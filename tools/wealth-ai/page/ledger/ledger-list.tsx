import type { MouseEvent } from 'react';
import { type Entry, moneyText } from '../../../../web/app/domains/money/money-records.ts';
import { RecordList } from '../../../../web/app/domains/records/list/record-list.tsx';
import { RecordRow } from '../../../../web/app/domains/records/list/record-row.tsx';
import { usePaging } from '../../../../web/app/domains/records/list/use-paging.ts';
import { classNames } from '../../../../web/app/ui/class-names.ts';
import { useWealth } from '../wealth-context.tsx';
import { categoryText } from './ledger-rows.ts';
import './ledger.css';

type LedgerListProps = {
  readonly entries: readonly Entry[];
  /** Several accounts are shown: each row names its own, and no balance, which would be another account's in each row. */
  readonly ofMany: boolean;
  /** The chosen ones, while some are being chosen. */
  readonly chosen: ReadonlySet<string> | undefined;
  readonly onOpen: (entry: Entry, event: MouseEvent) => void;
};

/** The ledger's lines, newest first: so many at first, and a thousand more with each step. */
export function LedgerList({ entries, ofMany, chosen, onOpen }: LedgerListProps) {
  const paging = usePaging(entries, 100, 1000);
  return (
    <div className={classNames('ledger', ofMany && 'is-of-many', chosen !== undefined && 'is-choosing')}>
      <p aria-hidden="true" className="ledger-head">
        <span>Day</span>
        <span>Payee</span>
        <span>Category</span>
        <span>Amount</span>
        {ofMany ? null : <span>Balance</span>}
      </p>
      <RecordList rows={entries} label="Ledger" paging={paging}>
        {(entry) => (
          <LedgerRow
            key={entry.id}
            entry={entry}
            ofMany={ofMany}
            isChosen={chosen?.has(entry.id)}
            onOpen={(event) => onOpen(entry, event)}
          />
        )}
      </RecordList>
    </div>
  );
}

const statusMarks = { open: '', cleared: '✓', reconciled: '✓✓' } as const;

type LedgerRowProps = Pick<LedgerListProps, 'ofMany'> & {
  readonly entry: Entry;
  readonly isChosen: boolean | undefined;
  readonly onOpen: (event: MouseEvent) => void;
};

function LedgerRow({ entry, ofMany, isChosen, onOpen }: LedgerRowProps) {
  const { book } = useWealth();
  const account = book.accountById.get(entry.account);
  const currency = account?.currency ?? '';
  const balance = book.balanceAfter.get(entry.id) ?? 0;
  const words = categoryText(entry, currency);
  const said = ofMany ? [account?.name, words].filter((part) => part !== undefined && part !== '').join(' · ') : words;
  return (
    <RecordRow
      id={entry.id}
      onOpen={onOpen}
      isChosen={isChosen}
      lead={
        <>
          {isChosen === undefined ? null : (
            <span aria-hidden="true" className="ledger-box">
              {isChosen ? '✓' : ''}
            </span>
          )}
          <span className="ledger-day">{entry.day}</span>
        </>
      }
      title={
        <>
          {entry.payee || <span className="text-muted">No payee</span>}
          {entry.status === 'open' ? <span className="ml-2 text-sm text-amber">open</span> : null}
          <span className="ml-2 text-sm text-verdigris" aria-hidden="true">
            {statusMarks[entry.status]}
          </span>
          {entry.status === 'open' ? null : <span className="sr-only">{` ${entry.status}`}</span>}
        </>
      }
      facts={<span className={classNames('record-facts', said === '' && 'text-amber')}>{said || 'Unsorted'}</span>}
      aside={
        <>
          <span className={classNames('ledger-amount', entry.minor > 0 && 'text-verdigris')}>{moneyText(entry.minor, currency)}</span>
          {ofMany ? null : (
            <span className={classNames('ledger-balance', balance < 0 && 'text-carmine')}>
              <span className="sr-only">Balance </span>
              {moneyText(balance, currency)}
            </span>
          )}
        </>
      }
    />
  );
}
