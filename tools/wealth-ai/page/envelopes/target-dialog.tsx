import { amountFault, exponentOf, formatMinor, parseAmount } from '@castellan/money/amount';
import { isDay } from '@castellan/money/day';
import { type FormEvent, useState } from 'react';
import { targetId } from '../../../../web/app/domains/money/envelope-records.ts';
import { type Target, targetKinds } from '../../../../web/app/domains/money/money-records.ts';
import { Button, QuietButton } from '../../../../web/app/ui/button.tsx';
import { Dialog, DialogFoot } from '../../../../web/app/ui/dialog.tsx';
import { SelectField } from '../../../../web/app/ui/fields/select-field.tsx';
import { TextField } from '../../../../web/app/ui/fields/text-field.tsx';
import { useWealth } from '../wealth-context.tsx';

const kindNames: Readonly<Record<Target['how'], string>> = {
  monthly: 'Put in so much each month',
  fill: 'Fill it up to so much each month',
  by: 'Have so much by a date',
};

const againChoices = [
  { value: '', name: 'Once' },
  ...[1, 3, 6, 12].map((months) => ({ value: String(months), name: months === 1 ? 'Every month' : `Every ${months} months` })),
];

type TargetDialogProps = { readonly category: string | undefined; readonly currency: string; readonly onClose: () => void };

/** What an envelope is to get. */
export function TargetDialog({ category, currency, onClose }: TargetDialogProps) {
  if (category === undefined) return null;
  return (
    <Dialog open title={`Target of ${category}`} onClose={onClose}>
      <TargetForm key={category} category={category} currency={currency} onClose={onClose} />
    </Dialog>
  );
}

type Faults = { readonly amount?: string; readonly by?: string };

function TargetForm({ category, currency, onClose }: TargetDialogProps & { readonly category: string }) {
  const { book, hand, tell } = useWealth();
  const target = book.targets.find((one) => one.currency === currency && one.category === category);
  const [how, setHow] = useState<Target['how']>(target?.how ?? 'monthly');
  const [faults, setFaults] = useState<Faults>({});
  const exponent = exponentOf(currency);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const amount = parseAmount(text('amount'), exponent);
    const found: Faults = {
      ...(amount.ok && amount.value > 0
        ? {}
        : { amount: amountFault(amount.ok ? undefined : amount.failure, currency, 'Enter an amount above zero.') }),
      ...(how !== 'by' || isDay(text('by')) ? {} : { by: 'Enter a valid date.' }),
    };
    setFaults(found);
    if (Object.keys(found).length > 0 || !amount.ok) return;
    const dated = how === 'by' ? { by: text('by'), again_months: text('again') === '' ? null : Number(text('again')) } : undated;
    const id = targetId(category, currency);
    const kept = hand.put({ kind: 'target', id, removed_at: null, batch: null, category, currency, minor: amount.value, how, ...dated });
    if (await tell(kept)) onClose();
  };
  const again = String(target?.again_months ?? '');
  return (
    <form noValidate autoComplete="off" onSubmit={(event) => void save(event)} className="grid gap-4">
      <SelectField
        label="Kind"
        value={how}
        options={targetKinds.map((value) => ({ value, name: kindNames[value] }))}
        onValue={(value) => setHow(targetKinds.find((one) => one === value) ?? 'monthly')}
      />
      <TextField
        name="amount"
        label={`Amount, ${currency}`}
        inputMode="decimal"
        defaultValue={target === undefined ? '' : formatMinor(target.minor, exponent)}
        error={faults.amount}
        autoFocus
      />
      {how === 'by' ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="by" type="date" label="By" defaultValue={target?.by ?? ''} error={faults.by} />
          <SelectField
            name="again"
            label="Again"
            defaultValue={again}
            options={
              againChoices.some(({ value }) => value === again)
                ? againChoices
                : [...againChoices, { value: again, name: `Every ${again} months` }]
            }
          />
        </div>
      ) : null}
      <DialogFoot
        aside={
          target === undefined ? undefined : (
            <QuietButton
              onClick={() => {
                void tell(hand.remove(target.id), 'Target deleted');
                onClose();
              }}
            >
              Delete
            </QuietButton>
          )
        }
      >
        <Button type="submit">Save</Button>
      </DialogFoot>
    </form>
  );
}

const undated = { by: null, again_months: null };
