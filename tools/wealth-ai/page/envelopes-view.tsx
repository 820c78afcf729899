import { amountFault, exponentOf, formatMinor, parseAmount } from '@castellan/money/amount';
import { addMonths } from '@castellan/money/day';
import { type FormEvent, useId, useMemo, useState } from 'react';
import { mainCurrency } from '../../../web/app/domains/money/money-book.ts';
import { type Assignment, moneyText } from '../../../web/app/domains/money/money-records.ts';
import { derivedRecordId } from '../../../web/app/domains/records/derived-record-id.ts';
import { GhostButton, QuietButton } from '../../../web/app/ui/button.tsx';
import { classNames } from '../../../web/app/ui/class-names.ts';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { TableFrame } from '../../../web/app/ui/table-frame.tsx';
import { type Envelope, envelopesOf } from './envelopes.ts';
import { useWealth } from './wealth-context.tsx';

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Envelopes of a month: what each brought along, what is put in, what was spent, and what is left. */
export default function EnvelopesView() {
  const { book, today } = useWealth();
  const [month, setMonth] = useState(today.slice(0, 7));
  const currency = mainCurrency(book);
  const { envelopes, readyMinor, uncountedMinor } = useMemo(() => envelopesOf(book, month, currency), [book, month, currency]);
  const move = (by: number) => setMonth(addMonths(`${month}-01`, by).slice(0, 7));
  return (
    <Panel
      title={`Envelopes of ${monthName.format(new Date(`${month}-01T12:00:00Z`))}, ${currency}`}
      aside={
        <span className="-mr-2 flex">
          <QuietButton onClick={() => move(-1)}>Earlier</QuietButton>
          <QuietButton onClick={() => move(1)}>Later</QuietButton>
        </span>
      }
    >
      <p role="status" className={classNames('lettering text-xl', readyMinor < 0 && 'text-carmine')}>
        {readyMinor < 0
          ? `${moneyText(-readyMinor, currency)} ${currency} more is in envelopes or spent than there is.`
          : `${moneyText(readyMinor, currency)} ${currency} to put into envelopes.`}
      </p>
      <p className="mt-1 text-sm text-muted">Left = carried + put in + spent. What was overspent is carried, too.</p>
      {uncountedMinor === 0 ? null : (
        <p className="mt-1 text-sm text-amber">
          {`${moneyText(uncountedMinor, currency)} ${currency} was spent without an envelope: it is in none, and taken off what there is to put in.`}
        </p>
      )}
      {envelopes.length === 0 ? (
        <p className="mt-4 text-muted">No envelope yet. Name a category below, and put something in.</p>
      ) : (
        <TableFrame label="Envelopes" className="mt-4">
          <table className="w-full min-w-150 tabular-nums">
            <thead>
              <tr className="border-b-3 border-double border-edge text-left text-sm text-muted">
                <th scope="col" className="py-2 font-normal">
                  Envelope
                </th>
                {['Carried', 'Put in', 'Spent', 'Left'].map((name) => (
                  <th key={name} scope="col" className="py-2 pl-4 text-right font-normal">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {envelopes.map((envelope) => (
                <EnvelopeRow key={`${month}${envelope.category}`} envelope={envelope} month={month} currency={currency} />
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
      <NewEnvelope month={month} currency={currency} />
    </Panel>
  );
}

/** The record of what is put into an envelope in a month: the same on every device. */
function assignment(month: string, category: string, currency: string, minor: number): Assignment {
  const id = derivedRecordId('assignment', month, category, currency);
  return { kind: 'assignment', id, removed_at: null, batch: null, month, category, currency, minor };
}

function EnvelopeRow({ envelope, month, currency }: { readonly envelope: Envelope; readonly month: string; readonly currency: string }) {
  const { hand, tell } = useWealth();
  const { category, carriedMinor, assignedMinor, activityMinor, availableMinor } = envelope;
  const exponent = exponentOf(currency);
  const faultId = useId();
  const [fault, setFault] = useState<string>();
  const save = (text: string) => {
    const amount = parseAmount(text || '0', exponent);
    setFault(amount.ok ? undefined : amountFault(amount.failure, currency, 'Enter an amount.'));
    if (amount.ok && amount.value !== assignedMinor) void tell(hand.put(assignment(month, category, currency, amount.value)));
  };
  return (
    <tr className="border-b border-hairline">
      <th scope="row" className="max-w-48 py-1 text-left font-normal wrap-anywhere">
        {category}
      </th>
      <td className="pl-4 text-right text-muted">{moneyText(carriedMinor, currency)}</td>
      <td className="py-1 pl-4 text-right">
        <input
          key={assignedMinor}
          aria-label={`Put into ${category}`}
          aria-invalid={fault === undefined ? undefined : true}
          aria-describedby={fault === undefined ? undefined : faultId}
          autoComplete="off"
          defaultValue={formatMinor(assignedMinor, exponent)}
          className="min-h-11 w-28 rounded-control border border-edge bg-plate px-2 text-right aria-invalid:border-carmine"
          onBlur={(event) => save(event.currentTarget.value.trim())}
          onKeyDown={(event) => {
            if (event.key === 'Enter') save(event.currentTarget.value.trim());
          }}
        />
        {fault === undefined ? null : (
          <span id={faultId} className="block text-sm text-carmine">
            {fault}
          </span>
        )}
      </td>
      <td className="pl-4 text-right text-muted">{moneyText(activityMinor, currency)}</td>
      <td className={classNames('pl-4 text-right font-semibold', availableMinor < 0 && 'text-carmine')}>
        {moneyText(availableMinor, currency)}
      </td>
    </tr>
  );
}

function NewEnvelope({ month, currency }: { readonly month: string; readonly currency: string }) {
  const { book, hand, tell } = useWealth();
  const [faults, setFaults] = useState<{ readonly category?: string; readonly amount?: string }>({});
  const listId = useId();
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
    if (await tell(hand.put(assignment(month, category, currency, amount.value)))) element.reset();
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
      <datalist id={listId}>
        {book.categories.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </form>
  );
}
