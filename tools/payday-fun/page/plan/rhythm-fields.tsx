import type { Day } from '@castellan/money/day';
import { SelectField } from '../../../../web/app/ui/fields/select-field.tsx';
import { TextField } from '../../../../web/app/ui/fields/text-field.tsx';
import { nthOptions, type PayRhythm, ruleOf, weekdayOptions } from './rhythm-words.ts';

type RhythmFieldsProps = {
  readonly rhythm: PayRhythm;
  readonly onChange: (rhythm: PayRhythm) => void;
  readonly anchor: Day;
  readonly faults: { readonly anchor?: string; readonly rule?: string; readonly days?: string };
};

const kinds: readonly { readonly value: string; readonly name: string; readonly make: (rule: string) => PayRhythm }[] = [
  { value: 'month-day', name: 'Every month, on a day', make: () => ({ kind: 'month-day', day: 31 }) },
  { value: 'weekday', name: 'Every month, on a weekday', make: () => ({ kind: 'weekday', nth: -1, weekday: 'FR' }) },
  { value: 'two-days', name: 'Twice a month', make: () => ({ kind: 'two-days', first: 15, second: 31 }) },
  { value: 'weeks', name: 'Every so many weeks', make: () => ({ kind: 'weeks', every: 2 }) },
  { value: 'own', name: 'Another rule (RRULE)', make: (rule) => ({ kind: 'own', rule }) },
];

const monthDays = Array.from({ length: 31 }, (_, index) => ({
  value: String(index + 1),
  name: index === 30 ? 'Last day' : String(index + 1),
}));

/** How often the pay comes. */
export function RhythmFields({ rhythm, onChange, anchor, faults }: RhythmFieldsProps) {
  return (
    <>
      <SelectField
        label="Comes"
        value={rhythm.kind}
        options={kinds.map(({ value, name }) => ({ value, name }))}
        onValue={(chosen) => onChange(kinds.find(({ value }) => value === chosen)?.make(ruleOf(rhythm)) ?? rhythm)}
      />
      {rhythm.kind === 'month-day' ? (
        <DayField label="Day" value={rhythm.day} onChange={(day) => onChange({ ...rhythm, day })} />
      ) : rhythm.kind === 'two-days' ? (
        <div>
          <div className="grid grid-cols-2 gap-4">
            <DayField label="First day" last={27} value={rhythm.first} onChange={(first) => onChange({ ...rhythm, first })} />
            <DayField label="Second day" value={rhythm.second} onChange={(second) => onChange({ ...rhythm, second })} />
          </div>
          <p aria-live="polite" className="mt-2 text-sm text-carmine empty:hidden">
            {faults.days}
          </p>
        </div>
      ) : rhythm.kind === 'weekday' ? (
        <div className="grid grid-cols-2 gap-4">
          <SelectField
            label="Which one"
            value={String(rhythm.nth)}
            options={nthOptions}
            onValue={(value) => onChange({ ...rhythm, nth: Number(value) })}
          />
          <SelectField
            label="Weekday"
            value={rhythm.weekday}
            options={weekdayOptions}
            onValue={(value) => onChange({ ...rhythm, weekday: value })}
          />
        </div>
      ) : rhythm.kind === 'weeks' ? (
        <div className="grid grid-cols-2 gap-4">
          <SelectField
            label="Weeks"
            value={String(rhythm.every)}
            options={weekOptions(rhythm.every)}
            onValue={(value) => onChange({ ...rhythm, every: Number(value) })}
          />
          <TextField name="anchor" label="A payday you know" type="date" defaultValue={anchor} error={faults.anchor} />
        </div>
      ) : (
        <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_11rem]">
          <TextField
            label="Rule"
            maxLength={200}
            spellCheck={false}
            value={rhythm.rule}
            hint="As iCalendar writes it (RFC 5545)."
            onValue={(value) => onChange({ ...rhythm, rule: value.trim().toUpperCase() })}
            error={faults.rule}
          />
          <TextField name="anchor" label="Counted from" type="date" defaultValue={anchor} error={faults.anchor} />
        </div>
      )}
    </>
  );
}

function weekOptions(every: number) {
  const common = [1, 2, 3, 4];
  return [...common, ...(common.includes(every) ? [] : [every])].map((value) => ({
    value: String(value),
    name: value === 1 ? 'Every week' : `Every ${value} weeks`,
  }));
}

type DayFieldProps = { readonly label: string; readonly last?: number; readonly value: number; readonly onChange: (day: number) => void };

function DayField({ label, last = 31, value, onChange }: DayFieldProps) {
  return (
    <SelectField label={label} value={String(value)} options={monthDays.slice(0, last)} onValue={(value) => onChange(Number(value))} />
  );
}
