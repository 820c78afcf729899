import { amountFault, exponentOf, formatMinor, parseAmount } from '@castellan/money/amount';
import { isDay } from '@castellan/money/day';
import { type FormEvent, useId, useMemo, useState } from 'react';
import type { Account, Entry } from '../../../web/app/domains/money/money-records.ts';
import { newEntry } from '../../../web/app/domains/money/new-entry.ts';
import { Button, QuietButton } from '../../../web/app/ui/button.tsx';
import { Dialog, DialogFoot } from '../../../web/app/ui/dialog.tsx';
import { SelectField } from '../../../web/app/ui/fields/select-field.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { teachClassifier } from '../knowledge/classify-payee.ts';
import { byOwner, byText } from './rules/rules.ts';
import { CategoryNames } from './splits/category-names.tsx';
import { SplitFields } from './splits/split-fields.tsx';
import { linesOfShares, readShares, type SplitLine } from './splits/split-lines.ts';
import { useWealth } from './wealth-context.tsx';

type EntryDialogProps = {
  /** `new` for one that is not there yet. */
  readonly id: string | undefined;
  /** The account of a new one. */
  readonly account: Account | undefined;
  readonly onClose: () => void;
};

/** The form of one line of the ledger. */
export function EntryDialog({ id, account, onClose }: EntryDialogProps) {
  const { book } = useWealth();
  const entry = id === undefined ? undefined : book.entryById.get(id);
  const open = (id === 'new' && account !== undefined) || entry !== undefined;
  return (
    <Dialog open={open} title={entry === undefined ? 'New entry' : 'Entry'} onClose={onClose}>
      {open ? <EntryForm key={id} entry={entry} account={account} onClose={onClose} /> : null}
    </Dialog>
  );
}

function EntryForm({ entry, account, onClose }: { readonly entry: Entry | undefined } & Pick<EntryDialogProps, 'account' | 'onClose'>) {
  const { book, hand, tell, today } = useWealth();
  const own = book.accountById.get(entry?.account ?? account?.id ?? '');
  const currency = own?.currency ?? 'EUR';
  const exponent = exponentOf(currency);
  const [faults, setFaults] = useState<{ readonly day?: string; readonly amount?: string; readonly splits?: string }>({});
  const [payee, setPayee] = useState(entry?.payee ?? '');
  const [category, setCategory] = useState(entry?.category ?? '');
  const [splits, setSplits] = useState<readonly SplitLine[]>(linesOfShares(entry?.splits ?? [], currency));
  const listId = useId();
  const classify = useMemo(() => teachClassifier(book.entries.filter(({ transfer }) => transfer === null)), [book]);
  const guess = category === '' && splits.length === 0 ? classify({ payee, memo: '', minor: entry?.minor ?? -1 }) : undefined;
  const by = entry !== undefined && category === entry.category ? byText(book, entry.by) : '';
  const sortedBy = by === '' ? undefined : `Sorted ${by}.`;
  const other = entry?.transfer == null ? undefined : book.entryById.get(entry.transfer);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const amount = parseAmount(text('amount'), exponent);
    const shares = readShares(splits, amount.ok ? amount.value : undefined, currency);
    const found = {
      ...(isDay(text('day')) ? {} : { day: 'Enter a valid date.' }),
      ...(amount.ok ? {} : { amount: amountFault(amount.failure, currency, 'Enter an amount.') }),
      ...('fault' in shares ? { splits: shares.fault } : {}),
    };
    setFaults(found);
    if (Object.keys(found).length > 0 || !amount.ok || 'fault' in shares || own === undefined) return;
    const values = {
      ...{
        day: text('day'),
        minor: amount.value,
        payee: payee.trim(),
        memo: text('memo'),
        category: splits.length > 0 ? '' : category.trim(),
      },
      splits: shares.parts,
    };
    const isSorted = entry !== undefined && (entry.category !== values.category || entry.splits.length !== values.splits.length);
    const status =
      text('status') === 'open' ? ('open' as const) : entry?.status === 'reconciled' ? ('reconciled' as const) : ('cleared' as const);
    const kept =
      entry === undefined
        ? hand.put(newEntry(own.id, { ...values, status }))
        : hand.change(entry.id, { ...values, status, ...(isSorted ? { by: byOwner } : {}) });
    if (await tell(kept)) onClose();
  };
  return (
    <form noValidate autoComplete="off" onSubmit={(event) => void save(event)} className="grid gap-4">
      <p className="text-sm text-muted">{`${own?.name ?? ''}, ${currency}. Below zero is what left it.`}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="day" type="date" label="Day" defaultValue={entry?.day ?? today} error={faults.day} />
        <TextField
          name="amount"
          label="Amount"
          inputMode="text"
          defaultValue={entry === undefined ? '-' : formatMinor(entry.minor, exponent)}
          error={faults.amount}
          autoFocus
        />
      </div>
      <TextField name="payee" label="Payee" maxLength={500} value={payee} onValue={setPayee} />
      {splits.length > 0 ? null : (
        <TextField
          name="category"
          label="Category"
          maxLength={80}
          list={listId}
          value={category}
          onValue={setCategory}
          hint={
            guess === undefined ? (
              sortedBy
            ) : (
              <span className="flex flex-wrap items-center gap-x-2">
                <span>
                  {`Perhaps ${guess.category}: ${guess.because.map(({ word, times, of }) => `“${word}” was that ${times} of ${of} times`).join(', ')}.`}
                </span>
                <QuietButton onClick={() => setCategory(guess.category)}>Take it</QuietButton>
              </span>
            )
          }
        />
      )}
      <CategoryNames id={listId} />
      <SplitFields lines={splits} listId={listId} error={faults.splits} onChange={setSplits} />
      <TextField name="memo" label="Memo" maxLength={500} defaultValue={entry?.memo} />
      <StatusField status={entry?.status} />
      {other === undefined || entry === undefined ? null : (
        <p className="flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
          {`A transfer: the other side is in ${book.accountById.get(other.account)?.name ?? ''} on ${other.day}.`}
          <QuietButton
            onClick={() =>
              void tell(
                hand.edit(() => ({
                  put: [
                    { ...entry, transfer: null },
                    { ...other, transfer: null },
                  ],
                })),
                'Unlinked',
              )
            }
          >
            Unlink
          </QuietButton>
        </p>
      )}
      <DialogFoot
        aside={
          entry === undefined ? undefined : (
            <QuietButton
              onClick={() => {
                void tell(hand.remove(entry.id), 'Entry deleted');
                onClose();
              }}
            >
              Delete
            </QuietButton>
          )
        }
      >
        <Button type="submit">{entry === undefined ? 'Add entry' : 'Save'}</Button>
      </DialogFoot>
    </form>
  );
}

/** How far an entry is; what was reconciled can be opened again. */
function StatusField({ status }: { readonly status: Entry['status'] | undefined }) {
  return (
    <SelectField
      name="status"
      label="Status"
      defaultValue={status ?? 'open'}
      options={
        status === 'reconciled'
          ? [
              { value: 'reconciled', name: 'Reconciled' },
              { value: 'open', name: 'Open again' },
            ]
          : [
              { value: 'open', name: 'Open: not seen at the bank yet' },
              { value: 'cleared', name: 'Cleared: the bank has it' },
            ]
      }
    />
  );
}
