import { moneyText } from '../../../../web/app/domains/money/money-records.ts';
import { SelectField } from '../../../../web/app/ui/fields/select-field.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { useWealth } from '../wealth-context.tsx';
import { proofWords, type StatementPlan } from './plan-statement.ts';

type StatementSummaryProps = {
  readonly plan: StatementPlan;
  /** The account begins with this statement. */
  readonly isNew: boolean;
  readonly encoding: string;
  /** An account's id, or `new`. */
  readonly onAccount: (id: string) => void;
};

const shownRows = 5;
const shownRejected = 12;

/** What importing one statement would do: where it goes, whether it proves itself, what is new, and what is not taken and why. */
export function StatementSummary({ plan, isNew, encoding, onAccount }: StatementSummaryProps) {
  const { book } = useWealth();
  const { account, statement, fresh, duplicates, alike, rejected, proof } = plan;
  const { currency } = account;
  const isOtherCurrency = statement.currency !== undefined && statement.currency !== currency;
  return (
    <section aria-label={`Statement of ${account.name}`} className="border-t border-hairline pt-4">
      <SelectField
        label={`${statement.format}, ${encoding.toUpperCase()}. Into`}
        value={isNew ? 'new' : account.id}
        options={[
          ...book.accounts.filter(({ closed }) => !closed).map(({ id, name, currency: own }) => ({ value: id, name: `${name}, ${own}` })),
          { value: 'new', name: isNew ? `A new account: ${account.name}, ${currency}` : 'A new account' },
        ]}
        onValue={onAccount}
      />
      {isOtherCurrency ? (
        <p className="mt-3">
          <StatusMark kind="failure">{`The statement is in ${statement.currency}, and this account in ${currency}. Choose another one.`}</StatusMark>
        </p>
      ) : (
        <p className="mt-3">
          <StatusMark kind={proof.verdict === 'proven' ? 'success' : proof.verdict === 'differs' ? 'warning' : 'info'}>
            {proofWords(plan, (minor) => `${moneyText(minor, currency)} ${currency}`)}
          </StatusMark>
        </p>
      )}
      <p className="mt-3 font-semibold">{`New: ${fresh.length}. There already: ${duplicates}. Not taken: ${rejected.length}.`}</p>
      {alike === 0 ? null : (
        <p className="mt-1 text-sm text-amber">
          {`${alike} new ${alike === 1 ? 'line has' : 'lines have'} the day and amount of an entry that is there from elsewhere. Look at ${alike === 1 ? 'it' : 'them'} after the import.`}
        </p>
      )}
      <ul className="mt-2 text-sm text-muted">
        {fresh.slice(0, shownRows).map(({ id, day, payee, minor, category }) => (
          <li key={id} className="flex gap-x-3">
            <span className="font-mono">{day}</span>
            <span className="min-w-0 flex-1 truncate">{[payee || 'No payee', category].filter(Boolean).join(' · ')}</span>
            <span className="tabular-nums">{moneyText(minor, currency)}</span>
          </li>
        ))}
        {fresh.length > shownRows ? <li>{`and ${fresh.length - shownRows} more`}</li> : null}
      </ul>
      {rejected.length === 0 ? null : (
        <ul className="mt-3 text-sm">
          {rejected.slice(0, shownRejected).map(({ line, text, reason }) => (
            <li key={`${line}:${text}`} className="wrap-anywhere">
              <span className="font-mono text-muted">{`${line} `}</span>
              {`${reason} ${text.slice(0, 80)}`}
            </li>
          ))}
          {rejected.length > shownRejected ? <li className="text-muted">{`and ${rejected.length - shownRejected} more`}</li> : null}
        </ul>
      )}
    </section>
  );
}
