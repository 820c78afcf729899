import type { Note } from '../../../../web/app/domains/notes/note.ts';
import { type NoteFile, nameOfPath } from '../../../../web/app/domains/notes/note-file.ts';
import type { Day } from '../../../../web/app/domains/tasks/day.ts';
import ClearExportDialog from '../../../../web/app/domains/vault/exports/clear-export-dialog.client.tsx';
import type { MadeFile } from '../../../../web/app/domains/vault/exports/clear-export-form.tsx';
import { mindVault } from '../../manifest.ts';
import { readNoteFile } from '../note-file-bytes.ts';
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

type Packing = { readonly packed: Blob | undefined; readonly lost: readonly string[] };

/** Packs notes and files, one after the other; says which files are not to be had, and gives nothing where the zip would be too long. */
async function packVault(notes: readonly Note[], files: readonly NoteFile[]): Promise<Packing> {
  const worker = openVaultZipWorker();
  const lost: string[] = [];
  try {
    const paths = files.map(({ path }) => path);
    const add = async (file: WrittenFile) => (await worker.ask('add', file)).ok;
    for (const text of vaultFilesOf(notes, paths)) if (!(await add(text))) return { packed: undefined, lost };
    for (const file of files) {
      const came = await readNoteFile(file);
      if ('fault' in came) lost.push(nameOfPath(file.path));
      else if (!(await add({ path: file.path, content: came.content, modifiedMs: Date.parse(file.updated_at) })))
        return { packed: undefined, lost };
    }
    const packed = await worker.ask('finish', undefined);
    return { packed: packed.ok ? packed.value : undefined, lost };
  } finally {
    worker.end();
  }
}

/** What goes into the zip. The parts are in this browser once they were read for it. */
function recordsOf(notes: readonly Note[], files: readonly NoteFile[]) {
  return [
    { collection: 'notes', ids: notes.map(({ id }) => id) },
    { collection: 'note_files', ids: files.map(({ id }) => id) },
    { collection: 'note_file_parts', ids: files.flatMap(({ parts }) => parts) },
  ];
}

/** Writes the notes as a vault of Obsidian, and says beforehand what it cannot hold. */
export function ExportNotesDialog({ notes, files, today, onClose }: ExportNotesDialogProps) {
  const make = async (): Promise<MadeFile> => {
    const { packed, lost } = await packVault(notes, files);
    if (packed === undefined)
      return { fault: 'The zip could not be made: it would be longer than 4 GB, or what packs it could not be loaded.' };
    const made = { name: `notes-${today}.zip`, content: packed };
    if (lost.length === 0) return made;
    const named = `${lost.slice(0, 5).join(', ')}${lost.length > 5 ? ' and others' : ''}`;
    return { lacks: `${countOf(lost.length, 'file')} cannot be read: ${named}.`, makeAnyway: async () => made };
  };
  return (
    <ClearExportDialog
      app={mindVault.id}
      what="Notes"
      counts={{ notes: notes.length, files: files.length }}
      records={recordsOf(notes, files)}
      isSample={false}
      title="Export notes"
      description={`${countOf(notes.length, 'note')}${files.length === 0 ? '' : ` and ${countOf(files.length, 'file')}`} in folders, in a zip that Obsidian opens as a vault.`}
      forms={[{ label: 'Obsidian vault (.zip)', format: 'an Obsidian vault', make }]}
      note="Notes and files that came from a vault have their paths and every byte again, unless they were edited here. Tags next to a text are added to its properties, with hyphens for spaces. Pins, versions and the day a note was made are not in such a vault."
      onClose={onClose}
    />
  );
}
