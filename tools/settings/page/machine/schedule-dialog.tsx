import { useState } from 'react';
import { ProofDialog } from '../../../../web/app/domains/session/proof-dialog.tsx';
import { failureText } from '../../../../web/app/domains/settings/failure-text.ts';
import { changeMachineSchedule, type MachineBackups } from '../../../../web/app/domains/settings/machine.ts';
import { CheckField } from '../../../../web/app/ui/fields/check-field.tsx';
import { TextField } from '../../../../web/app/ui/fields/text-field.tsx';
import { DialogForm, FormDialog } from '../../../../web/app/ui/forms/form-dialog.tsx';

type Schedule = NonNullable<MachineBackups['schedule']>;

type ScheduleDialogProps = {
  /** The dialog is open while there is one. */
  readonly schedule: Schedule | undefined;
  readonly onClose: () => void;
  readonly onChanged: () => Promise<void>;
};

/** Changes when the server backs up, and how many are kept. */
export function ScheduleDialog({ schedule, onClose, onChanged }: ScheduleDialogProps) {
  return (
    <FormDialog open={schedule !== undefined} title="Schedule of backups" submit="Save" onClose={onClose}>
      {schedule === undefined ? null : <ScheduleForm schedule={schedule} onClose={onClose} onChanged={onChanged} />}
    </FormDialog>
  );
}

/** What is kept where nothing was said of it before. */
const usualKeep = { days: 7, weeks: 4, months: 12 };

function ScheduleForm({ schedule, onClose, onChanged }: ScheduleDialogProps & { readonly schedule: Schedule }) {
  const [isOn, setOn] = useState(schedule.isOn);
  const [at, setAt] = useState(schedule.at);
  const [keep, setKeep] = useState<Readonly<Record<keyof typeof usualKeep, string>>>(() => textsOf(schedule.keep ?? usualKeep));
  const [error, setError] = useState('');
  const [asking, setAsking] = useState(false);
  const send = async () => {
    setError('');
    const numbers = { days: Number(keep.days), weeks: Number(keep.weeks), months: Number(keep.months) };
    const changed = await changeMachineSchedule({ isOn, at, keep: numbers });
    if (changed.ok) {
      onClose();
      await onChanged();
    } else if (changed.failure.code === 'refused' && changed.failure.reason === 'verification_too_old') setAsking(true);
    else if (changed.failure.code === 'refused' && changed.failure.reason === 'validation_failed')
      setError('A time of day, 1 to 366 days, at most 520 weeks and 120 months.');
    else setError(`Nothing was changed. ${failureText(changed.failure)}`);
  };
  return (
    <>
      <DialogForm onSubmit={send} className="space-y-4">
        <CheckField label="Back up every day" checked={isOn} onChecked={setOn} />
        <TextField label="Time (UTC)" type="time" required value={at} onValue={setAt} />
        <fieldset className="grid grid-cols-3 gap-3">
          <legend className="mb-2 text-sm text-muted">Keep one for each of the last</legend>
          {(['days', 'weeks', 'months'] as const).map((unit) => (
            <TextField
              key={unit}
              label={unit}
              inputMode="numeric"
              pattern="\d{1,3}"
              required
              value={keep[unit]}
              onValue={(value) => setKeep({ ...keep, [unit]: value })}
            />
          ))}
        </fieldset>
        <p role="alert" className="text-sm text-carmine">
          {error}
        </p>
      </DialogForm>
      <ProofDialog
        open={asking}
        description="The schedule decides whether there is a backup when you need one."
        onAnswer={(isGiven) => {
          setAsking(false);
          if (isGiven) void send();
        }}
      />
    </>
  );
}

function textsOf({ days, weeks, months }: typeof usualKeep) {
  return { days: String(days), weeks: String(weeks), months: String(months) };
}
