import { moneyText } from '../../../../web/app/domains/money/money-records.ts';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { useWealth } from '../wealth-context.tsx';
import { standingsOf } from './standing.ts';
import { standingWords } from './standing-words.ts';

const mostShown = 3;

/** Statements that were proven and no longer are, above the ledger: whichever change broke them. */
export default function ProofNotice() {
  const { book } = useWealth();
  const standings = standingsOf(book);
  const broken = book.statements.flatMap((statement) => {
    const standing = standings.get(statement.id);
    const account = book.accountById.get(statement.account);
    return account === undefined || standing?.verdict !== 'differs' || !standing.wasProven ? [] : [{ statement, standing, account }];
  });
  if (broken.length === 0) return null;
  return (
    <div role="status" className="grid gap-1 border-y border-hairline py-2">
      {broken.slice(0, mostShown).map(({ statement, standing, account: { name, currency } }) => (
        <p key={statement.id} className="wrap-anywhere">
          <StatusMark kind="warning">
            {`${name}, ${statement.from} to ${statement.to}. ${standingWords(standing, statement, (minor) => `${moneyText(minor, currency)} ${currency}`)}`}
          </StatusMark>
        </p>
      ))}
      <p className="text-sm text-muted">
        {broken.length > mostShown ? `And ${broken.length - mostShown} more. ` : ''}
        <a href="#accounts" className="underline hover:text-copper">
          See what changed
        </a>
      </p>
    </div>
  );
}
