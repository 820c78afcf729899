import { useState } from 'react';
import type { Note } from '../../../../web/app/domains/notes/note.ts';
import { type NoteFile, nameOfPath } from '../../../../web/app/domains/notes/note-file.ts';
import { logExport } from '../../../../web/app/domains/passport/log-export.ts';
import type { Day } from '../../../../web/app/domains/tasks/day.ts';
import { saveFile } from '../../../../web/app/lib/save-file.ts';
import { Button } from '../../../../web/app/ui/button.tsx';
import { Dialog } from '../../../../web/app/ui/dialog.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { bytesOf, readNoteFile } from '../note-file-bytes.ts';
import { openVaultZipWorker } from './open-vault-zip-worker.client.ts';
import { vaultFilesOf } from './vault-files-of.ts';
import type { WrittenFile } from './vault-zip-jobs.ts';

type ExportNotesDialogProps = {
  readonly notes: readonly Note[];
  readonly files: readonly NoteFile[];
  readonly today: Day;
  readonly onClose: () => void;
};

const countOf = (count: number, noun: string) => (count === 1 ? `1 ${noun}` : `${count.toLocaleString('en-GB')} ${noun}s`);

/** The bytes of the files, one after the other, and the names of those that are not to be had. */
async function contentsOf(files: readonly NoteFile[]) {
  const written: WrittenFile[] = [];
  const lost: string[] = [];
  for (const file of files) {
    const came = await readNoteFile(file);
    if ('fault' in came) lost.push(nameOfPath(file.path));
    else written.push({ path: file.path, content: bytesOf(came.content), modifiedMs: Date.parse(file.updated_at) });
  }
  return { written, lost };
}

/** Writes the notes as a vault of Obsidian, and says beforehand that the file is readable and what it cannot hold. */
export function ExportNotesDialog({ notes, files, today, onClose }: ExportNotesDialogProps) {
  const [stage, setStage] = useState<'ready' | 'busy' | 'failed'>('ready');
  /** Files that could not be read the last time: the next press leaves them out. */
  const [lost, setLost] = useState<readonly string[]>();
  const write = async () => {
    setStage('busy');
    const read = await contentsOf(files);
    if (read.lost.length > 0 && lost === undefined) {
      setLost(read.lost);
      return setStage('ready');
    }
    const worker = openVaultZipWorker();
    const packed = await worker.ask('write', [
      ...vaultFilesOf(
        notes,
        files.map(({ path }) => path),
      ),
      ...read.written,
    ]);
    worker.end();
    if (!packed.ok) return setStage('failed');
    const content = new Blob([Uint8Array.from(packed.value)], { type: 'application/zip' });
    saveFile({ name: `notes-${today}.zip`, content });
    logExport('Notes were exported as an Obsidian vault', { notes: notes.length, files: read.written.length, bytes: content.size });
    setStage('ready');
    onClose();
  };
  return (
    <Dialog
      open
      title="Export notes"
      description={`${countOf(notes.length, 'note')}${files.length === 0 ? '' : ` and ${countOf(files.length, 'file')}`} in their folders, in a zip that Obsidian opens as a vault.`}
      onClose={onClose}
      actions={
        <Button busy={stage === 'busy'} onClick={() => void write()}>
          {lost === undefined ? 'Save the zip' : 'Save the zip without them'}
        </Button>
      }
    >
      <StatusMark kind="warning">The file is not sealed: whoever has it can read every note and file.</StatusMark>
      <p className="mt-4 text-sm text-muted">
        Notes and files that came from a vault have their paths and every byte again, unless they were edited here. Tags that stand beside a
        text are added to its properties, with hyphens for spaces. Pins, versions and the day a note was made are not in such a vault; the
        export in Settings has them.
      </p>
      {lost === undefined ? null : (
        <div role="alert" className="mt-4">
          <StatusMark kind="warning">{`${countOf(lost.length, 'file')} cannot be read: ${lost.slice(0, 5).join(', ')}${lost.length > 5 ? ' and others' : ''}.`}</StatusMark>
        </div>
      )}
      <p role="status" className="mt-4">
        {stage === 'failed' ? <StatusMark kind="failure">The zip could not be made. Try again.</StatusMark> : null}
      </p>
    </Dialog>
  );
}
