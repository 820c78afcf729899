import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { type Day, dateLabel } from '../../../web/app/domains/tasks/day.ts';
import { GhostButton } from '../../../web/app/ui/button.tsx';
import { Dialog } from '../../../web/app/ui/dialog.tsx';
import { SelectField } from '../../../web/app/ui/fields/select-field.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { baselineBefore, distanceOf, stepOf, stepText } from './baseline.ts';
import { useHealth } from './health-context.ts';
import { dayRecord } from './make-records.ts';
import { isPlausible, metricOf, metrics, valueText } from './metrics.ts';

type DaySheetProps = { readonly day: Day | undefined; readonly onCheckin: (day: Day) => void; readonly onClose: () => void };

/** Everything of one day, beside what was usual, and the way to add to it. */
export function DaySheet({ day, onCheckin, onClose }: DaySheetProps) {
  return (
    <Dialog open={day !== undefined} title={day === undefined ? '' : dateLabel(day)} onClose={onClose}>
      {day === undefined ? null : (
        <>
          <DayFacts day={day} onLeave={onClose} />
          <GhostButton className="mt-4 w-full" onClick={() => onCheckin(day)}>
            Check in for this day
          </GhostButton>
          <ValueForm key={day} day={day} />
        </>
      )}
    </Dialog>
  );
}

const sources = { hand: 'typed', csv: 'from a table', apple: 'Apple Health', feed: 'sent by a phone', checkin: 'checked in' } as const;

function DayFacts({ day, onLeave }: { readonly day: Day; readonly onLeave: () => void }) {
  const { days, hand } = useHealth();
  const cells = days.get(day);
  const note = hand.view.byId.get(`checkin:${day}`);
  const workouts = hand.view.records.filter((record) => record.kind === 'workout' && record.day === day);
  return (
    <>
      {cells === undefined ? (
        <p className="text-muted">Nothing is known of this day.</p>
      ) : (
        <ul>
          {metrics.flatMap(({ id, title }) => {
            const cell = cells.get(id);
            if (cell === undefined) return [];
            const baseline = baselineBefore((one) => days.get(one)?.get(id)?.value, day);
            const beside = baseline === undefined ? 'too few days to compare' : stepText(stepOf(distanceOf(cell.value, baseline)));
            return [
              <li key={id} className="grid grid-cols-[1fr_auto] gap-x-4 border-t border-hairline py-2 first:border-t-0">
                <Link to={`#trends=${id}`} onClick={onLeave} className="font-medium">
                  {title}
                </Link>
                <span className="lettering tabular-nums">{valueText(id, cell.value)}</span>
                <span className="text-sm text-muted">{beside}</span>
                <span className="text-right text-sm text-muted">{sources[cell.source]}</span>
              </li>,
            ];
          })}
        </ul>
      )}
      {workouts.map((record) =>
        record.kind === 'workout' ? (
          <p key={record.id} className="border-t border-hairline py-2">
            {`${record.activity} at ${record.time}, ${Math.round(record.minutes)} min`}
          </p>
        ) : null,
      )}
      {note?.kind === 'checkin' && note.note !== '' ? (
        <p className="border-t border-hairline pt-3 whitespace-pre-line text-muted wrap-anywhere">{note.note}</p>
      ) : null}
    </>
  );
}

/** A value typed by hand; it counts before any file. */
function ValueForm({ day }: { readonly day: Day }) {
  const { hand, tell } = useHealth();
  const [fault, setFault] = useState<string>();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const id = String(data.get('metric') ?? '');
    const text = String(data.get('value') ?? '')
      .trim()
      .replace(',', '.');
    const value = /^\d{1,7}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
    const known = metricOf(id);
    if (!isPlausible(id, value)) {
      setFault(
        known === undefined ? 'Choose what was measured.' : `A number from ${known.least} to ${known.most.toLocaleString('en-GB')}.`,
      );
      form.querySelector<HTMLElement>('[name="value"]')?.focus();
      return;
    }
    setFault(undefined);
    const before = hand.view.byId.get(dayRecord(day, 'hand', {}).id);
    const values = { ...(before?.kind === 'day' ? before.values : {}), [id]: value };
    if (await tell(hand.put(dayRecord(day, 'hand', values)), 'Kept')) form.reset();
  };
  const typed = metrics.filter(({ id }) => !['mood', 'energy', 'pain'].includes(id));
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="mt-5 grid items-start gap-4 border-t border-hairline pt-4 sm:grid-cols-[1fr_7rem_auto]"
    >
      <SelectField
        name="metric"
        label="Add a value"
        options={typed.map(({ id, title, unit }) => ({ value: id, name: unit === '' ? title : `${title}, ${unit}` }))}
      />
      <TextField name="value" label="Value" inputMode="decimal" autoComplete="off" error={fault} />
      <GhostButton type="submit" className="sm:mt-7">
        Add
      </GhostButton>
    </form>
  );
}
