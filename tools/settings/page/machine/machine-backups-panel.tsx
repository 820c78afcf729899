import { useEffect, useState } from 'react';
import { CopyButton } from '../../../../web/app/domains/session/copy-button.tsx';
import { failureText } from '../../../../web/app/domains/settings/failure-text.ts';
import {
  cancelMachineBackup,
  loadMachineBackups,
  type MachineBackups,
  type MachineRun,
  startMachineBackup,
} from '../../../../web/app/domains/settings/machine.ts';
import { useAsked } from '../../../../web/app/domains/settings/use-asked.ts';
import { browserTimer } from '../../../../web/app/lib/clock.ts';
import { GhostButton } from '../../../../web/app/ui/button.tsx';
import { Progress } from '../../../../web/app/ui/progress.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { NotAsked } from '../asked-view.tsx';
import { formatBytes, formatRows } from '../format-amount.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';

const command = 'npm run backup -- --schedule daily --to /backups --recipient age1… --keep 7,4,12';

/** While one is under way it is asked again after so long, in milliseconds. */
const askAgainMs = 1000;

/** The backups that the server makes by itself: when, what became of the last ones, and one now. */
export function MachineBackupsPanel() {
  const { asked, again } = useAsked(loadMachineBackups);
  const isRunning = asked.value?.running != null;
  useEffect(() => {
    // Each answer is drawn before the next is asked for.
    if (!isRunning || asked.status === 'loading') return undefined;
    return browserTimer.after(askAgainMs, () => void again());
  }, [isRunning, asked, again]);
  if (asked.value === undefined) return <NotAsked asked={asked} again={again} />;
  return asked.value.schedule === null ? <NoSchedule /> : <Scheduled state={asked.value} again={again} />;
}

function NoSchedule() {
  return (
    <>
      <p>
        <StatusMark kind="info">No backup is scheduled on this server.</StatusMark>
      </p>
      <p className="text-sm text-muted">
        Set it on the server. The folder and the keys that open the files can be set there only, so that a stolen session cannot copy
        everything elsewhere.
      </p>
      <pre className="mt-2 text-sm whitespace-pre-wrap wrap-anywhere">{command}</pre>
      <CopyButton text={command}>Copy the command</CopyButton>
    </>
  );
}

type Scheduled = MachineBackups & { readonly schedule: NonNullable<MachineBackups['schedule']> };

function Scheduled({ state, again }: { readonly state: MachineBackups; readonly again: () => Promise<void> }) {
  const [trouble, setTrouble] = useState('');
  const [editing, setEditing] = useState(false);
  const { schedule, running, missingSince, nextAt, runs } = state as Scheduled;
  const act = async (work: typeof startMachineBackup) => {
    setTrouble('');
    const done = await work();
    if (!done.ok) setTrouble(failureText(done.failure));
    await again();
  };
  return (
    <>
      <p role="status">
        {missingSince === null ? null : <StatusMark kind="failure">{`No backup since ${momentText(missingSince)}.`}</StatusMark>}
      </p>
      <dl className="setting-facts">
        <Fact name="Next">{nextAt === null ? 'Off' : momentText(nextAt)}</Fact>
        <Fact name="Last">{lastText(runs)}</Fact>
        <Fact name="Kept">{keptText(schedule)}</Fact>
        <Fact name="Folder">
          <span className="font-mono wrap-anywhere">{schedule.folder}</span>
        </Fact>
        <Fact name="Opened by">{schedule.recipients.length === 1 ? '1 key' : `${schedule.recipients.length} keys`}</Fact>
      </dl>
      {running === null ? (
        <div className="setting-line mt-3">
          <GhostButton onClick={() => void act(startMachineBackup)}>Back up now</GhostButton>
          <GhostButton onClick={() => setEditing(true)}>Change the schedule</GhostButton>
        </div>
      ) : (
        <Progress
          label="Backing up"
          done={running.done}
          total={running.total}
          stop={{ label: 'Cancel', onStop: () => void act(cancelMachineBackup) }}
        />
      )}
      <p role="status" className="mt-1 text-sm text-amber">
        {trouble}
      </p>
      <Runs runs={runs} />
      <ScheduleDialog schedule={editing ? schedule : undefined} onClose={() => setEditing(false)} onChanged={again} />
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Folded: each with its moment, its size or why there is none. */
function Runs({ runs }: { readonly runs: readonly MachineRun[] }) {
  if (runs.length === 0) return null;
  return (
    <details className="settings-fold">
      <summary>{runs.length === 1 ? 'The last run' : `The last ${runs.length} runs`}</summary>
      <ul>
        {runs.map((run) => (
          <li key={run.startedAt} className="border-b border-hairline py-2 text-sm">
            <StatusMark kind={kinds[run.outcome]}>{`${momentText(run.startedAt)}: ${outcomeText(run)}`}</StatusMark>
            {run.sha256 === undefined ? null : <p className="font-mono text-muted wrap-anywhere">{`SHA-256 ${run.sha256}`}</p>}
          </li>
        ))}
      </ul>
    </details>
  );
}

const kinds = { made: 'success', failed: 'failure', cancelled: 'info' } as const;

function outcomeText({ outcome, bytes, rows, failure }: MachineRun): string {
  switch (outcome) {
    case 'made':
      return `${formatBytes(bytes ?? 0)}, ${formatRows(rows ?? 0)}, restored once into a scratch database and read again`;
    case 'failed':
      return `failed. ${failure ?? ''}`;
    case 'cancelled':
      return 'cancelled';
  }
}

function lastText(runs: readonly MachineRun[]): string {
  const made = runs.find(({ outcome }) => outcome === 'made');
  return made === undefined ? 'None was made yet' : `${momentText(made.endedAt)}, ${formatBytes(made.bytes ?? 0)}`;
}

function keptText({ keep }: Scheduled['schedule']): string {
  if (keep === null) return 'All of them';
  return `One for each of the last ${keep.days} days, ${keep.weeks} weeks and ${keep.months} months`;
}

function momentText(iso: string): string {
  return new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}
