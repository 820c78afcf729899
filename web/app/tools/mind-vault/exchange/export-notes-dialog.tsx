import { useState } from 'react';
import type { Note } from '../../../domains/notes/note.ts';
import { logExport } from '../../../domains/passport/log-export.ts';
import type { Day } from '../../../domains/tasks/day.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { openVaultZipWorker } from './open-vault-zip-worker.client.ts';
import { vaultFilesOf } from './vault-files-of.ts';

type ExportNotesDialogProps = { readonly notes: readonly Note[]; readonly today: Day; readonly onClose: () => void };

/** Writes the notes as a vault of Obsidian, and says beforehand that the file is readable and what it cannot hold. */
export function ExportNotesDialog({ notes, today, onClose }: ExportNotesDialogProps) {
  const [stage, setStage] = useState<'ready' | 'busy' | 'failed'>('ready');
  const write = async () => {
    setStage('busy');
    const worker = openVaultZipWorker();
    const packed = await worker.ask('write', vaultFilesOf(notes));
    worker.end();
    if (!packed.ok) return setStage('failed');
    const content = new Blob([Uint8Array.from(packed.value)], { type: 'application/zip' });
    saveFile({ name: `notes-${today}.zip`, content });
    logExport('Notes were exported as an Obsidian vault', { notes: notes.length, bytes: content.size });
    setStage('ready');
    onClose();
  };
  return (
    <Dialog
      open
      title="Export notes"
      description={`${notes.length.toLocaleString('en-GB')} notes as Markdown files in their folders, in a zip that Obsidian opens as a vault.`}
      onClose={onClose}
      actions={
        <Button busy={stage === 'busy'} onClick={() => void write()}>
          Save the zip
        </Button>
      }
    >
      <StatusMark kind="warning">The file is not sealed: whoever has it can read every note.</StatusMark>
      <p className="mt-4 text-sm text-muted">
        A note that came from a vault has its path and every byte again, unless it was edited here. Tags that stand beside a text are added
        to its properties, with hyphens for spaces. Pins, versions and the day a note was made are not in such a vault; the export in
        Settings has them.
      </p>
      <p role="status" className="mt-4">
        {stage === 'failed' ? <StatusMark kind="failure">The zip could not be made. Try again.</StatusMark> : null}
      </p>
    </Dialog>
  );
}
