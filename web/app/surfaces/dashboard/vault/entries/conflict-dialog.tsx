import { useState } from 'react';
import type { VaultFailure } from '../../../../domains/vault/contract/vault-failure.ts';
import type { EntryDraft } from '../../../../domains/vault/contract/vault-state.ts';
import { fieldText, resolveConflict } from '../../../../domains/vault/entries/entry-draft.ts';
import { Button, GhostButton } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { momentText } from '../checks/moment-text.ts';

export type Conflict = Extract<VaultFailure, { code: 'conflict' }>;

type ConflictDialogProps = {
  readonly conflict: Conflict | null;
  readonly onSave: (draft: EntryDraft, conflict: Conflict) => Promise<void>;
  readonly onClose: () => void;
};

/** An entry that was changed here and elsewhere: of each field that both changed, the owner chooses one side. */
export default function ConflictDialog({ conflict, onSave, onClose }: ConflictDialogProps) {
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const choose = (field: string, theirs: boolean) => {
    const next = new Set(taken);
    if (theirs) next.add(field);
    else next.delete(field);
    setTaken(next);
  };
  return (
    <Dialog
      role="alertdialog"
      open={conflict !== null}
      title="Changed elsewhere"
      description="This entry was saved elsewhere while you were editing it. Changes made on one side only are kept; choose for the rest. The other version stays in the history."
      onClose={onClose}
      actions={
        <>
          <GhostButton onClick={onClose}>Cancel</GhostButton>
          <Button onWork={async () => conflict && onSave(resolveConflict(conflict, taken), conflict)}>Save</Button>
        </>
      }
    >
      {conflict?.fields.map((field) => (
        <fieldset key={field} className="mt-3 rounded-control border border-hairline p-3">
          <legend className="px-1 text-sm font-medium">{field.replace(/^field:/, '')}</legend>
          <Side
            field={field}
            name="Yours, on this device now"
            text={fieldText(conflict.mine, field)}
            checked={!taken.has(field)}
            onChoose={() => choose(field, false)}
          />
          <Side
            field={field}
            name={`Saved elsewhere, ${momentText(conflict.theirs.details.updatedAt)}`}
            text={fieldText(conflict.theirs, field)}
            checked={taken.has(field)}
            onChoose={() => choose(field, true)}
          />
        </fieldset>
      ))}
    </Dialog>
  );
}

type SideProps = {
  readonly field: string;
  readonly name: string;
  readonly text: string;
  readonly checked: boolean;
  readonly onChoose: () => void;
};

function Side({ field, name, text, checked, onChoose }: SideProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input type="radio" name={`side of ${field}`} className="size-5 shrink-0 accent-(--copper)" checked={checked} onChange={onChoose} />
      <span className="w-36 shrink-0 text-sm text-muted">{name}</span>
      <span className="min-w-0 font-mono text-sm wrap-anywhere">{text === '' ? '(empty)' : text}</span>
    </label>
  );
}
