import { useState } from 'react';
import { type MachineSchedule, parseKept } from '../../../../web/app/domains/settings/machine-backups.ts';
import { TextArea } from '../../../../web/app/ui/fields/text-area.tsx';
import { TextField } from '../../../../web/app/ui/fields/text-field.tsx';
import { DialogForm, FormDialog } from '../../../../web/app/ui/forms/form-dialog.tsx';

type ScheduleDialogProps = {
  readonly open: boolean;
  readonly schedule: MachineSchedule | null;
  /** Why the server did not take it. */
  readonly refusal: string | undefined;
  readonly onClose: () => void;
  readonly onSave: (schedule: MachineSchedule) => Promise<void>;
};

type Faults = Readonly<Partial<Record<'folder' | 'recipients' | 'keep' | 'at', string>>>;

/** Asks where backups go, for whom, when, and how many stay. */
export function ScheduleDialog({ open, schedule, refusal, onClose, onSave }: ScheduleDialogProps) {
  const [folder, setFolder] = useState(schedule?.folder ?? '');
  const [recipients, setRecipients] = useState(schedule?.recipients.join('\n') ?? '');
  const [at, setAt] = useState(schedule?.at ?? '03:15');
  const [keep, setKeep] = useState(
    schedule === null ? '7,4,12' : schedule.keep === null ? '' : `${schedule.keep.days},${schedule.keep.weeks},${schedule.keep.months}`,
  );
  const [faults, setFaults] = useState<Faults>({});
  const submit = async () => {
    const listed = recipients.split(/\s+/).filter((one) => one !== '');
    const kept = parseKept(keep);
    const found: Faults = {
      ...(folder.startsWith('/') || /^[A-Za-z]:\\/.test(folder) ? {} : { folder: 'Give the whole path, such as /backups.' }),
      ...(listed.length > 0 && listed.every((one) => one.startsWith('age1'))
        ? {}
        : { recipients: 'Each begins with age1. Never put an identity here.' }),
      ...(kept === undefined ? { keep: 'Three numbers, such as 7,4,12, or nothing.' } : {}),
      ...(/^([01]\d|2[0-3]):[0-5]\d$/.test(at) ? {} : { at: 'Hours and minutes, such as 03:15.' }),
    };
    setFaults(found);
    if (kept === undefined || Object.keys(found).length > 0) return;
    await onSave({ folder, recipients: listed, keep: kept, at });
  };
  return (
    <FormDialog
      open={open}
      title="Schedule of backups"
      description="The server writes one encrypted file a day. It opens with the identity of a recipient (age1…, one a line), which must not lie on the server."
      onClose={onClose}
      submit="Save the schedule"
    >
      <DialogForm onSubmit={submit}>
        <TextField
          label="Folder on the server"
          hint="It must be there already, outside of the program, the data and the content."
          value={folder}
          error={faults.folder ?? refusal}
          spellCheck={false}
          autoFocus
          onValue={setFolder}
        />
        <TextArea label="Recipients" value={recipients} error={faults.recipients} spellCheck={false} onValue={setRecipients} />
        <TextField label="Time of day (UTC)" value={at} error={faults.at} onValue={setAt} />
        <TextField
          label="Keep: days, weeks, months"
          hint="Older files there are deleted. Empty keeps all."
          value={keep}
          error={faults.keep}
          onValue={setKeep}
        />
      </DialogForm>
    </FormDialog>
  );
}
