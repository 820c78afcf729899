import { addDays } from '@castellan/money/day';
import { Link } from 'react-router';
import { moneyText } from '../../../web/app/domains/money/money-records.ts';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { Waiting } from '../../../web/app/ui/spinner.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { shortDay } from './pay-dates.ts';
import { usePayday } from './payday-context.ts';
import type { PayPlan } from './plan/pay-plan.ts';
import { safeToSpend } from './safe-to-spend.ts';

/** What may be spent today so that every bill until payday is paid; what is missing, where that cannot be said. */
export function SafePanel({ plan }: { readonly plan: PayPlan }) {
  const { book } = usePayday();
  return (
    <Panel title="Safe to spend today">
      {book === 'loading' ? (
        <Waiting label="Reading the ledger" className="min-h-24 text-xl" />
      ) : book === 'absent' ? (
        <StatusMark kind="warning">The ledger is not in this browser yet, and the server does not answer.</StatusMark>
      ) : (
        <Known plan={plan} book={book} />
      )}
    </Panel>
  );
}

function Known({ plan, book }: { readonly plan: PayPlan; readonly book: Parameters<typeof safeToSpend>[0] }) {
  const { today, isSample } = usePayday();
  const { currency } = plan;
  const safe = safeToSpend(book, plan, today, addDays(today, 1));
  if (safe.kind === 'missing')
    return (
      <>
        <p className="lettering text-xl">–</p>
        <p className="mt-2 text-muted">
          {safe.what === 'accounts'
            ? `Missing: an everyday account (current account or cash) in ${currency}. `
            : 'Missing: a next payday; this rule has none. '}
          {safe.what === 'accounts' ? <Link to="/wealth-ai#accounts">Add one in Wealth AI</Link> : null}
        </p>
      </>
    );
  const { perDayMinor, low, payday, balances, hasSchedules } = safe;
  const days = balances.length;
  const lowDay = low.day === today ? 'today' : `on ${shortDay(low.day)}`;
  return (
    <>
      <p className="lettering text-2xl leading-tight tabular-nums">
        {moneyText(perDayMinor, currency)} <span className="text-lg text-muted">{currency}</span>
      </p>
      {low.minor < 0 ? (
        <p className="mt-2">
          <StatusMark kind="failure">{`Your accounts go to ${moneyText(low.minor, currency)} ${lowDay}, before payday.`}</StatusMark>
        </p>
      ) : (
        <p className="mt-2 text-muted">
          {`Lowest balance before payday, ${moneyText(low.minor, currency)} ${lowDay}, ÷ ${days === 1 ? '1 day' : `${days} days`} until ${shortDay(payday.day)}.`}
        </p>
      )}
      <BalanceSteps balances={balances} low={low} />
      {hasSchedules ? null : (
        <p className="mt-2 text-sm text-amber">
          Missing: your bills. Nothing is scheduled in the ledger, so nothing to come is counted.
          {isSample ? null : (
            <>
              {' '}
              <Link to="/wealth-ai#forecast">Schedule them in Wealth AI</Link>
            </>
          )}
        </p>
      )}
      {isSample || !hasSchedules ? null : (
        <p className="mt-2 text-sm">
          <Link to="/wealth-ai#forecast">The forecast in Wealth AI</Link>
        </p>
      )}
    </>
  );
}

/** The balance until payday as a stepped line on ruled paper, its lowest day ringed. The sentence above it says the same. */
function BalanceSteps({ balances, low }: Pick<Extract<ReturnType<typeof safeToSpend>, { readonly kind: 'known' }>, 'balances' | 'low'>) {
  // A balance that stays as it is needs no drawing.
  if (balances.every(({ minor }) => minor === low.minor)) return null;
  const most = Math.max(1, ...balances.map(({ minor }) => minor));
  const least = Math.min(0, low.minor);
  const x = (index: number) => (index / balances.length) * 320;
  const y = (minor: number) => 6 + ((most - minor) / (most - least)) * 60;
  const line = balances.map(({ minor }, index) => `${index === 0 ? 'M0 ' : 'V'}${y(minor).toFixed(1)}H${x(index + 1).toFixed(1)}`).join('');
  const lowAt = balances.findIndex(({ day }) => day === low.day);
  return (
    <svg viewBox="-2 0 324 76" className="mt-4 h-auto w-full" aria-hidden="true">
      {[6, 21, 36, 51, 66].map((at) => (
        <path key={at} d={`M0 ${at}H320`} stroke="var(--hairline)" strokeWidth="0.7" />
      ))}
      <path d={`${line}V${y(0)}H0Z`} fill="var(--verdigris)" fillOpacity="0.14" />
      <path d={`M0 ${y(0)}H320`} stroke="var(--edge)" strokeWidth="1" />
      <path d={line} fill="none" stroke="var(--copper)" strokeWidth="1.8" />
      <circle cx={x(lowAt + 0.5)} cy={y(low.minor)} r="4" fill="var(--surface)" stroke="var(--carmine)" strokeWidth="1.6" />
    </svg>
  );
}
