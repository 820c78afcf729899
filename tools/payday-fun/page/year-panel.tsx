import { useMemo, useState } from 'react';
import { Button } from '../../../web/app/ui/button.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { findPaydays, type NamedPayday } from './find-paydays.ts';
import { explainPayDate, type PayDate, payDatesBetween } from './pay-dates.ts';
import { usePayday } from './payday-context.ts';
import type { PayPlan } from './plan/pay-plan.ts';
import { rhythmWords } from './plan/rhythm-words.ts';
import { YearStrip } from './year-strip.tsx';

/** A year's paydays: drawn as a strip, and each with the reason for its date. */
export function YearPanel({ plan, isAsking }: { readonly plan: PayPlan; readonly isAsking: boolean }) {
  const { plans, today } = usePayday();
  const [words, setWords] = useState('');
  const thisYear = Number(today.slice(0, 4));
  const [year, setYear] = useState(thisYear);
  const dates = payDatesBetween(plan, `${year}-01-01`, `${year}-12-31`);
  const everyPayday = useMemo(
    () =>
      plans
        .flatMap(({ name, ...one }) =>
          payDatesBetween(one, `${thisYear}-01-01`, `${thisYear + 1}-12-31`).map((date): NamedPayday => ({ name, date })),
        )
        .sort((one, other) => (one.date.day < other.date.day ? -1 : one.date.day > other.date.day ? 1 : 0)),
    [plans, thisYear],
  );
  const isSearching = words.trim() !== '';
  const found = isSearching ? findPaydays(everyPayday, words) : [];
  const isCertain = dates.every((date) => date.isCertain);
  return (
    <Panel
      title={`Paydays of ${year}`}
      aside={
        <div className="-mr-2 flex">
          {[thisYear, thisYear + 1].map((one) => (
            <Button key={one} tone={one === year ? 'ghost' : 'quiet'} aria-pressed={one === year} onClick={() => setYear(one)}>
              {one}
            </Button>
          ))}
        </div>
      }
    >
      <p className="text-muted">{`${rhythmWords(plan.rrule, plan.anchor)}; ${shiftWords[plan.shift]}.`}</p>
      <YearStrip plan={plan} year={year} dates={dates} today={today} />
      {isCertain ? null : (
        <p className="mt-3 text-sm text-amber">
          {isAsking
            ? 'The public holidays are being asked for.'
            : 'Not all public holidays of these days are here, so some may still move.'}
        </p>
      )}
      <TextField
        label="Find a payday"
        type="search"
        autoComplete="off"
        data-find-payday
        className="mt-4 w-full sm:w-80"
        value={words}
        onValue={setWords}
      />
      {isSearching ? (
        <>
          <p role="status" className="mt-4 text-sm text-muted">
            {found.length === 0 ? 'No paydays match.' : `${found.length} of ${everyPayday.length}, ${thisYear} and ${thisYear + 1}`}
          </p>
          <ol className="mt-2 grid gap-x-10 empty:hidden md:grid-cols-2" aria-label="Paydays found">
            {found.map(({ name, date }) => (
              <Payday key={`${name}${date.nominal}${date.day}`} date={date} today={today} name={plans.length > 1 ? name : ''} />
            ))}
          </ol>
        </>
      ) : (
        <>
          {dates.length === 0 ? <p className="mt-4 text-muted">There is none.</p> : null}
          <ol className="mt-4 grid gap-x-10 empty:hidden md:grid-cols-2" aria-label={`Paydays of ${year}, explained`}>
            {dates.map((date) => (
              <Payday key={`${date.nominal}${date.day}`} date={date} today={today} name="" />
            ))}
          </ol>
        </>
      )}
    </Panel>
  );
}

function Payday({ date, today, name }: { readonly date: PayDate; readonly today: string; readonly name: string }) {
  return (
    <li className="border-t border-hairline py-2">
      <span className={date.day < today ? 'text-muted' : date.passed.length > 0 ? 'text-copper' : ''}>{explainPayDate(date)}</span>
      {name === '' ? null : <span className="block text-sm text-muted wrap-anywhere">{name}</span>}
    </li>
  );
}

const shiftWords = {
  prev: 'on a weekend or public holiday, the working day before',
  next: 'on a weekend or public holiday, the working day after',
  none: 'not moved by weekends or public holidays',
} as const;
