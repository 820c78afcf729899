import { amountFault, exponentOf, parseAmount } from '@castellan/money/amount';
import { type FormEvent, useId, useState } from 'react';
import { assignment, envelopeStart } from '../../../../web/app/domains/money/envelope-records.ts';
import { GhostButton } from '../../../../web/app/ui/button.tsx';
import { TextField } from '../../../../web/app/ui/fields/text-field.tsx';
import { useWealth } from '../wealth-context.tsx';

/** Makes an envelope. The first one of a currency starts the envelopes from today's balance, so that no history counts against it. */
export function NewEnvelope({ month, currency }: { readonly month: string; readonly currency: string }) {
  const { book, hand, tell, today } = useWealth();
  const [faults, setFaults] = useState<{ readonly category?: string; readonly amount?: string }>({});
  const listId = useId();
  const isFirst =
    book.starts.get(currency) === undefined && ![...book.assignments, ...book.targets].some((one) => one.currency === currency);
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    const form = new FormData(element);
    const category = String(form.get('category') ?? '').trim();
    const amount = parseAmount(String(form.get('amount') ?? '').trim() || '0', exponentOf(currency));
    const found = {
      ...(category === '' ? { category: 'Name a category.' } : {}),
      ...(amount.ok ? {} : { amount: amountFault(amount.failure, currency, 'Enter an amount.') }),
    };
    setFaults(found);
    if (Object.keys(found).length > 0 || !amount.ok) return;
    const put = assignment(month, category, currency, amount.value);
    if (await tell(isFirst ? hand.put(put, envelopeStart(currency, today)) : hand.put(put))) element.reset();
  };
  return (
    <form
      noValidate
      autoComplete="off"
      onSubmit={(event) => void add(event)}
      className="mt-6 grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_10rem_auto]"
    >
      <TextField name="category" label="Category" maxLength={80} list={listId} error={faults.category} />
      <TextField name="amount" label="Put in" error={faults.amount} />
      <GhostButton type="submit" className="sm:mt-7">
        Add envelope
      </GhostButton>
      {isFirst ? <p className="text-sm text-muted sm:col-span-3">The first envelope starts from what the accounts have today.</p> : null}
      <datalist id={listId}>
        {book.categories.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </form>
  );
}
