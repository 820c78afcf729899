import type { CountedFindings } from '../../../../web/app/domains/passport/backup-findings.ts';
import { Button, QuietButton } from '../../../../web/app/ui/button.tsx';
import { Dialog } from '../../../../web/app/ui/dialog.tsx';
import { FindingList } from './finding-list.tsx';

type FindingsDialogProps = {
  readonly counted: readonly CountedFindings[];
  readonly onAnswer: (isWanted: boolean) => void;
};

/** Asks whether a backup is wanted that the server did not show everything for. Nothing is saved before the answer. */
export function FindingsDialog({ counted, onAnswer }: FindingsDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      open={counted.length > 0}
      title="The backup is not complete"
      description="The server did not show everything as the vault lists it. No file is saved yet."
      onClose={() => onAnswer(false)}
      actions={
        <>
          <QuietButton onClick={() => onAnswer(false)}>Save no file</QuietButton>
          <Button onClick={() => onAnswer(true)}>Save it without them</Button>
        </>
      }
    >
      <FindingList counted={counted} />
      <p className="mt-3 text-sm text-muted">
        The file says the same wherever it is opened. Look at the pages of these apps first: what this device has a copy of can be put back
        there.
      </p>
    </Dialog>
  );
}
