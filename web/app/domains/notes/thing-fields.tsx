import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import type { CapturedThing } from '../vault/contract/vault-drafts.ts';

/** What can be captured, in the order of the choice. */
export const thingKinds = [
  { value: 'note', name: 'Note' },
  { value: 'task', name: 'Task' },
  { value: 'habit', name: 'Habit, done' },
  { value: 'expense', name: 'Expense' },
  { value: 'health', name: 'Health value' },
] as const satisfies readonly { readonly value: CapturedThing['kind']; readonly name: string }[];

type ThingFieldsProps = {
  readonly kind: CapturedThing['kind'];
  /** Names of measures; without them a value is typed with its name. */
  readonly measures: readonly string[];
  /** What the fields begin with. They keep what is typed to themselves: no state of React's has a word of it. */
  readonly begin: {
    readonly text?: string;
    readonly amount?: string;
    readonly measure?: string;
    readonly day: string;
    readonly time: string;
  };
};

const lines = {
  task: { label: 'Task', placeholder: 'Call the bank tomorrow 9:00 #home' },
  habit: { label: 'Habit', placeholder: 'read, or read 12' },
  expense: { label: 'What for', placeholder: 'coffee #food' },
} as const;

/** The fields of one thing to capture, or that was captured. */
export function ThingFields({ kind, measures, begin: { text, amount, measure, day, time } }: ThingFieldsProps) {
  if (kind === 'note') return <TextArea name="text" label="What is on your mind" autoComplete="off" rows={3} defaultValue={text} />;
  const dayField = <TextField name="day" label="Day" type="date" required defaultValue={day} />;
  const lineOf = (of: keyof typeof lines) => (
    <TextField name="text" className="grow" autoComplete="off" maxLength={500} defaultValue={text} {...lines[of]} />
  );
  if (kind === 'task') return lineOf('task');
  if (kind === 'habit') {
    return (
      <div className="flex flex-wrap gap-4">
        {lineOf('habit')}
        {dayField}
      </div>
    );
  }
  if (kind === 'expense') {
    return (
      <div className="flex flex-wrap gap-4">
        <TextField
          name="amount"
          label="Amount"
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          defaultValue={amount}
          placeholder="12.50"
        />
        {lineOf('expense')}
        {dayField}
      </div>
    );
  }
  const options = [{ value: '', name: 'As typed' }, ...measures.map((name) => ({ value: name, name }))];
  return (
    <div className="flex flex-wrap gap-4">
      {measures.length === 0 ? null : <SelectField name="measure" label="Measure" options={options} defaultValue={measure} />}
      <TextField
        name="text"
        label="Value"
        className="grow"
        autoComplete="off"
        maxLength={500}
        defaultValue={text}
        placeholder="weight 74.2, or bp 120/80"
      />
      {dayField}
      <TextField name="time" label="Time" type="time" required defaultValue={time} />
    </div>
  );
}

/** What the fields hold now. */
export function thingOf(kind: CapturedThing['kind'], form: HTMLFormElement): CapturedThing {
  const typed = new FormData(form);
  const field = (name: string) => {
    const value = typed.get(name);
    return typeof value === 'string' ? value : '';
  };
  const [text, day] = [field('text'), field('day')];
  switch (kind) {
    case 'note':
    case 'task':
      return { kind, text };
    case 'habit':
      return { kind, text, day };
    case 'expense':
      return { kind, amount: field('amount'), text, day };
    case 'health':
      return { kind, measure: field('measure'), text, day, time: field('time') };
  }
}
