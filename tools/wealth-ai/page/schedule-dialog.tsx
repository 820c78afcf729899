import { amountFault, exponentOf, formatMinor, parseAmount } from '@castellan/money/amount';
import { isDay } from '@castellan/money/day';
import type { Rhythm } from '@castellan/money/schedule';
import { type FormEvent, useId, useState } from 'react';
import type { MoneyBook } from '../../../web/app/domains/money/money-book.ts';
import type { Schedule } from '../../../web/app/domains/money/money-records.ts';
import { usualAccount } from '../../../web/app/domains/money/new-entry.ts';
import { newRecordId } from '../../../web/app/domains/records/record.ts';
import { Button, QuietButton } from '../../../web/app/ui/button.tsx';
import { Dialog, DialogFoot } from '../../../web/app/ui/dialog.tsx';
import { SelectField } from '../../../web/app/ui/fields/select-field.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { CategoryNames } from './splits/category-names.tsx';
import { SplitFields } from './splits/split-fields.tsx';
import { linesOfShares, readShares, type SplitLine } from './splits/split-lines.ts';
import { useWealth } from './wealth-context.tsx';

/** A rhythm in words. */
export function rhythmWords({ every, unit, anchor }: Rhythm): string {
  const often = every === 1 ? `Every ${unit}` : `Every ${every} ${unit}s`;
  return unit === 'month' ? `${often}, on day ${Number(anchor.slice(8))}` : `${often}, as on ${anchor}`;
}

const units = ['day', 'week', 'month', 'year'] as const;

/** The form of something that comes or goes regularly; `new` for one that is not there yet. */
export function ScheduleDialog({ id, onClose }: { readonly id: string | undefined; readonly onClose: () => void }) {
  const { book } = useWealth();
  const schedule = book.schedules.find((one) => one.id === id);
  const open = id === 'new' || schedule !== undefined;
  return (
    <Dialog open={open} title={schedule === undefined ? 'New schedule' : 'Schedule'} onClose={onClose}>
      {open ? <ScheduleForm key={id} schedule={schedule} onClose={onClose} /> : null}
    </Dialog>
  );
}

type ScheduleFormProps = { readonly schedule: Schedule | undefined; readonly onClose: () => void };

function ScheduleForm({ schedule, onClose }: ScheduleFormProps) {
  const { book, hand, tell } = useWealth();
  const [faults, setFaults] = useState<ScheduleFaults>({});
  const account = book.accountById.get(schedule?.account ?? '') ?? usualAccount(book);
  const [splits, setSplits] = useState<readonly SplitLine[]>(linesOfShares(schedule?.splits ?? [], account?.currency ?? ''));
  const listId = useId();
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = readSchedule(new FormData(event.currentTarget), splits, book);
    setFaults('faults' in read ? read.faults : {});
    if ('faults' in read) return;
    const kept =
      schedule === undefined
        ? hand.put({ kind: 'schedule', id: newRecordId(), removed_at: null, batch: null, ...read.values })
        : hand.change(schedule.id, read.values);
    if (await tell(kept)) onClose();
  };
  return (
    <form noValidate autoComplete="off" onSubmit={(event) => void save(event)} className="grid gap-4">
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
      <RhythmFields schedule={schedule} faults={faults} />
      {splits.length > 0 ? null : (
        <TextField name="category" label="Category" maxLength={80} list={listId} defaultValue={schedule?.category} />
      )}
      <CategoryNames id={listId} />
      <SplitFields lines={splits} listId={listId} error={faults['splits']} onChange={setSplits} />
      <p className="text-sm text-muted">A month without that day has it on its last.</p>
      <DialogFoot
        aside={
          schedule === undefined ? undefined : (
            <QuietButton
              onClick={() => {
                void tell(hand.remove(schedule.id), 'Schedule deleted');
                onClose();
              }}
            >
              Delete
            </QuietButton>
          )
        }
      >
        <Button type="submit">{schedule === undefined ? 'Add schedule' : 'Save'}</Button>
      </DialogFoot>
    </form>
  );
}

type ScheduleFaults = Readonly<Record<string, string>>;
type ScheduleValues = Pick<Schedule, 'account' | 'payee' | 'minor' | 'category' | 'splits' | 'rhythm' | 'ends_on'>;

/** What the form says; or what is wrong with it, by field. */
function readSchedule(
  form: FormData,
  splits: readonly SplitLine[],
  { accountById }: MoneyBook,
): { readonly values: ScheduleValues } | { readonly faults: ScheduleFaults } {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const own = accountById.get(text('account'));
  const currency = own?.currency ?? '';
  const amount = parseAmount(text('amount'), exponentOf(currency));
  const every = Number(text('every'));
  const shares = readShares(splits, amount.ok ? amount.value : undefined, currency);
  const faults = {
    ...(text('payee') === '' ? { payee: 'Enter who pays or is paid.' } : {}),
    ...(amount.ok && amount.value !== 0
      ? {}
      : { amount: amountFault(amount.ok ? undefined : amount.failure, currency, 'Enter an amount.') }),
    ...(Number.isInteger(every) && every >= 1 && every <= 1000 ? {} : { every: 'A whole number from 1.' }),
    ...(isDay(text('anchor')) ? {} : { anchor: 'Enter a valid date.' }),
    ...(text('ends_on') === '' || isDay(text('ends_on')) ? {} : { ends: 'Enter a valid date.' }),
    ...('fault' in shares ? { splits: shares.fault } : {}),
  };
  if (Object.keys(faults).length > 0 || own === undefined || !amount.ok || 'fault' in shares) return { faults };
  const unit = units.find((one) => one === text('unit')) ?? 'month';
  return {
    values: {
      ...{ account: own.id, payee: text('payee'), minor: amount.value, ends_on: text('ends_on') || null },
      ...{ category: shares.parts.length > 0 ? '' : text('category'), splits: shares.parts },
      rhythm: { every, unit, anchor: text('anchor') },
    },
  };
}

function RhythmFields({ schedule, faults }: { readonly schedule: Schedule | undefined; readonly faults: ScheduleFaults }) {
  const { today } = useWealth();
  return (
    <div className="grid grid-cols-2 gap-4">
      <TextField name="every" label="Every" inputMode="numeric" defaultValue={schedule?.rhythm.every ?? 1} error={faults['every']} />
      <SelectField
        name="unit"
        label="Unit"
        defaultValue={schedule?.rhythm.unit ?? 'month'}
        options={units.map((value) => ({ value, name: `${value}s` }))}
      />
      <TextField name="anchor" label="Counted from" type="date" defaultValue={schedule?.rhythm.anchor ?? today} error={faults['anchor']} />
      <TextField name="ends_on" label="Until, if ever" type="date" defaultValue={schedule?.ends_on ?? ''} error={faults['ends']} />
    </div>
  );
}
