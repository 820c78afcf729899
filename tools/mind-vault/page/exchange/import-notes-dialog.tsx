import { useRef } from 'react';
import { type FileReading, ImportDialog } from '../../../../web/app/domains/exchange/import-dialog.tsx';
import { beginDeadline, tookTooLong } from '../../../../web/app/domains/exchange/reading/reading-deadline.ts';
import { notes } from '../../../../web/app/domains/notes/note.ts';
import type { NoteFile } from '../../../../web/app/domains/notes/note-file.ts';
import { asTogether } from '../../../../web/app/domains/notes/note-file-edits.ts';
import { endOfImport } from '../../../../web/app/domains/notes/note-import.ts';
import { openRecords } from '../../../../web/app/domains/records/open-records.ts';
import type { NotesHand } from '../notes-hand.ts';
import { undoTool } from '../undo-tool.ts';
import { openVaultZipWorker } from './open-vault-zip-worker.client.ts';
import { planFilesImport, type VaultPlan } from './plan-files-import.ts';
import { nameOfFile, planVaultImport } from './plan-vault-import.ts';
import { textOf } from './read-vault-zip.ts';
import type { FoundFile } from './vault-zip-jobs.ts';

const largestFileBytes = 100_000_000;

type ImportNotesDialogProps = { readonly hand: NotesHand; readonly files: readonly NoteFile[]; readonly onClose: () => void };

/** Takes notes from a zipped vault of Obsidian, or from one Markdown file. */
export function ImportNotesDialog({ hand, files, onClose }: ImportNotesDialogProps) {
  const { rows } = hand.state;
  const planned = useRef<{ readonly plan: VaultPlan; readonly name: string }>(undefined);
  const read = async (file: File): Promise<FileReading> => {
    if (file.size > largestFileBytes) return { fault: 'The file is larger than 100 MB.' };
    const bytes = new Uint8Array(await file.arrayBuffer());
    const found = /\.md$/i.test(file.name) ? oneFile(file.name, bytes) : await unpack(bytes);
    if (typeof found === 'string') return { fault: found };
    const now = new Date();
    const plan = await planFilesImport(planVaultImport(found, rows, now), files, now);
    planned.current = { plan, name: file.name };
    return {
      form: found.length === 1 ? '1 file' : `${found.length.toLocaleString('en-GB')} files`,
      plan,
    };
  };
  return (
    <ImportDialog
      open
      title="Import notes"
      description="A vault of Obsidian as a zip, or one Markdown file (.md). Notes and attachments keep their folders and are not altered; up to 700 kB per file."
      accept=".zip,.md,application/zip,text/markdown"
      read={read}
      nameOf={nameOfFile}
      take={async () => {
        if (planned.current === undefined) return false;
        const { plan, name } = planned.current;
        const changed = new Set(plan.noteEdits.map(({ id }) => id));
        await hand.keepVersions(
          rows.filter(({ id }) => changed.has(id)),
          Date.now(),
          'always',
        );
        const end = endOfImport(plan.batchId, name, plan.edits.length, new Date());
        const together = [{ collection: notes, edits: plan.noteEdits }, ...asTogether(plan.files), end];
        return (await openRecords().editTogether(undoTool, together, { import: plan.batchId })).ok;
      }}
      onClose={onClose}
    />
  );
}

function oneFile(path: string, bytes: Uint8Array): readonly FoundFile[] {
  const text = textOf(bytes);
  return [text === undefined ? { path, fault: 'It is not UTF-8 text.' } : { path, text }];
}

/** The files of a zip, or why it is not read. */
async function unpack(bytes: Uint8Array): Promise<readonly FoundFile[] | string> {
  const worker = openVaultZipWorker();
  const deadline = beginDeadline(worker.end);
  const read = await worker.ask('read', bytes);
  deadline.stop();
  worker.end();
  if (read.ok) return read.value;
  if (deadline.isOver()) return tookTooLong;
  if (read.failure.code === 'damaged') return 'This is not a zip file, or it is damaged. Nothing was imported. Zip the vault again.';
  return read.failure.code === 'too_large'
    ? 'The zip holds more than 20,000 files, or unpacks to more than 200 MB.'
    : 'What reads the file could not be loaded. Try again.';
}
