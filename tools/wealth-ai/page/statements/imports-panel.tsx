import { useMemo } from 'react';
import { type ImportedStatement, moneyText } from '../../../../web/app/domains/money/money-records.ts';
import { QuietButton } from '../../../../web/app/ui/button.tsx';
import { Panel } from '../../../../web/app/ui/panel.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { useWealth } from '../wealth-context.tsx';
import { standingsOf } from './standing.ts';
import { changesOf, standingWords } from './standing-words.ts';

/** What was imported, how each statement stands in the ledger as it is now, and the way to take an import back. */
export function ImportsPanel() {
  const { book, hand, tell } = useWealth();
  const { batches } = hand.view;
  const newest = [...batches].sort((one, other) => (one.at < other.at ? 1 : -1));
  return (
    <Panel title="Imports">
      {newest.length === 0 ? <p className="text-muted">Nothing was imported yet.</p> : null}
      <ul className="grid gap-4">
        {newest.slice(0, 12).map((batch) => (
          <li key={batch.id} className="border-t border-hairline pt-3 first:border-t-0 first:pt-0">
            <p className="wrap-anywhere">{batch.name}</p>
            <p className="text-sm text-muted">{`${batch.at.slice(0, 10)}, ${batch.records} records`}</p>
            {book.statements
              .filter((one) => one.batch === batch.id)
              .map((statement) => (
                <StatementStanding key={statement.id} statement={statement} />
              ))}
            <QuietButton className="-ml-2" onClick={() => void tell(hand.takeImportBack(batch.id), 'Import undone')}>
              Take it back
            </QuietButton>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function StatementStanding({ statement }: { readonly statement: ImportedStatement }) {
  const { book, hand } = useWealth();
  const account = book.accountById.get(statement.account);
  const standing = standingsOf(book).get(statement.id);
  const currency = account?.currency ?? '';
  const changes = useMemo(
    () =>
      standing?.verdict === 'differs'
        ? changesOf(statement, book, hand.view.removed, (minor) => `${moneyText(minor, currency)} ${currency}`)
        : [],
    [standing, statement, book, hand.view, currency],
  );
  if (account === undefined || standing === undefined) return null;
  return (
    <div className="mt-1 text-sm">
      <p className="text-muted wrap-anywhere">{`${account.name}, ${statement.from} to ${statement.to}`}</p>
      <p>
        <StatusMark kind={standing.verdict === 'proven' ? 'success' : standing.verdict === 'differs' ? 'warning' : 'info'}>
          {standingWords(standing, statement, (minor) => `${moneyText(minor, currency)} ${currency}`)}
        </StatusMark>
      </p>
      {changes.length === 0 ? null : (
        <ul className="mt-1 text-muted">
          {changes.map((change) => (
            <li key={change} className="wrap-anywhere">
              {change}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
