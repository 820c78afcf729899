import { type FormEvent, useState } from 'react';
import { dateLabel } from '../../../web/app/domains/tasks/day.ts';
import { Button, GhostButton, QuietButton } from '../../../web/app/ui/button.tsx';
import { FileField } from '../../../web/app/ui/fields/file-field.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { useHealth } from './health-context.ts';
import type { Workout } from './health-records.ts';
import { workoutRecord } from './make-records.ts';
import { type Place, readRoute, routeKilometres, writeRoute } from './route.ts';

const shownAtFirst = 30;

/** Workouts, the newest first, each with its route where there is one. */
export function WorkoutsView() {
  const { hand } = useHealth();
  const [showsAll, setShowsAll] = useState(false);
  const workouts = hand.view.records
    .filter((record): record is Workout => record.kind === 'workout')
    .sort((one, other) => `${other.day}${other.time}`.localeCompare(`${one.day}${one.time}`));
  return (
    <>
      <Panel title="Workouts" aside={<span className="font-mono text-sm text-muted">{workouts.length}</span>}>
        {workouts.length === 0 ? <p className="text-muted">No workout yet. Add one below, or import what your watch has kept.</p> : null}
        <ul>
          {(showsAll ? workouts : workouts.slice(0, shownAtFirst)).map((workout) => (
            <WorkoutRow key={workout.id} workout={workout} />
          ))}
        </ul>
        {workouts.length > shownAtFirst && !showsAll ? (
          <GhostButton className="mt-4" onClick={() => setShowsAll(true)}>{`Show all ${workouts.length}`}</GhostButton>
        ) : null}
      </Panel>
      <AddWorkout />
    </>
  );
}

function WorkoutRow({ workout }: { readonly workout: Workout }) {
  const { hand, tell } = useHealth();
  const { activity, day, time, minutes, kilometres, kilocalories, source, route } = workout;
  const facts = [
    `${minutes.toLocaleString('en-GB', { maximumFractionDigits: 1 })} min`,
    kilometres === null ? '' : `${kilometres.toLocaleString('en-GB', { maximumFractionDigits: 2 })} km`,
    kilometres === null || kilometres < 0.05 ? '' : `${paceText(minutes / kilometres)} min/km`,
    kilocalories === null ? '' : `${Math.round(kilocalories).toLocaleString('en-GB')} kcal`,
    source,
  ].filter((fact) => fact !== '');
  return (
    <li className="grid grid-cols-[4.5rem_1fr_auto] items-center gap-x-4 border-t border-hairline py-2 first:border-t-0">
      <RoutePicture route={route} />
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{activity}</p>
        <p className="text-sm text-muted">{`${dateLabel(day, 'short')} ${day.slice(0, 4)}, ${time}`}</p>
        <p className="text-sm text-muted tabular-nums">{facts.join(' · ')}</p>
      </div>
      <QuietButton aria-label={`Delete ${activity}, ${day}`} onClick={() => void tell(hand.remove(workout.id), 'Deleted')}>
        Delete
      </QuietButton>
    </li>
  );
}

function paceText(minutes: number): string {
  const seconds = Math.round(minutes * 60);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The way that was taken, north up; an empty plate where none is known. */
function RoutePicture({ route }: { readonly route: string }) {
  const places = readRoute(route);
  const middle = places.reduce((sum, { latitude }) => sum + latitude, 0) / Math.max(1, places.length);
  // Degrees of longitude are shorter the farther from the equator.
  const flat = places.map(({ latitude, longitude }) => [longitude * Math.cos((middle * Math.PI) / 180), -latitude] as const);
  const [xs, ys] = [flat.map(([x]) => x), flat.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const size = Math.max(Math.max(...xs) - left, Math.max(...ys) - top, 1e-9);
  const shift = [(56 - ((Math.max(...xs) - left) / size) * 56) / 2, (56 - ((Math.max(...ys) - top) / size) * 56) / 2] as const;
  const line = flat
    .map(
      ([x, y], index) =>
        `${index === 0 ? 'M' : 'L'}${(8 + shift[0] + ((x - left) / size) * 56).toFixed(1)} ${(8 + shift[1] + ((y - top) / size) * 56).toFixed(1)}`,
    )
    .join('');
  return (
    <svg viewBox="0 0 72 72" aria-hidden="true" className="size-18 rounded-control border border-hairline bg-plate">
      {places.length < 2 ? (
        <path d="M24 36h24" stroke="var(--hairline)" strokeWidth="1.5" strokeDasharray="3 3" />
      ) : (
        <>
          <path d={line} fill="none" stroke="var(--verdigris)" strokeWidth="4" opacity="0.25" strokeLinejoin="round" />
          <path d={line} fill="none" stroke="var(--copper)" strokeWidth="1.6" strokeLinejoin="round" />
        </>
      )}
    </svg>
  );
}

const largestGpxBytes = 20_000_000;

/** A workout by hand; a GPX file brings its route and length. */
function AddWorkout() {
  const { hand, tell, today } = useHealth();
  const [fault, setFault] = useState<string>();
  const [places, setPlaces] = useState<readonly Place[]>([]);
  const choose = async (file: File | undefined) => {
    setPlaces([]);
    if (file === undefined) return;
    const { readGpx } = await import('./apple/read-gpx.ts');
    const read = file.size > largestGpxBytes ? undefined : readGpx(new Uint8Array(await file.arrayBuffer()));
    setFault(read === undefined ? `${file.name} is not a GPX file with a track.` : undefined);
    setPlaces(read ?? []);
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const text = (name: string) => String(data.get(name) ?? '').trim();
    const number = (name: string) => (/^\d{1,5}([.,]\d{1,3})?$/.test(text(name)) ? Number(text(name).replace(',', '.')) : undefined);
    const minutes = number('minutes');
    const kilometres = text('kilometres') === '' ? (places.length > 1 ? routeKilometres(places) : null) : number('kilometres');
    const wrong =
      text('activity') === ''
        ? 'What was it?'
        : !/^\d{4}-\d\d-\d\d$/.test(text('day')) || text('day') > today
          ? 'A day up to today.'
          : minutes === undefined || minutes === 0 || minutes > 14_400
            ? 'How many minutes it took.'
            : kilometres === undefined
              ? 'How many kilometres, as 5.2.'
              : undefined;
    setFault(wrong);
    if (wrong !== undefined || minutes === undefined || kilometres === undefined) return;
    const record = workoutRecord({
      day: text('day'),
      time: /^\d\d:\d\d/.test(text('time')) ? text('time').slice(0, 5) : '12:00',
      activity: text('activity').slice(0, 80),
      minutes,
      kilometres: kilometres === null ? null : Math.round(kilometres * 1000) / 1000,
      kilocalories: null,
      source: 'by hand',
      route: places.length > 1 ? writeRoute(places) : '',
    });
    if (await tell(hand.put(record), 'Workout added')) {
      form.reset();
      setPlaces([]);
    }
  };
  return (
    <Panel title="Add a workout">
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-5">
          <TextField name="activity" label="Activity" autoComplete="off" maxLength={80} placeholder="Running" />
          <TextField name="day" label="Day" type="date" max={today} defaultValue={today} />
          <TextField name="time" label="Time" type="time" defaultValue="12:00" />
          <TextField name="minutes" label="Minutes" inputMode="decimal" autoComplete="off" />
          <TextField name="kilometres" label="Kilometres" inputMode="decimal" autoComplete="off" />
        </div>
        <FileField label="Route, a GPX file" accept=".gpx,application/gpx+xml" onChoose={(file) => void choose(file)} />
        <p role="status" className="text-sm text-muted empty:hidden">
          {fault ?? (places.length > 1 ? `${places.length.toLocaleString('en-GB')} places, ${routeKilometres(places).toFixed(2)} km.` : '')}
        </p>
        <div>
          <Button type="submit">Add</Button>
        </div>
      </form>
    </Panel>
  );
}
