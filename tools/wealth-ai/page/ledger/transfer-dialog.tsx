import { amountFault, exponentOf, formatMinor, parseAmount } from '@castellan/money/amount';
import { isDay } from '@castellan/money/day';
import { type FormEvent, useState } from 'react';
import type { Account } from '../../../../web/app/domains/money/money-records.ts';
import { newEntry } from '../../../../web/app/domains/money/new-entry.ts';
import { Button } from '../../../../web/app/ui/button.tsx';
import { Dialog, DialogFoot } from '../../../../web/app/ui/dialog.tsx';
import { SelectField } from '../../../../web/app/ui/fields/select-field.tsx';
import { TextField } from '../../../../web/app/ui/fields/text-field.tsx';
import { useWealth } from '../wealth-context.tsx';

type TransferDialogProps = {
  /** The account that the ledger shows: a card that is owed on is paid, from another one money leaves. */
  readonly account: Account | undefined;
  readonly onClose: () => void;
};

type Faults = { readonly day?: string; readonly amount?: string; readonly came?: string; readonly to?: string };

/** Moves money between two accounts: two entries that are the sides of one transfer. */
export default function TransferDialog({ account, onClose }: TransferDialogProps) {
  const { book, hand, tell, today } = useWealth();
  const open = book.accounts.filter(({ closed }) => !closed);
  const owed = account?.type === 'card' ? Math.max(0, -(book.balances.get(account.id) ?? 0)) : 0;
  const others = open.filter(({ id }) => id !== account?.id);
  const usual = others.find(({ type, currency }) => type === 'current' && currency === account?.currency) ?? others[0];
  const [from, setFrom] = useState((owed > 0 ? usual : (account ?? open[0]))?.id ?? '');
  const [to, setTo] = useState((owed > 0 ? account : account === undefined ? open[1] : usual)?.id ?? '');
  const [faults, setFaults] = useState<Faults>({});
  const [source, target] = [book.accountById.get(from), book.accountById.get(to)];
  const isExchange = source?.currency !== target?.currency;
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (source === undefined || target === undefined) return;
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const read = (name: string, currency: string) => {
      const amount = parseAmount(text(name), exponentOf(currency));
      if (amount.ok && amount.value > 0) return { minor: amount.value };
      return { fault: amountFault(amount.ok ? undefined : amount.failure, currency, 'Enter an amount above zero.') };
    };
    const left = read('amount', source.currency);
    const came = isExchange ? read('came', target.currency) : left;
    const found: Faults = {
      ...(isDay(text('day')) ? {} : { day: 'Enter a valid date.' }),
      ...(left.fault === undefined ? {} : { amount: left.fault }),
      ...(came.fault === undefined || !isExchange ? {} : { came: came.fault }),
      ...(source.id === target.id ? { to: 'Choose two accounts.' } : {}),
    };
    setFaults(found);
    if (Object.keys(found).length > 0 || left.minor === undefined || came.minor === undefined) return;
    const day = text('day');
    const out = newEntry(source.id, { day, minor: -left.minor, payee: `To ${target.name}`, category: text('category') });
    const into = newEntry(target.id, { day, minor: came.minor, payee: `From ${source.name}` });
    if (await tell(hand.put({ ...out, transfer: into.id }, { ...into, transfer: out.id }), 'Transfer added')) onClose();
  };
  const options = open.map(({ id, name, currency }) => ({ value: id, name: `${name}, ${currency}` }));
  return (
    <Dialog open title={owed > 0 ? 'Pay the card' : 'Transfer'} onClose={onClose}>
      <form noValidate autoComplete="off" onSubmit={(event) => void save(event)} className="grid gap-4">
        <SelectField label="From" value={from} options={options} onValue={setFrom} />
        <SelectField label="To" value={to} options={options} onValue={setTo} />
        {faults.to === undefined ? null : <p className="text-sm text-carmine">{faults.to}</p>}
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            name="amount"
            label={isExchange ? `Left, ${source?.currency ?? ''}` : `Amount, ${source?.currency ?? ''}`}
            inputMode="decimal"
            defaultValue={owed > 0 ? formatMinor(owed, exponentOf(account?.currency ?? '')) : ''}
            error={faults.amount}
            autoFocus
          />
          {isExchange ? <TextField name="came" label={`Came, ${target?.currency ?? ''}`} inputMode="decimal" error={faults.came} /> : null}
          <TextField name="day" type="date" label="Day" defaultValue={today} error={faults.day} />
        </div>
        {target?.off_budget === true && source?.off_budget !== true ? (
          <TextField
            name="category"
            label="Category"
            maxLength={80}
            hint={`${target.name} is not in the envelopes, so this envelope pays.`}
          />
        ) : null}
        <DialogFoot>
          <Button type="submit">Add transfer</Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
