import { isCurrency, isRate } from '@castellan/money/amount';
import { addDays, addMonths, type Day, daysBetween } from '@castellan/money/day';
import { type FormEvent, useMemo, useState } from 'react';
import { type MoneyBook, mainCurrency, netWorthOn } from '../../../web/app/domains/money/money-book.ts';
import { type Account, moneyText } from '../../../web/app/domains/money/money-records.ts';
import { newRecordId } from '../../../web/app/domains/records/record.ts';
import { GhostButton, QuietButton } from '../../../web/app/ui/button.tsx';
import { SelectField } from '../../../web/app/ui/fields/select-field.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { AccountDialog, typeNames } from './account-dialog.tsx';
import { BalanceLine } from './balance-line.tsx';
import { EngravedAmount } from './engraved-amount.tsx';
import { ImportsPanel } from './statements/imports-panel.tsx';
import { useWealth } from './wealth-context.tsx';

/** How far back the line of the net worth goes. */
const spans = [
  { value: '3', name: '3 months' },
  { value: '12', name: '12 months' },
  { value: '60', name: '5 years' },
  { value: '', name: 'Everything' },
];

/** More points than this are not told apart in the line: then it has each seventh day. */
const mostPoints = 400;

/** Every account with what it holds, what all come to, and the rates that say so. */
export default function AccountsView() {
  const { book, today } = useWealth();
  const [editing, setEditing] = useState<string>();
  const currency = mainCurrency(book);
  const [span, setSpan] = useState('12');
  const course = useMemo(() => {
    const days = courseDays(firstDay(book, span, today), today);
    return netWorthOn(book, currency, days).map((worth, at) => ({ day: days[at] ?? today, ...worth }));
  }, [book, currency, span, today]);
  const now = course.at(-1);
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid content-start gap-6">
        <Panel title={`Net worth, ${currency}`}>
          <EngravedAmount text={moneyText(now?.minor ?? 0, currency)} className="h-16 max-w-full" />
          <p className="sr-only">{`Net worth ${moneyText(now?.minor ?? 0, currency)} ${currency}`}</p>
          {now === undefined || now.missing.length === 0 ? null : (
            <p className="mt-2">
              <StatusMark kind="warning">{`Without ${now.missing.join(', ')}: there is no rate to ${currency} yet. Enter one.`}</StatusMark>
            </p>
          )}
          <SelectField className="mt-4 w-fit" label="For" value={span} options={spans} onValue={setSpan} />
          <BalanceLine days={course} currency={currency} label="Net worth" />
        </Panel>
        <Panel title="Accounts" aside={<GhostButton onClick={() => setEditing('new')}>Add an account</GhostButton>}>
          <ul>
            {book.accounts.map((account) => (
              <AccountRow key={account.id} account={account} onOpen={() => setEditing(account.id)} />
            ))}
          </ul>
        </Panel>
      </div>
      <div className="grid content-start gap-6">
        <Rates />
        <ImportsPanel />
      </div>
      <AccountDialog id={editing} onClose={() => setEditing(undefined)} />
    </div>
  );
}

function firstDay({ accounts, entries }: MoneyBook, span: string, today: Day): Day {
  if (span !== '') return addMonths(today, -Number(span));
  const days = [...accounts.map(({ opened_on }) => opened_on), entries[0]?.day ?? today].sort();
  return (days[0] ?? today) < today ? (days[0] ?? today) : addMonths(today, -3);
}

/** Days from one to another, both included: each, or each seventh. */
function courseDays(from: Day, to: Day): readonly Day[] {
  const count = daysBetween(from, to);
  const step = count < mostPoints ? 1 : 7;
  return Array.from({ length: Math.floor(count / step) + 1 }, (_, at) => addDays(to, at * step - Math.floor(count / step) * step));
}

function AccountRow({ account, onOpen }: { readonly account: Account; readonly onOpen: () => void }) {
  const { book } = useWealth();
  return (
    <li className="flex flex-wrap items-center gap-x-4 border-t border-hairline py-1 first:border-t-0">
      <button type="button" onClick={onOpen} className="target min-w-40 flex-1 text-left hover:text-copper">
        {account.name}
        <span className="block text-sm text-muted">{`${typeNames[account.type]}${account.closed ? ', closed' : ''}`}</span>
      </button>
      <span className="tabular-nums">{`${moneyText(book.balances.get(account.id) ?? 0, account.currency)} ${account.currency}`}</span>
    </li>
  );
}

function Rates() {
  const { book, hand, tell, today } = useWealth();
  const [fault, setFault] = useState<string>();
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    const form = new FormData(element);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const [from, to, rate, day] = [text('from').toUpperCase(), text('to').toUpperCase(), text('rate').replace(',', '.'), text('day')];
    const wrong =
      !isCurrency(from) || !isCurrency(to) || from === to
        ? 'Two currencies, such as USD and EUR.'
        : isRate(rate)
          ? undefined
          : 'A rate is a number above zero.';
    setFault(wrong);
    if (wrong !== undefined) return;
    const record = { kind: 'rate' as const, id: newRecordId(), removed_at: null, batch: null, from, to, rate, day: day || today };
    if (await tell(hand.put(record))) element.reset();
  };
  return (
    <Panel title="Exchange rates">
      <p className="text-sm text-muted">Entered by you, each valid from its date. No service is asked for them.</p>
      <form noValidate autoComplete="off" onSubmit={(event) => void save(event)} className="mt-4 grid grid-cols-2 gap-3">
        <TextField name="from" label="One" maxLength={3} placeholder="USD" />
        <TextField name="to" label="Of" maxLength={3} defaultValue={mainCurrency(book)} />
        <TextField name="rate" label="Is" inputMode="decimal" placeholder="0.92" error={fault} />
        <TextField name="day" label="From" type="date" defaultValue={today} />
        <GhostButton type="submit" className="col-span-2">
          Add rate
        </GhostButton>
      </form>
      <ul className="mt-4 empty:hidden">
        {book.rates.toReversed().map((rate) => (
          <li key={rate.id} className="flex items-center justify-between border-t border-hairline text-sm">
            <span>{`${rate.day}: 1 ${rate.from} = ${rate.rate} ${rate.to}`}</span>
            <QuietButton
              className="-mr-2"
              aria-label={`Delete the rate of ${rate.day}`}
              onClick={() => void tell(hand.remove(rate.id), 'Rate deleted')}
            >
              Delete
            </QuietButton>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
