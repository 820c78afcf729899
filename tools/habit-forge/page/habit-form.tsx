import { type FormEvent, useState } from 'react';
import { Button } from '../../../web/app/ui/button.tsx';
import { Dialog, DialogFoot } from '../../../web/app/ui/dialog.tsx';
import { SelectField } from '../../../web/app/ui/fields/select-field.tsx';
import { TextArea } from '../../../web/app/ui/fields/text-area.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { useHabits } from './habit-context.tsx';
import type { Habit } from './habits.ts';
import { type HabitFault, habitFields, readHabitForm, type TypedHabit } from './read-habit-form.ts';

/** `new` is a habit that is being made. */
export type EditedHabit = { readonly kind: 'new' } | { readonly kind: 'edit'; readonly habit: Habit };

/** The form of a habit, in a dialog. */
export function HabitDialog({ edited, onClose }: { readonly edited: EditedHabit | undefined; readonly onClose: () => void }) {
  const habit = edited?.kind === 'edit' ? edited.habit : undefined;
  return (
    <Dialog open={edited !== undefined} title={habit === undefined ? 'New habit' : `Edit “${habit.name}”`} onClose={onClose}>
      {edited === undefined ? null : <HabitForm habit={habit} onDone={onClose} />}
    </Dialog>
  );
}

const kinds = [
  { value: 'check', name: 'Yes or no' },
  { value: 'count', name: 'A number' },
];
const targetTypes = [
  { value: 'at_least', name: 'At least' },
  { value: 'at_most', name: 'At most' },
];
const sources = [
  { value: '', name: 'My hand alone' },
  { value: 'tasks', name: 'Finished tasks' },
  { value: 'focus', name: 'Minutes of focus' },
  { value: 'notes', name: 'Written notes' },
];

function HabitForm({ habit, onDone }: { readonly habit: Habit | undefined; readonly onDone: () => void }) {
  const { addHabit, changeHabit } = useHabits();
  const [fault, setFault] = useState<HabitFault>();
  const [kind, setKind] = useState<string>(habit?.kind ?? 'check');
  const [targetType, setTargetType] = useState<string>(habit?.target_type ?? 'at_least');
  const [evidence, setEvidence] = useState<string>(habit?.evidence ?? '');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const typed = Object.fromEntries(habitFields.map((field) => [field, String(data.get(field) ?? '')])) as TypedHabit;
    const read = readHabitForm(typed);
    if ('field' in read) {
      setFault(read);
      const wrong = form.querySelector<HTMLElement>(`[name="${read.field}"]`);
      wrong?.closest('details')?.setAttribute('open', '');
      wrong?.focus();
      return;
    }
    setFault(undefined);
    const kept = habit === undefined ? await addHabit({ ...read, color: 8 }) : await changeHabit(habit, read, 'Habit changed');
    if (kept) onDone();
  };
  const errorOf = (field: HabitFault['field']) => (fault?.field === field ? fault.sentence : undefined);
  const isCount = kind === 'count';
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <TextField
        name="name"
        label="Name"
        autoFocus
        autoComplete="off"
        maxLength={200}
        defaultValue={habit?.name ?? ''}
        error={errorOf('name')}
      />
      <SelectField name="kind" label="A day is" options={kinds} value={kind} onValue={setKind} />
      {isCount ? (
        <div className="grid gap-4 sm:grid-cols-[8rem_1fr_1fr]">
          <SelectField name="targetType" label="Wanted" options={targetTypes} value={targetType} onValue={setTargetType} />
          <TextField
            name="target"
            label="How much"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={habit?.kind === 'count' ? String(habit.target_value) : ''}
            error={errorOf('target')}
          />
          <TextField name="unit" label="Of what" autoComplete="off" maxLength={40} placeholder="pages" defaultValue={habit?.unit ?? ''} />
        </div>
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        {isCount ? null : (
          <TextField
            name="times"
            label="How many times"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={habit?.kind === 'check' ? habit.freq_num : 1}
            error={errorOf('times')}
          />
        )}
        <TextField
          name="days"
          label="Within how many days"
          hint={isCount ? '1 is a day, 7 a week.' : '1 is every day, 7 a week.'}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={habit?.freq_den ?? 1}
          error={errorOf('days')}
        />
      </div>
      {isCount && targetType === 'at_most' ? null : (
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField name="evidence" label="Ticks come from" options={sources} value={evidence} onValue={setEvidence} />
          {evidence === '' ? null : (
            <TextField
              name="evidenceTag"
              label="With the tag"
              hint="Empty counts all."
              autoComplete="off"
              maxLength={120}
              defaultValue={habit?.evidence_tag ?? ''}
            />
          )}
        </div>
      )}
      <TextField
        name="reminder"
        label="Remind me at"
        hint="The bell rings once, while the dashboard is open and today has no mark."
        type="time"
        defaultValue={habit?.reminder_time?.slice(0, 5) ?? ''}
      />
      <details>
        <summary className="w-fit cursor-pointer py-3 text-sm text-muted hover:text-ink">Group, question, notes</summary>
        <div className="mt-2 grid gap-4">
          <TextField name="group" label="Group" autoComplete="off" maxLength={120} defaultValue={habit?.habit_group ?? ''} />
          <TextField name="question" label="Question" autoComplete="off" maxLength={500} defaultValue={habit?.question ?? ''} />
          <TextArea name="notes" label="Notes" maxLength={20_000} defaultValue={habit?.notes ?? ''} />
        </div>
      </details>
      <DialogFoot>
        <Button type="submit">{habit === undefined ? 'Add habit' : 'Keep'}</Button>
      </DialogFoot>
    </form>
  );
}
