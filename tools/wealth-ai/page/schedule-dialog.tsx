import { amountFault, exponentOf, formatMinor, parseAmount } from '@castellan/money/amount';
import { isDay } from '@castellan/money/day';
import type { Rhythm } from '@castellan/money/schedule';
import { type FormEvent, useState } from 'react';
import { usualAccount } from '../../../web/app/domains/money/new-entry.ts';
import { newRecordId } from '../../../web/app/domains/records/record.ts';
import { Button, QuietButton } from '../../../web/app/ui/button.tsx';
import { Dialog } from '../../../web/app/ui/dialog.tsx';
import { SelectField } from '../../../web/app/ui/fields/select-field.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { useWealth } from './wealth-context.tsx';

/** A rhythm in words. */
export function rhythmWords({ every, unit, anchor }: Rhythm): string {
  const often = every === 1 ? `Every ${unit}` : `Every ${every} ${unit}s`;
  return unit === 'month' ? `${often}, on day ${Number(anchor.slice(8))}` : `${often}, as on ${anchor}`;
}

const units = ['day', 'week', 'month', 'year'] as const;

/** The form of something that comes or goes regularly; `new` for one that is not there yet. */
export function ScheduleDialog({ id, onClose }: { readonly id: string | undefined; readonly onClose: () => void }) {
  const { book, hand, tell, today } = useWealth();
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const schedule = book.schedules.find((one) => one.id === id);
  const open = id === 'new' || schedule !== undefined;
  const account = book.accountById.get(schedule?.account ?? '') ?? usualAccount(book);
  const close = () => {
    setFaults({});
    onClose();
  };
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const own = book.accountById.get(text('account'));
    const amount = parseAmount(text('amount'), exponentOf(own?.currency ?? ''));
    const every = Number(text('every'));
    const found = {
      ...(text('payee') === '' ? { payee: 'Enter who pays or is paid.' } : {}),
      ...(amount.ok && amount.value !== 0
        ? {}
        : { amount: amountFault(amount.ok ? undefined : amount.failure, own?.currency ?? '', 'Enter an amount.') }),
      ...(Number.isInteger(every) && every >= 1 && every <= 1000 ? {} : { every: 'A whole number from 1.' }),
      ...(isDay(text('anchor')) ? {} : { anchor: 'Enter a valid date.' }),
      ...(text('ends_on') === '' || isDay(text('ends_on')) ? {} : { ends: 'Enter a valid date.' }),
    };
    setFaults(found);
    if (Object.keys(found).length > 0 || own === undefined || !amount.ok) return;
    const unit = units.find((one) => one === text('unit')) ?? 'month';
    const values = {
      ...{ account: own.id, payee: text('payee'), minor: amount.value, category: text('category'), ends_on: text('ends_on') || null },
      rhythm: { every, unit, anchor: text('anchor') },
    };
    const kept =
      schedule === undefined
        ? hand.put({ kind: 'schedule', id: newRecordId(), removed_at: null, batch: null, ...values })
        : hand.change(schedule.id, values);
    if (await tell(kept)) close();
  };
  return (
    <Dialog open={open} title={schedule === undefined ? 'New schedule' : 'Schedule'} onClose={close}>
      <form key={id} noValidate autoComplete="off" onSubmit={(event) => void save(event)} className="grid gap-4">
        <TextField name="payee" label="Payee" maxLength={500} defaultValue={schedule?.payee} autoFocus error={faults['payee']} />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            name="account"
            label="Account"
            defaultValue={account?.id}
            options={book.accounts.map(({ id: value, name }) => ({ value, name }))}
          />
          <TextField
            name="amount"
            label="Amount"
            defaultValue={schedule === undefined ? '-' : formatMinor(schedule.minor, exponentOf(account?.currency ?? ''))}
            error={faults['amount']}
          />
        </div>
        <div className="grid grid-cols-2 gap-4">
          <TextField name="every" label="Every" inputMode="numeric" defaultValue={schedule?.rhythm.every ?? 1} error={faults['every']} />
          <SelectField
            name="unit"
            label="Unit"
            defaultValue={schedule?.rhythm.unit ?? 'month'}
            options={units.map((value) => ({ value, name: `${value}s` }))}
          />
          <TextField
            name="anchor"
            label="Counted from"
            type="date"
            defaultValue={schedule?.rhythm.anchor ?? today}
            error={faults['anchor']}
          />
          <TextField name="ends_on" label="Until, if ever" type="date" defaultValue={schedule?.ends_on ?? ''} error={faults['ends']} />
        </div>
        <TextField name="category" label="Category" maxLength={80} defaultValue={schedule?.category} />
        <p className="text-sm text-muted">A month without that day has it on its last.</p>
        <div className="mt-2 flex flex-wrap justify-end gap-3">
          {schedule === undefined ? null : (
            <QuietButton
              onClick={() => {
                void tell(hand.remove(schedule.id), 'Schedule deleted');
                close();
              }}
            >
              Delete
            </QuietButton>
          )}
          <Button type="submit">{schedule === undefined ? 'Add schedule' : 'Save'}</Button>
        </div>
      </form>
    </Dialog>
  );
}
