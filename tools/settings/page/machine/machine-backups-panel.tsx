import { useEffect, useState } from 'react';
import { failureText } from '../../../../web/app/domains/settings/failure-text.ts';
import {
  loadMachineBackups,
  type MachineBackups,
  type MachineSchedule,
  runMachineBackup,
  setMachineSchedule,
} from '../../../../web/app/domains/settings/machine-backups.ts';
import { useAsked } from '../../../../web/app/domains/settings/use-asked.ts';
import { GhostButton, QuietButton } from '../../../../web/app/ui/button.tsx';
import { Progress } from '../../../../web/app/ui/progress.tsx';
import { type StatusKind, StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { NotAsked } from '../asked-view.tsx';
import { ProofDialog } from '../content/proof-dialog.tsx';
import { formatBytes, formatCount } from '../format-amount.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';

/** While a backup is under way the server is asked so often how far it is. */
const pollMs = 1_500;

/** The server's own backups: how they stand, one now, and the schedule. */
export function MachineBackupsPanel() {
  const { asked, again } = useAsked(loadMachineBackups);
  const [trouble, setTrouble] = useState('');
  const isRunning = asked.value != null && asked.value.running !== null;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void again(), pollMs);
    return () => clearInterval(timer);
  }, [isRunning, again]);
  if (asked.value === undefined) return <NotAsked asked={asked} again={again} />;
  const run = async (act: 'start' | 'cancel') => {
    const answer = await runMachineBackup(act);
    const isBusy = !answer.ok && answer.failure.code === 'refused' && answer.failure.reason === 'not_started';
    setTrouble(answer.ok ? '' : isBusy ? 'Not begun. Another backup is under way.' : failureText(answer.failure));
    await again();
  };
  const { running, schedule } = asked.value;
  return (
    <>
      <Standing standing={asked.value} />
      {running === null ? null : (
        <Progress
          label={stepTexts[running.step] ?? 'Starting'}
          done={running.done}
          total={running.of}
          stop={{ label: 'Cancel', onStop: () => void run('cancel') }}
        />
      )}
      <p role="status" className="text-sm text-amber">
        {trouble}
      </p>
      <div className="setting-line mt-2">
        {schedule === null || running !== null ? null : <GhostButton onWork={() => run('start')}>Back up now</GhostButton>}
        <ScheduleControls schedule={schedule} onSet={again} />
      </div>
    </>
  );
}

const stepTexts: Readonly<Record<string, string>> = {
  rows: 'Copying tables',
  objects: 'Copying stored files',
  content: 'Copying the site’s content',
};

function ScheduleControls({ schedule, onSet }: { readonly schedule: MachineSchedule | null; readonly onSet: () => Promise<void> }) {
  const [isOpen, setOpen] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [waiting, setWaiting] = useState<MachineSchedule | null>();
  const save = async (wanted: MachineSchedule | null) => {
    const answer = await setMachineSchedule(wanted);
    if (answer.ok) {
      setRefusal(answer.value.outcome === 'refused' ? answer.value.reason : undefined);
      if (answer.value.outcome === 'set') setOpen(false);
      await onSet();
    } else if (answer.failure.code === 'refused' && answer.failure.reason === 'verification_too_old') setWaiting(wanted);
    else setRefusal(failureText(answer.failure));
  };
  const edit = () => {
    setRefusal(undefined);
    setOpen(true);
  };
  return (
    <>
      {schedule === null ? <GhostButton onClick={edit}>Set a schedule</GhostButton> : <QuietButton onClick={edit}>Change</QuietButton>}
      {schedule === null ? null : <QuietButton onWork={() => save(null)}>End the schedule</QuietButton>}
      {isOpen || refusal === undefined ? null : (
        <p role="status" className="text-sm text-amber">
          {refusal}
        </p>
      )}
      <ScheduleDialog
        key={String(isOpen)}
        open={isOpen && waiting === undefined}
        schedule={schedule}
        refusal={refusal}
        onClose={() => setOpen(false)}
        onSave={save}
      />
      <ProofDialog
        waiting={waiting === undefined ? undefined : { act: 'schedule', go: () => save(waiting) }}
        onClose={() => setWaiting(undefined)}
      />
    </>
  );
}

function Standing({ standing }: { readonly standing: MachineBackups }) {
  const { schedule, nextRun, last, lastGood } = standing;
  const { kind, text } = verdictOf(standing);
  return (
    <>
      <p role="status">
        <StatusMark kind={kind}>{text}</StatusMark>
      </p>
      {last === null || last.outcome === 'made' || last.outcome === 'failed' ? null : (
        <p className="text-sm text-muted">{`The last run was ${last.outcome}, ${momentText(last.endedAt)}. It left no file.`}</p>
      )}
      {lastGood === null ? null : (
        <p className="text-sm text-muted wrap-anywhere">
          {`${momentText(lastGood.endedAt)}${lastGood.byHandOf === null ? '' : `, by hand by ${lastGood.byHandOf}`}: ${formatBytes(lastGood.bytes)}, ${formatCount(lastGood.rows)} rows, restored once and compared. `}
          <span className="font-mono">{lastGood.file}</span>
          {', SHA-256 '}
          <span className="font-mono">{lastGood.sha256}</span>
        </p>
      )}
      {schedule === null || nextRun === null ? null : (
        <p className="text-sm text-muted wrap-anywhere">
          {`Next: ${momentText(nextRun)} (daily at ${schedule.at} UTC), into `}
          <span className="font-mono">{schedule.folder}</span>
          {schedule.keep === null
            ? '. All are kept.'
            : `. Kept: the newest of ${schedule.keep.days} days, ${schedule.keep.weeks} weeks and ${schedule.keep.months} months.`}
        </p>
      )}
    </>
  );
}

function verdictOf({ state, schedule, last, lastGood }: MachineBackups): { readonly kind: StatusKind; readonly text: string } {
  switch (state) {
    case 'failed':
      return { kind: 'failure', text: `The last backup failed: ${last?.error ?? 'no reason was given.'}` };
    case 'missed':
      return { kind: 'warning', text: 'A backup was missed.' };
    case 'never':
      return schedule === null
        ? { kind: 'info', text: 'No schedule is set, and no backup was made.' }
        : { kind: 'info', text: 'No backup was made yet.' };
    case 'off':
      return { kind: 'warning', text: 'No schedule is set. The server makes no new backups.' };
    case 'fine':
      return { kind: 'success', text: `The last backup was made ${lastGood === null ? '' : momentText(lastGood.endedAt)}.` };
  }
}

function momentText(iso: string): string {
  return new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}
