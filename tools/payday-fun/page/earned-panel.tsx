import { groupDigits } from '@castellan/foundation/group-digits';
import { exponentOf, formatMinor } from '@castellan/money/amount';
import { moneyText } from '../../../web/app/domains/money/money-records.ts';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { earnedToday, hourlyMinor } from './earnings.ts';
import type { PayPlan } from './plan/pay-plan.ts';
import { paysPerYear } from './plan/pay-rule.ts';
import { useTickingNow } from './use-ticking-now.ts';

/** What was earned so far today, as it grows. */
export function EarnedPanel({ plan }: { readonly plan: PayPlan }) {
  return (
    <Panel title="Earned today">
      <Ticker plan={plan} />
      <p className="mt-4 text-sm text-muted">
        {`${moneyText(Math.round(hourlyMinor(plan)), plan.currency)} ${plan.currency} an hour: ${moneyText(plan.net_pay_minor, plan.currency)} × ${timesText(plan)} a year ÷ 52.18 weeks ÷ ${plan.hours_per_week} h. Work begins at ${plan.work_starts}.`}
      </p>
    </Panel>
  );
}

function timesText({ rrule }: PayPlan): string {
  return String(Math.round(paysPerYear(rrule) * 100) / 100);
}

function Ticker({ plan }: { readonly plan: PayPlan }) {
  const { now, isStill } = useTickingNow();
  const earned = earnedToday(plan, now);
  if (earned.state === 'off') return <p className="lettering text-xl">Nothing today: it is the weekend.</p>;
  const { state, minor, ofMinor, share, holiday } = earned;
  // Two digits more than the currency has, so that each second is seen; whoever wants nothing to move sees whole units.
  const text = state === 'working' && !isStill ? fineText(minor, plan.currency) : moneyText(Math.round(minor), plan.currency);
  return (
    <>
      <p role="timer" aria-label="Earned today" className="lettering text-2xl leading-tight tabular-nums">
        {text} <span className="text-lg text-muted">{plan.currency}</span>
      </p>
      <Ruler share={share} />
      <p className="mt-2 flex flex-wrap justify-between gap-x-4 text-sm text-muted">
        <span>{holiday === undefined ? stateWords[state] : `${holiday}: a paid day off`}</span>
        <span>{`of ${moneyText(Math.round(ofMinor), plan.currency)}`}</span>
      </p>
    </>
  );
}

const stateWords = { before: 'Work has not begun yet', working: 'At work', after: 'Done for today' } as const;

function fineText(minor: number, currency: string): string {
  const [whole = '0', fraction = ''] = formatMinor(Math.floor(minor * 100), exponentOf(currency) + 2).split('.');
  return `${groupDigits(whole)}.${fraction}`;
}

/** The working day as a ruler of sixty fine ticks. */
function Ruler({ share }: { readonly share: number }) {
  const ticks = 60;
  return (
    <svg viewBox="0 0 400 14" preserveAspectRatio="none" className="mt-3 h-5 w-full" aria-hidden="true">
      {Array.from({ length: ticks + 1 }, (_, index) => index).map((index) => (
        <path
          key={index}
          d={`M${(1 + (index / ticks) * 398).toFixed(2)} ${index % 15 === 0 ? 0 : 6}V14`}
          vectorEffect="non-scaling-stroke"
          stroke={index / ticks <= share ? 'var(--verdigris)' : 'var(--hairline)'}
          strokeWidth={index / ticks <= share ? 1.8 : 1.2}
        />
      ))}
    </svg>
  );
}
