import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import type { CollectionInHand } from '../records/use-collection.ts';
import type { EditToast } from '../records/use-edit-toast.ts';
import type { Engagement } from './engagement-record.ts';
import { type FormFaults, readEngagementForm } from './read-engagement-form.ts';

type EngagementDialogProps = {
  /** `new` for one that is not there yet. */
  readonly id: string;
  /** Who tests, in a new one. */
  readonly tester: string;
  readonly hand: CollectionInHand<Engagement>;
  readonly tell: EditToast['tell'];
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
};

/** The form of an engagement. */
export default function EngagementDialog({ id, tester, hand, tell, onSaved, onClose }: EngagementDialogProps) {
  const known = hand.state.rows.find((one) => one.id === id);
  const [faults, setFaults] = useState<FormFaults>({});
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const read = readEngagementForm((name) => String(form.get(name) ?? ''));
    setFaults(read.ok ? {} : read.faults);
    if (!read.ok) return;
    if (known !== undefined) {
      if (await tell(hand.change(known.id, read.value))) onClose();
      return;
    }
    const added = hand.add(read.value);
    if (!(await tell(added.kept))) return;
    onSaved(added.id);
    onClose();
  };
  return (
    <Dialog open wide title={known === undefined ? 'New engagement' : 'Engagement'} onClose={onClose}>
      <form noValidate autoComplete="off" onSubmit={(event) => void save(event)} className="grid gap-4">
        <TextField name="title" label="Title" maxLength={120} defaultValue={known?.title ?? ''} autoFocus error={faults.title} />
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField name="client" label="Client" maxLength={200} defaultValue={known?.client ?? ''} />
          <TextField name="contact" label="Contact" maxLength={300} defaultValue={known?.contact ?? ''} />
          <TextField name="tester" label="Tested by" maxLength={200} defaultValue={known?.tester ?? tester} />
        </div>
        <TextArea name="scope" label="Scope in words" maxLength={10_000} rows={3} defaultValue={known?.scope ?? ''} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Entries name="in_scope" label="In scope, one to a line" given={known?.in_scope ?? []} fault={faults.in_scope} />
          <Entries name="out_of_scope" label="Out of scope, one to a line" given={known?.out_of_scope ?? []} fault={faults.out_of_scope} />
        </div>
        <p className="text-sm text-muted">
          <span className="font-mono">example.org</span> is that host, <span className="font-mono">*.example.org</span> every name below it.
          Networks and ranges: <span className="font-mono">192.0.2.0/24</span>, <span className="font-mono">192.0.2.10-20</span>. Ports
          behind a colon: <span className="font-mono">example.org:443,8000-8100</span>.
        </p>
        <div className="grid gap-4 sm:grid-cols-[10rem_10rem_minmax(0,1fr)]">
          <TextField
            name="permitted_from"
            label="Permitted from"
            type="date"
            defaultValue={known?.permitted_from ?? ''}
            error={faults.permitted_from}
          />
          <TextField
            name="permitted_to"
            label="Permitted to"
            type="date"
            defaultValue={known?.permitted_to ?? ''}
            error={faults.permitted_to}
          />
          <TextField name="permitted_by" label="Permission given by" maxLength={300} defaultValue={known?.permitted_by ?? ''} />
        </div>
        <TextArea name="notes" label="Notes, in no report" maxLength={20_000} rows={3} defaultValue={known?.notes ?? ''} />
        <div className="flex justify-end">
          <Button type="submit">{known === undefined ? 'Add the engagement' : 'Save'}</Button>
        </div>
      </form>
    </Dialog>
  );
}

type EntriesProps = {
  readonly name: string;
  readonly label: string;
  readonly given: readonly string[];
  readonly fault: string | undefined;
};

function Entries({ name, label, given, fault }: EntriesProps) {
  const faultId = useId();
  return (
    <div>
      <TextArea
        name={name}
        label={label}
        rows={5}
        className="font-mono"
        spellCheck={false}
        autoCapitalize="none"
        defaultValue={given.join('\n')}
        aria-invalid={fault !== undefined}
        aria-describedby={faultId}
      />
      <p id={faultId} aria-live="polite" className="mt-2 text-sm text-carmine empty:hidden">
        {fault}
      </p>
    </div>
  );
}
