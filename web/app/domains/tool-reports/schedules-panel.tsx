import { useState } from 'react';
import { GhostButton, QuietButton } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import type { RunOptions } from './report-tool.ts';
import type { Schedule } from './schedule-client.ts';
import { type Schedules, useSchedules } from './use-schedules.ts';

type SchedulesPanelProps = {
  readonly tool: string;
  /** The report on the page: what can be repeated. */
  readonly shown: { readonly target: string; readonly options: RunOptions } | undefined;
};

const rhythms = [
  { value: 'daily', name: 'Every day' },
  { value: 'weekly', name: 'Every week' },
] as const;

const panelId = 'schedules';

/** Brings the page's schedules into sight, and the focus to them. */
export function showSchedules(): void {
  const panel = document.getElementById(panelId);
  panel?.scrollIntoView();
  panel?.focus({ preventScroll: true });
}

/** What the tool looks at again by itself: each with its next run; and a new one, of the report on the page. */
export function SchedulesPanel({ tool, shown }: SchedulesPanelProps) {
  const all = useSchedules(tool);
  const { schedules, trouble, deleted, isBusy } = all;
  if (schedules === undefined && trouble === undefined) return null;
  if (schedules?.length === 0 && shown === undefined && deleted === undefined) return null;
  return (
    <Panel title="Schedules" id={panelId} tabIndex={-1} className="report-aside mt-6 scroll-mt-4">
      <p className="max-w-prose text-sm text-muted">
        A schedule runs the tool on the target again with the same options. The bell notifies you when something got worse. After 90 days it
        pauses until you renew it.
      </p>
      {shown === undefined || schedules === undefined ? null : (
        <NewSchedule
          key={shown.target}
          tool={tool}
          shown={shown}
          all={all}
          known={schedules.find(({ target }) => target === shown.target)}
        />
      )}
      <div role="status" className="mt-3 empty:hidden">
        {trouble === undefined ? null : <StatusMark kind="failure">{trouble}</StatusMark>}
        {deleted === undefined ? null : (
          <p className="flex flex-wrap items-center gap-x-4">
            <span>
              The schedule of <span className="font-mono break-all">{deleted.target}</span> is deleted. Its reports stay.
            </span>
            <QuietButton busy={isBusy} onClick={() => void all.set(deleted)}>
              Undo
            </QuietButton>
          </p>
        )}
      </div>
      {schedules === undefined ? (
        <QuietButton onClick={() => void all.refresh()}>Try again</QuietButton>
      ) : schedules.length === 0 ? null : (
        <ul aria-label="Schedules" className="mt-3 border-b border-hairline">
          {schedules.map((schedule) => (
            <ScheduleItem key={schedule.id} schedule={schedule} all={all} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

type NewScheduleProps = {
  readonly tool: string;
  readonly shown: NonNullable<SchedulesPanelProps['shown']>;
  readonly all: Schedules;
  readonly known: Schedule | undefined;
};

/** Whether runs with these options try to sign in to their target, which is never to be repeated unseen. */
function signsIn(options: RunOptions): boolean {
  return options['try-sign-in'] === true;
}

function NewSchedule({ tool, shown: { target, options }, all, known }: NewScheduleProps) {
  const [every, setEvery] = useState<Schedule['every']>(known?.every ?? 'daily');
  return (
    <form
      className="mt-3 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void all.set({ tool, target, options, every });
      }}
    >
      <SelectField
        label={`Run again on ${target}`}
        className="min-w-48"
        options={rhythms}
        value={every}
        onValue={(value) => setEvery(value === 'weekly' ? 'weekly' : 'daily')}
      />
      <GhostButton type="submit" busy={all.isBusy}>
        {known === undefined ? 'Schedule' : 'Schedule again'}
      </GhostButton>
      {signsIn(options) ? (
        <StatusMark kind="warning">The report on this page tried to sign in. The schedule does so in every run.</StatusMark>
      ) : null}
    </form>
  );
}

function ScheduleItem({ schedule, all }: { readonly schedule: Schedule; readonly all: Schedules }) {
  const { target, every, paused, options } = schedule;
  const named = (text: string) => (
    <>
      {text}
      <span className="sr-only"> {target}</span>
    </>
  );
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-hairline py-2">
      <div className="min-w-0">
        <p className="font-mono break-all">{target}</p>
        <p className="text-sm text-muted">
          {every === 'daily' ? 'Every day' : 'Every week'}
          {paused === null ? `, next on ${minuteOf(schedule.nextAt)} UTC, until ${schedule.endsAt.slice(0, 10)}` : ''}
          {signsIn(options) ? '; tries to sign in' : ''}
        </p>
        <Pause schedule={schedule} />
      </div>
      <div className="flex flex-wrap">
        {paused === null ? (
          <QuietButton onClick={() => void all.pause(schedule)}>{named('Pause')}</QuietButton>
        ) : (
          <QuietButton onClick={() => void all.renew(schedule)}>{named(paused === 'age' ? 'Renew' : 'Resume')}</QuietButton>
        )}
        <QuietButton onClick={() => void all.remove(schedule)}>{named('Delete')}</QuietButton>
      </div>
    </li>
  );
}

function Pause({ schedule: { paused, pauseNote } }: { readonly schedule: Schedule }) {
  if (paused === 'owner') return <StatusMark kind="info">Paused</StatusMark>;
  if (paused === 'age') return <StatusMark kind="warning">Paused after 90 days</StatusMark>;
  if (paused === 'refused') return <StatusMark kind="failure">{`Paused: ${pauseNote ?? 'the server refused its target.'}`}</StatusMark>;
  return null;
}

function minuteOf(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}
