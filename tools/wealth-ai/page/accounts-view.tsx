import { isCurrency, isRate } from '@castellan/money/amount';
import { addMonths } from '@castellan/money/day';
import { type FormEvent, useMemo, useState } from 'react';
import { mainCurrency, netWorth } from '../../../web/app/domains/money/money-book.ts';
import { type Account, moneyText } from '../../../web/app/domains/money/money-records.ts';
import { newRecordId } from '../../../web/app/domains/records/record.ts';
import { GhostButton, QuietButton } from '../../../web/app/ui/button.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { AccountDialog, typeNames } from './account-dialog.tsx';
import { BalanceLine } from './balance-line.tsx';
import { EngravedAmount } from './engraved-amount.tsx';
import { ImportsPanel } from './statements/imports-panel.tsx';
import { useWealth } from './wealth-context.tsx';

const months = 12;

/** Every account with what it holds, what all come to, and the rates that say so. */
export default function AccountsView() {
  const { book, today } = useWealth();
  const [editing, setEditing] = useState<string>();
  const currency = mainCurrency(book);
  const course = useMemo(
    () =>
      Array.from({ length: months + 1 }, (_, index) => {
        const day = index === months ? today : addMonths(`${today.slice(0, 7)}-01`, index - months + 1);
        return { day, ...netWorth(book, currency, day) };
      }),
    [book, currency, today],
  );
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
          <BalanceLine days={course} currency={currency} label="Net worth by month" />
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
