import { amountFault, exponentOf, formatMinor, isCurrency, parseAmount } from '@castellan/money/amount';
import { isDay } from '@castellan/money/day';
import { type FormEvent, useState } from 'react';
import { type Account, accountTypes } from '../../../web/app/domains/money/money-records.ts';
import { newRecordId } from '../../../web/app/domains/records/record.ts';
import { Button, QuietButton } from '../../../web/app/ui/button.tsx';
import { Dialog } from '../../../web/app/ui/dialog.tsx';
import { CheckField } from '../../../web/app/ui/fields/check-field.tsx';
import { SelectField } from '../../../web/app/ui/fields/select-field.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { useWealth } from './wealth-context.tsx';

/** How each kind of account is called. */
export const typeNames: Readonly<Record<Account['type'], string>> = {
  current: 'Current account',
  savings: 'Savings',
  cash: 'Cash',
  investment: 'Investment',
  card: 'Credit card (owed)',
  loan: 'Loan (owed)',
};

type Faults = { readonly name?: string; readonly currency?: string; readonly opening?: string; readonly day?: string };

/** The form of an account; `new` for one that is not there yet. */
export function AccountDialog({ id, onClose }: { readonly id: string | undefined; readonly onClose: () => void }) {
  const { book, hand, tell, today } = useWealth();
  const [faults, setFaults] = useState<Faults>({});
  const account = id === undefined ? undefined : book.accountById.get(id);
  const open = id === 'new' || account !== undefined;
  const close = () => {
    setFaults({});
    onClose();
  };
  const isUsed = account !== undefined && book.entries.some((entry) => entry.account === account.id);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = readAccount(new FormData(event.currentTarget), account);
    setFaults(read.faults);
    if (Object.keys(read.faults).length > 0) return;
    const kept = account === undefined ? hand.put({ ...newAccount(), ...read.values }) : hand.change(account.id, read.values);
    if (await tell(kept)) close();
  };
  return (
    <Dialog open={open} title={account === undefined ? 'New account' : 'Account'} onClose={close}>
      <form key={id} noValidate autoComplete="off" onSubmit={(event) => void save(event)} className="grid gap-4">
        <TextField
          name="name"
          label="Name"
          maxLength={80}
          defaultValue={account?.name}
          autoFocus={account === undefined}
          error={faults.name}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            name="type"
            label="Kind"
            defaultValue={account?.type ?? 'current'}
            options={accountTypes.map((value) => ({ value, name: typeNames[value] }))}
          />
          <TextField
            name="currency"
            label="Currency"
            maxLength={3}
            readOnly={isUsed}
            defaultValue={account?.currency ?? book.accounts[0]?.currency ?? 'EUR'}
            error={faults.currency}
          />
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            name="opening"
            label="Opening balance"
            inputMode="decimal"
            defaultValue={account === undefined ? '0' : formatMinor(account.opening_minor, exponentOf(account.currency))}
            error={faults.opening}
          />
          <TextField name="opened_on" type="date" label="On" defaultValue={account?.opened_on ?? today} error={faults.day} />
        </div>
        <TextField
          name="number"
          label="Number or IBAN"
          maxLength={64}
          defaultValue={account?.number}
          hint="By exactly this number, statements find their account: the IBAN, or as OFX files have it, the bank’s number / the account’s."
        />
        <CheckField
          name="off_budget"
          label="Not in the envelopes"
          hint="For what you do not plan with, such as investments or a mortgage. A transfer to it counts as spent."
          defaultChecked={account?.off_budget ?? false}
        />
        {account === undefined ? null : (
          <CheckField name="closed" label="Closed: it takes no more entries" defaultChecked={account.closed} />
        )}
        <div className="mt-2 flex flex-wrap justify-end gap-3">
          {account === undefined ? null : (
            <QuietButton
              onClick={() => {
                void tell(hand.remove(account.id), 'Account deleted');
                close();
              }}
            >
              Delete
            </QuietButton>
          )}
          <Button type="submit">{account === undefined ? 'Add account' : 'Save'}</Button>
        </div>
      </form>
    </Dialog>
  );
}

const newAccount = () => ({ kind: 'account' as const, id: newRecordId(), removed_at: null, batch: null, closed: false });

function readAccount(form: FormData, account: Account | undefined) {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const currency = text('currency').toUpperCase();
  const opening = parseAmount(text('opening') || '0', exponentOf(currency));
  const opened_on = text('opened_on');
  const faults: Faults = {
    ...(text('name') === '' ? { name: 'An account has a name.' } : {}),
    ...(isCurrency(currency) ? {} : { currency: 'Three letters, such as EUR.' }),
    ...(opening.ok ? {} : { opening: amountFault(opening.failure, currency, 'Enter an amount.') }),
    ...(isDay(opened_on) ? {} : { day: 'Enter a valid date.' }),
  };
  const type = accountTypes.find((one) => one === text('type')) ?? 'current';
  const values = {
    ...{ name: text('name'), type, currency, number: text('number'), opened_on },
    ...{ opening_minor: opening.ok ? opening.value : 0, closed: account === undefined ? false : form.get('closed') !== null },
    off_budget: form.get('off_budget') !== null,
  };
  return { faults, values };
}
