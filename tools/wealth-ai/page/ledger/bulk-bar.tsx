import { type FormEvent, useId, useState } from 'react';
import { type Entry, moneyText } from '../../../../web/app/domains/money/money-records.ts';
import { Button, GhostButton, QuietButton } from '../../../../web/app/ui/button.tsx';
import { Dialog, DialogFoot } from '../../../../web/app/ui/dialog.tsx';
import { SelectField } from '../../../../web/app/ui/fields/select-field.tsx';
import { TextField } from '../../../../web/app/ui/fields/text-field.tsx';
import { CategoryNames } from '../splits/category-names.tsx';
import { SplitFields } from '../splits/split-fields.tsx';
import { readProportions, type SplitLine } from '../splits/split-lines.ts';
import { useWealth } from '../wealth-context.tsx';
import { type BulkChange, bulkWords, type ChosenStep, changeEntry, planBulk } from './chosen-entries.ts';

type Field = 'category' | 'payee' | 'account';
type DialogField = Field | 'splits';

type BulkBarProps = {
  /** What is chosen. */
  readonly entries: readonly Entry[];
  /** All that could be. */
  readonly all: readonly Entry[];
  readonly choose: (step: ChosenStep) => void;
};

/** What can be done to all chosen entries at once. Each is one step of undo. */
export default function BulkBar({ entries, all, choose }: BulkBarProps) {
  const { book, hand, tell } = useWealth();
  const [field, setField] = useState<DialogField>();
  const change = async (values: BulkChange) => {
    const plan = planBulk(book, entries, values);
    const ids = new Set(plan.ids);
    const kept = hand.edit((view) => ({
      put: view.records.flatMap((record) => (record.kind === 'entry' && ids.has(record.id) ? [changeEntry(record, values)] : [])),
    }));
    return tell(kept, bulkWords(plan));
  };
  const remove = async () => {
    const ids = entries.map(({ id }) => id);
    if (await tell(hand.remove(...ids), `${ids.length.toLocaleString('en-GB')} ${ids.length === 1 ? 'entry' : 'entries'} deleted`))
      choose({ step: 'end' });
  };
  const isCleared = entries.every(({ status }) => status !== 'open');
  const none = entries.length === 0;
  return (
    <section aria-label="Chosen entries" className="ledger-bulk">
      <p role="status" className="min-w-40 flex-1">
        {none
          ? 'Choose entries, or the first and, with Shift, the last.'
          : `${entries.length.toLocaleString('en-GB')} chosen, ${sumWords(book, entries)}`}
      </p>
      {none ? null : (
        <>
          <QuietButton onClick={() => setField('category')}>Category</QuietButton>
          <QuietButton onClick={() => setField('splits')}>Split</QuietButton>
          <QuietButton onClick={() => setField('payee')}>Payee</QuietButton>
          <QuietButton onClick={() => setField('account')}>Account</QuietButton>
          <QuietButton onClick={() => void change({ status: isCleared ? 'open' : 'cleared' })}>
            {isCleared ? 'Open' : 'Cleared'}
          </QuietButton>
          <QuietButton onClick={() => void remove()}>Delete</QuietButton>
        </>
      )}
      {entries.length === all.length ? null : (
        <QuietButton
          onClick={() => choose({ step: 'all', ids: all.map(({ id }) => id) })}
        >{`All ${all.length.toLocaleString('en-GB')}`}</QuietButton>
      )}
      <GhostButton onClick={() => choose({ step: 'end' })}>Done</GhostButton>
      {field === undefined || field === 'splits' ? null : (
        <FieldDialog field={field} entries={entries} onClose={() => setField(undefined)} change={change} />
      )}
      {field === 'splits' ? <SplitDialog entries={entries} onClose={() => setField(undefined)} change={change} /> : null}
    </section>
  );
}

/** What they come to, by currency. */
function sumWords(book: ReturnType<typeof useWealth>['book'], entries: readonly Entry[]): string {
  const sums = new Map<string, number>();
  for (const { account, minor } of entries) {
    const currency = book.accountById.get(account)?.currency ?? '';
    sums.set(currency, (sums.get(currency) ?? 0) + minor);
  }
  return [...sums].map(([currency, minor]) => `${moneyText(minor, currency)}\u00a0${currency}`).join(', ');
}

const fieldNames: Readonly<Record<Field, string>> = { category: 'Category', payee: 'Payee', account: 'Account' };

type FieldDialogProps = {
  readonly field: Field;
  readonly entries: readonly Entry[];
  readonly onClose: () => void;
  readonly change: (values: BulkChange) => Promise<boolean>;
};

const countWords = ({ length }: readonly Entry[]) => `${length.toLocaleString('en-GB')} ${length === 1 ? 'entry' : 'entries'}`;

/** Splits them all in the same proportion. */
function SplitDialog({ entries, onClose, change }: Omit<FieldDialogProps, 'field'>) {
  const listId = useId();
  const [lines, setLines] = useState<readonly SplitLine[]>(twoParts);
  const [fault, setFault] = useState<string>();
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = readProportions(lines);
    const found = 'fault' in read ? read.fault : read.parts.length === 0 ? 'Name at least one part.' : undefined;
    setFault(found);
    if (found === undefined && 'parts' in read && (await change({ splits: read.parts }))) onClose();
  };
  return (
    <Dialog open title={`Split ${countWords(entries)}`} onClose={onClose}>
      <form noValidate autoComplete="off" onSubmit={(event) => void save(event)} className="grid gap-4">
        <p className="text-sm text-muted">Each by its own amount. The parts come to 100 %, and take the place of a category.</p>
        <CategoryNames id={listId} />
        <SplitFields of="Percent" lines={lines} listId={listId} error={fault} onChange={setLines} />
        <DialogFoot>
          <Button type="submit">{`Split ${countWords(entries)}`}</Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

const twoParts: readonly SplitLine[] = [
  { key: 0, category: '', amount: '50' },
  { key: 1, category: '', amount: '50' },
];

function FieldDialog({ field, entries, onClose, change }: FieldDialogProps) {
  const { book } = useWealth();
  const listId = useId();
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const value = String(new FormData(event.currentTarget).get(field) ?? '').trim();
    if (await change({ [field]: value })) onClose();
  };
  const first = entries[0]?.[field] ?? '';
  const shared = entries.every((entry) => entry[field] === first) ? first : '';
  const count = countWords(entries);
  return (
    <Dialog open title={`${fieldNames[field]} of ${count}`} onClose={onClose}>
      <form noValidate autoComplete="off" onSubmit={(event) => void save(event)} className="grid gap-4">
        {field === 'account' ? (
          <SelectField
            name="account"
            label="Account"
            defaultValue={shared}
            options={book.accounts
              .filter(({ closed }) => !closed)
              .map(({ id, name, currency }) => ({ value: id, name: `${name}, ${currency}` }))}
          />
        ) : (
          <TextField
            name={field}
            label={fieldNames[field]}
            maxLength={field === 'category' ? 80 : 500}
            list={field === 'category' ? listId : undefined}
            defaultValue={shared}
            autoFocus
          />
        )}
        <CategoryNames id={listId} />
        <DialogFoot>
          <Button type="submit">{`Change ${count}`}</Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
