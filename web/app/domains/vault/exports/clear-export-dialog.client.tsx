import { useEffect, useState } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { browserVault } from '../browser-vault.client.ts';
import { ClearExportForm, type ClearExportFormProps } from './clear-export-form.tsx';

type ClearExportDialogProps = Omit<ClearExportFormProps, 'vault'> & {
  readonly title: string;
  readonly description: string;
  /** Of a sample: there is nothing to prove, and the log is told nothing. */
  readonly isSample: boolean;
  readonly onClose: () => void;
};

/** Writes sealed records to a file that anybody can read, once the owner has shown the master or a passkey. Drawn while it is open. */
export default function ClearExportDialog({ title, description, isSample, onClose, ...form }: ClearExportDialogProps) {
  const [open, setOpen] = useState(true);
  // A dialog that closes gives the focus back; one that is only taken away does not.
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when it has closed.
  useEffect(() => {
    if (!open) onClose();
  }, [open]);
  return (
    <Dialog open={open} title={title} description={description} onClose={() => setOpen(false)}>
      <ClearExportForm {...form} vault={isSample ? undefined : browserVault()} />
    </Dialog>
  );
}
