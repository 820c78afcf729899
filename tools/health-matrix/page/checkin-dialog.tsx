import { type FormEvent, useState } from 'react';
import { type Day, dateLabel } from '../../../web/app/domains/tasks/day.ts';
import { Button } from '../../../web/app/ui/button.tsx';
import { Dialog } from '../../../web/app/ui/dialog.tsx';
import { TextArea } from '../../../web/app/ui/fields/text-area.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { useHealth } from './health-context.ts';
import type { Checkin } from './health-records.ts';
import { checkinRecord } from './make-records.ts';

/** Two minutes on how a day felt. */
export function CheckinDialog({ day, onClose }: { readonly day: Day | undefined; readonly onClose: () => void }) {
  return (
    <Dialog
      open={day !== undefined}
      title="Check in"
      description={day === undefined ? undefined : `${dateLabel(day)}. Skip anything you prefer not to record.`}
      onClose={onClose}
    >
      {day === undefined ? null : <CheckinForm key={day} day={day} onDone={onClose} />}
    </Dialog>
  );
}

const questions = [
  { name: 'mood', label: 'Mood', least: 1, most: 5, ends: ['low', 'high'] },
  { name: 'energy', label: 'Energy', least: 1, most: 5, ends: ['none', 'plenty'] },
  { name: 'pain', label: 'Pain', least: 0, most: 10, ends: ['none', 'the worst'] },
] as const;

function CheckinForm({ day, onDone }: { readonly day: Day; readonly onDone: () => void }) {
  const { hand, tell } = useHealth();
  const [isEmpty, setEmpty] = useState(false);
  const known = hand.view.byId.get(checkinRecord(day, { mood: null, energy: null, pain: null, note: '' }).id);
  const before = known?.kind === 'checkin' ? known : undefined;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const answer = (name: (typeof questions)[number]['name']) => {
      const text = data.get(name);
      return typeof text === 'string' && text !== '' ? Number(text) : null;
    };
    const said: Pick<Checkin, 'mood' | 'energy' | 'pain' | 'note'> = {
      mood: answer('mood'),
      energy: answer('energy'),
      pain: answer('pain'),
      note: String(data.get('note') ?? '').trim(),
    };
    const saysNothing = said.mood === null && said.energy === null && said.pain === null && said.note === '';
    setEmpty(saysNothing);
    // The toast outlives a lock, and so says nothing of what was said.
    if (!saysNothing && (await tell(hand.put(checkinRecord(day, said)), 'Checked in'))) onDone();
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {questions.map(({ name, label, least, most, ends }) => (
        <fieldset key={name}>
          <legend className="text-sm font-medium">{label}</legend>
          <div className="mt-2 flex flex-wrap gap-1">
            {Array.from({ length: most - least + 1 }, (_, index) => least + index).map((value) => (
              <label
                key={value}
                className="target relative inline-grid cursor-pointer place-items-center rounded-control border border-edge font-medium tabular-nums has-checked:border-copper has-checked:bg-copper has-checked:text-on-copper has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-verdigris"
              >
                <input
                  type="radio"
                  name={name}
                  value={value}
                  defaultChecked={before?.[name] === value}
                  className="absolute inset-0 cursor-pointer opacity-0"
                />
                {value}
              </label>
            ))}
          </div>
          <p className="mt-1 flex justify-between text-sm text-muted">
            <span>{ends[0]}</span>
            <span>{ends[1]}</span>
          </p>
        </fieldset>
      ))}
      <TextArea name="note" label="Note" maxLength={2000} rows={3} defaultValue={before?.note ?? ''} />
      <p role="status" className="empty:hidden">
        {isEmpty ? <StatusMark kind="warning">Nothing is said yet.</StatusMark> : null}
      </p>
      <div className="flex justify-end">
        <Button type="submit">Keep</Button>
      </div>
    </form>
  );
}
