import { amountFault, exponentOf, formatMinor, isCurrency, parseAmount } from '@castellan/money/amount';
import { isDay } from '@castellan/money/day';
import { type FormEvent, useEffect, useState } from 'react';
import { whileWanted } from '../../../../web/app/lib/while-wanted.ts';
import { Button, QuietButton } from '../../../../web/app/ui/button.tsx';
import { Dialog } from '../../../../web/app/ui/dialog.tsx';
import { SelectField } from '../../../../web/app/ui/fields/select-field.tsx';
import { TextField } from '../../../../web/app/ui/fields/text-field.tsx';
import { askPlaces, type KnownPlace } from '../ask-holidays.ts';
import { usePayday } from '../payday-context.ts';
import { type PayFields, type PayPlan, shifts } from './pay-plan.ts';
import { RhythmFields } from './rhythm-fields.tsx';
import { rhythmOf, ruleOf } from './rhythm-words.ts';
import { isPayRule } from './rule-text.ts';

const shiftNames = { prev: 'The working day before', next: 'The working day after', none: 'The day itself' } as const;

type PlanDialogProps = {
  /** `new` for one that is not there yet. */
  readonly id: string;
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
};

type Faults = Readonly<Partial<Record<'name' | 'amount' | 'currency' | 'hours' | 'starts' | 'anchor' | 'rule' | 'days', string>>>;

/** The form of a pay. */
export default function PlanDialog({ id, onSaved, onClose }: PlanDialogProps) {
  const { plans, hand, tell, today } = usePayday();
  const plan = plans.find((one) => one.id === id);
  const [rhythm, setRhythm] = useState(() => rhythmOf(plan?.rrule ?? 'FREQ=MONTHLY;BYMONTHDAY=-1'));
  const [faults, setFaults] = useState<Faults>({});
  const [place, setPlace] = useState({ country: plan?.country ?? '', region: plan?.region ?? '' });
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const currency = text('currency').toUpperCase();
    const amount = parseAmount(text('amount'), exponentOf(currency));
    const hours = Number(text('hours').replace(',', '.'));
    const isFixed = rhythm.kind !== 'weeks' && rhythm.kind !== 'own';
    const anchor = isFixed ? (plan?.anchor ?? today) : text('anchor');
    const starts = text('starts');
    const [hour = 0, minute = 0] = starts.split(':').map(Number);
    const found: Faults = {
      ...(text('name') === '' ? { name: 'Enter a name.' } : {}),
      ...(amount.ok && amount.value > 0
        ? {}
        : { amount: amountFault(amount.ok ? undefined : amount.failure, currency, 'Enter an amount above zero.') }),
      ...(isCurrency(currency) ? {} : { currency: 'Three letters, such as EUR.' }),
      ...(hours >= 0.5 && hours <= 100 ? {} : { hours: 'Between 0.5 and 100 hours.' }),
      ...(/^\d\d:\d\d$/.test(starts) ? {} : { starts: 'A time, such as 09:00.' }),
      ...(hours <= 100 && hour + minute / 60 + hours / 5 > 24
        ? { starts: 'From then on, there is no room for five such days before midnight.' }
        : {}),
      ...(isDay(anchor) ? {} : { anchor: 'Enter a valid date.' }),
      ...(rhythm.kind === 'own' && !isPayRule(rhythm.rule)
        ? { rule: 'This rule cannot be used for pay. It must have no COUNT and no UNTIL.' }
        : {}),
      ...(rhythm.kind === 'two-days' && rhythm.second <= rhythm.first ? { days: 'The second day comes after the first.' } : {}),
    };
    setFaults(found);
    if (Object.keys(found).length > 0 || !amount.ok) return;
    const values: PayFields = {
      ...{ name: text('name'), net_pay_minor: amount.value, currency, rrule: ruleOf(rhythm), anchor, ...place },
      ...{ shift: shifts.find((one) => one === text('shift')) ?? 'prev', hours_per_week: hours, work_starts: starts },
    };
    if (plan !== undefined) {
      if (await tell(hand.change(plan.id, values))) onClose();
      return;
    }
    const added = hand.add({ ...values, holidays: null });
    if (await tell(added.kept)) {
      onSaved(added.id);
      onClose();
    }
  };
  const remove = (known: PayPlan) => {
    void tell(hand.remove(known.id), 'Pay deleted');
    onClose();
  };
  return (
    <Dialog open title={plan === undefined ? 'New pay' : 'Pay'} onClose={onClose}>
      <form noValidate autoComplete="off" onSubmit={(event) => void save(event)} className="grid gap-4">
        <TextField name="name" label="Name" maxLength={80} defaultValue={plan?.name ?? 'Salary'} autoFocus error={faults.name} />
        <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-4">
          <TextField
            name="amount"
            label="Net pay each time"
            inputMode="decimal"
            defaultValue={plan === undefined ? '' : formatMinor(plan.net_pay_minor, exponentOf(plan.currency))}
            error={faults.amount}
          />
          <TextField name="currency" label="Currency" maxLength={3} defaultValue={plan?.currency ?? 'EUR'} error={faults.currency} />
        </div>
        <RhythmFields rhythm={rhythm} onChange={setRhythm} anchor={plan?.anchor ?? today} faults={faults} />
        <SelectField
          name="shift"
          label="On a weekend or public holiday"
          defaultValue={plan?.shift ?? 'prev'}
          options={shifts.map((value) => ({ value, name: shiftNames[value] }))}
        />
        <PlaceFields place={place} onChange={setPlace} />
        <div className="grid grid-cols-2 gap-4">
          <TextField name="hours" label="Hours a week" inputMode="decimal" defaultValue={plan?.hours_per_week ?? 40} error={faults.hours} />
          <TextField name="starts" label="Work begins at" type="time" defaultValue={plan?.work_starts ?? '09:00'} error={faults.starts} />
        </div>
        <div className="mt-2 flex flex-wrap justify-end gap-3">
          {plan === undefined ? null : <QuietButton onClick={() => remove(plan)}>Delete</QuietButton>}
          <Button type="submit">{plan === undefined ? 'Add pay' : 'Save'}</Button>
        </div>
      </form>
    </Dialog>
  );
}

type Place = { readonly country: string; readonly region: string };

/** Country and region, by the names that the server knows; without an answer, the place that is chosen already. */
function PlaceFields({ place, onChange }: { readonly place: Place; readonly onChange: (place: Place) => void }) {
  const [known, setKnown] = useState<readonly KnownPlace[] | 'asked' | 'missing'>('asked');
  useEffect(() => whileWanted(askPlaces(), (places) => setKnown(places ?? 'missing')), []);
  const places = typeof known === 'string' ? [] : known;
  const chosen = places.find(({ country }) => country === place.country);
  const own = place.country !== '' && chosen === undefined ? [{ value: place.country, name: place.country }] : [];
  const regions = chosen?.regions ?? (place.region === '' ? [] : [{ region: place.region, name: place.region }]);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Country of the holidays"
        value={place.country}
        options={[
          { value: '', name: known === 'asked' ? 'Asking the server…' : 'None: weekends only' },
          ...own,
          ...places.map(({ country, name }) => ({ value: country, name })),
        ]}
        onValue={(value) => onChange({ country: value, region: '' })}
      />
      <SelectField
        label="Region"
        value={place.region}
        disabled={regions.length === 0}
        options={[{ value: '', name: 'The whole country' }, ...regions.map(({ region, name }) => ({ value: region, name }))]}
        onValue={(value) => onChange({ ...place, region: value })}
      />
      <p className="text-sm text-muted sm:col-span-2">
        {known === 'missing'
          ? 'The server does not answer, so no other country can be chosen now.'
          : 'Your server learns only the country and region, to look up holidays.'}
      </p>
    </div>
  );
}
