import { findSchedules, payeeKey } from '@castellan/money/schedule';
import { useMemo, useState } from 'react';
import { mainCurrency } from '../../../web/app/domains/money/money-book.ts';
import { forecastAccounts, forecastMoney } from '../../../web/app/domains/money/money-forecast.ts';
import { moneyText, type Schedule } from '../../../web/app/domains/money/money-records.ts';
import { scaleShares } from '../../../web/app/domains/money/split-shares.ts';
import { newRecordId } from '../../../web/app/domains/records/record.ts';
import { dateLabel } from '../../../web/app/domains/tasks/day.ts';
import { GhostButton, QuietButton } from '../../../web/app/ui/button.tsx';
import { SelectField } from '../../../web/app/ui/fields/select-field.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { BalanceLine } from './balance-line.tsx';
import { rhythmWords, ScheduleDialog } from './schedule-dialog.tsx';
import { useWealth } from './wealth-context.tsx';
import { WholeDates } from './whole-dates.tsx';

/** The balance of the days to come, from today's and the schedules; its low point is named. */
export default function ForecastView() {
  const { book, today } = useWealth();
  const [dayCount, setDayCount] = useState(60);
  const [chosen, setChosen] = useState('');
  const [editing, setEditing] = useState<string>();
  const currency = book.accountById.get(chosen)?.currency ?? mainCurrency(book);
  const everyday = forecastAccounts(book, currency);
  const account = book.accountById.get(chosen);
  const ids = account === undefined ? everyday.map(({ id }) => id) : [account.id];
  const idKey = ids.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids in one word.
  const forecast = useMemo(() => forecastMoney(book, ids, today, dayCount), [book, idKey, today, dayCount]);
  const { low, days, expected } = forecast;
  const last = days.at(-1);
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid content-start gap-6">
        <Panel title="Forecast">
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              label="Of"
              value={account?.id ?? ''}
              options={[
                { value: '', name: `Everyday accounts, ${currency}` },
                ...book.accounts.filter(({ closed }) => !closed).map(({ id, name }) => ({ value: id, name })),
              ]}
              onValue={setChosen}
            />
            <SelectField
              label="For"
              value={String(dayCount)}
              options={[30, 60, 90, 180, 365].map((count) => ({ value: String(count), name: `${count} days` }))}
              onValue={(value) => setDayCount(Number(value))}
            />
          </div>
          {ids.length === 0 ? (
            <p className="mt-5 text-muted">
              There is no everyday account (current account or cash) in {currency}. Choose an account above.
            </p>
          ) : (
            <>
              <p className="lettering mt-6 text-xl">
                {book.schedules.length === 0
                  ? 'Nothing is scheduled yet, so the balance does not change.'
                  : `Lowest ${low.day === today ? 'today' : `on ${dateLabel(low.day)}`}: ${moneyText(low.minor, currency)} ${currency}.`}
              </p>
              <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-4">
                <Figure name="Today" text={moneyText(days[0]?.minor ?? 0, currency)} />
                <Figure name="Low point" text={moneyText(low.minor, currency)} />
                <Figure name={`In ${dayCount} days`} text={moneyText(last?.minor ?? 0, currency)} />
              </dl>
              <BalanceLine days={days} currency={currency} label="Forecast balance" mark={low} />
              <p className="text-sm text-muted">
                Includes only what is scheduled or entered for a later day. Other spending is not estimated.
              </p>
            </>
          )}
        </Panel>
        <Panel title="Expected" aside={<span className="font-mono text-sm text-muted">{expected.length}</span>}>
          {expected.length === 0 ? <p className="text-muted">Nothing.</p> : null}
          <ol className="empty:hidden">
            {expected.slice(0, 60).map(({ id, day, minor, payee }) => (
              <li key={`${id}:${day}`} className="flex flex-wrap gap-x-4 border-t border-hairline py-2 first:border-t-0">
                <span className="w-28 font-mono text-sm text-muted">{day}</span>
                <span className="min-w-0 flex-1 wrap-anywhere">{payee || 'No payee'}</span>
                <span className="tabular-nums">{moneyText(minor, currency)}</span>
              </li>
            ))}
          </ol>
        </Panel>
      </div>
      <div className="grid content-start gap-6">
        <Schedules onEdit={setEditing} />
        <FoundSchedules />
      </div>
      <ScheduleDialog id={editing} onClose={() => setEditing(undefined)} />
    </div>
  );
}

function Figure({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div>
      <dt className="money-label">{name}</dt>
      <dd className="money-figure">{text}</dd>
    </div>
  );
}

function Schedules({ onEdit }: { readonly onEdit: (id: string) => void }) {
  const { book } = useWealth();
  return (
    <Panel title="Schedules" aside={<GhostButton onClick={() => onEdit('new')}>Add</GhostButton>}>
      {book.schedules.length === 0 ? <p className="text-muted">Rent, salary, subscriptions: anything regular.</p> : null}
      <ul className="empty:hidden">
        {book.schedules.map((schedule) => (
          <li key={schedule.id} className="flex items-center gap-x-3 border-t border-hairline first:border-t-0">
            <button type="button" onClick={() => onEdit(schedule.id)} className="target min-w-0 flex-1 py-1 text-left hover:text-copper">
              <span className="block wrap-anywhere">{schedule.payee}</span>
              <span className="block text-sm text-muted">{rhythmWords(schedule.rhythm)}</span>
            </button>
            <span className="tabular-nums">{moneyText(schedule.minor, book.accountById.get(schedule.account)?.currency ?? '')}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** What the ledger shows to come regularly and is not scheduled yet. */
function FoundSchedules() {
  const { book, hand, tell, today } = useWealth();
  const found = useMemo(() => {
    const known = new Set(book.schedules.map(({ account, payee, minor }) => `${account}|${Math.sign(minor)}|${payeeKey(payee)}`));
    const entries = book.entries.filter(({ transfer }) => transfer === null);
    return findSchedules(entries, today).filter(
      ({ account, payee, minor }) => !known.has(`${account}|${Math.sign(minor)}|${payeeKey(payee)}`),
    );
  }, [book, today]);
  if (found.length === 0) return null;
  return (
    <Panel title="Found in your ledger" aside={<span className="font-mono text-sm text-muted">{found.length}</span>}>
      <ul className="grid gap-3">
        {found.slice(0, 20).map((one) => {
          const last = book.entries.findLast(
            ({ account, day, minor, payee }) =>
              account === one.account &&
              day === one.lastDay &&
              Math.sign(minor) === Math.sign(one.minor) &&
              payeeKey(payee) === payeeKey(one.payee),
          );
          const schedule: Schedule = {
            ...{ kind: 'schedule', id: newRecordId(), removed_at: null, batch: null, ends_on: null },
            ...{ account: one.account, payee: one.payee, minor: one.minor, category: one.category, rhythm: one.rhythm },
            splits: scaleShares(last?.splits ?? [], one.minor),
          };
          return (
            <li key={`${one.account}${one.payee}${one.minor}`} className="border-t border-hairline pt-2 first:border-t-0 first:pt-0">
              <p className="flex gap-x-3">
                <span className="min-w-0 flex-1 wrap-anywhere">{one.payee}</span>
                <span className="tabular-nums">{moneyText(one.minor, book.accountById.get(one.account)?.currency ?? '')}</span>
              </p>
              <p className="flex flex-wrap items-center justify-between text-sm text-muted">
                <span>
                  <WholeDates text={`${rhythmWords(one.rhythm)}: ${one.times} times, last on ${one.lastDay}`} />
                </span>
                <QuietButton
                  className="-mr-2"
                  aria-label={`Schedule it: “${one.payee}”`}
                  onClick={() => void tell(hand.put(schedule), 'Scheduled')}
                >
                  Schedule it
                </QuietButton>
              </p>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
