import { useRef } from 'react';
import { type FileReading, ImportDialog } from '../../../../web/app/domains/exchange/import-dialog.tsx';
import { beginDeadline, tookTooLong } from '../../../../web/app/domains/exchange/reading/reading-deadline.ts';
import { notes } from '../../../../web/app/domains/notes/note.ts';
import type { NoteFile } from '../../../../web/app/domains/notes/note-file.ts';
import { asTogether } from '../../../../web/app/domains/notes/note-file-edits.ts';
import { endOfImport } from '../../../../web/app/domains/notes/note-import.ts';
import { openRecords } from '../../../../web/app/domains/records/open-records.ts';
import { useToast } from '../../../../web/app/ui/toast/toast-region.tsx';
import type { Transfers } from '../files/transfers.ts';
import type { NotesHand } from '../notes-hand.ts';
import { undoTool } from '../undo-tool.ts';
import { openVaultZipWorker } from './open-vault-zip-worker.client.ts';
import { planFilesImport, takePlannedFiles, type VaultPlan } from './plan-files-import.ts';
import { nameOfFile, planVaultImport } from './plan-vault-import.ts';
import { textOf } from './read-vault-zip.ts';
import type { FoundFile } from './vault-zip-jobs.ts';

const [largestNote, largestArchive] = [20_000_000, 4_000_000_000];

type ImportNotesDialogProps = {
  readonly hand: NotesHand;
  readonly files: readonly NoteFile[];
  readonly send: Transfers['send'] | undefined;
  readonly onClose: () => void;
};

/** Takes notes from a zipped vault of Obsidian, or from one Markdown file. */
export function ImportNotesDialog({ hand, files, send, onClose }: ImportNotesDialogProps) {
  const { rows } = hand.state;
  const planned = useRef<{ readonly plan: VaultPlan; readonly archive: File }>(undefined);
  const show = useToast();
  const read = async (file: File): Promise<FileReading> => {
    const isNote = /\.md$/i.test(file.name);
    if (file.size > (isNote ? largestNote : largestArchive)) return { fault: `The file is larger than ${isNote ? '20 MB' : '4 GB'}.` };
    const found = isNote ? oneFile(file.name, new Uint8Array(await file.arrayBuffer())) : await unpack(file);
    if (typeof found === 'string') return { fault: found };
    const now = new Date();
    const plan = planFilesImport(planVaultImport(found, rows, now), files);
    planned.current = { plan, archive: file };
    return {
      form: found.length === 1 ? '1 file' : `${found.length.toLocaleString('en-GB')} files`,
      plan,
    };
  };
  return (
    <ImportDialog
      open
      title="Import notes"
      description="A vault of Obsidian as a zip, or one Markdown file (.md). Notes and attachments keep their folders and are not altered; up to 50 MB per file."
      accept=".zip,.md,application/zip,text/markdown"
      read={read}
      nameOf={nameOfFile}
      take={async () => {
        if (planned.current === undefined) return false;
        const { plan, archive } = planned.current;
        const now = new Date();
        const { edits, left } = await takeFiles(plan, archive, send, now);
        const changed = new Set(plan.noteEdits.map(({ id }) => id));
        await hand.keepVersions(
          rows.filter(({ id }) => changed.has(id)),
          Date.now(),
          'always',
        );
        if (left.length > 0)
          show({
            title: left.length === 1 ? 'One file was left out' : `${left.length.toLocaleString('en-GB')} files were left out`,
            description: 'Large files were cancelled or not taken by the storage. Import the same zip again to add them.',
            tone: 'alert',
          });
        const end = endOfImport(plan.batchId, archive.name, plan.edits.length - left.length, now);
        const together = [{ collection: notes, edits: plan.noteEdits }, ...asTogether(edits), end];
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

/** Takes the planned files out of the archive. One that is not of this reading of it is left out. */
async function takeFiles(plan: VaultPlan, archive: File, send: Transfers['send'] | undefined, now: Date) {
  if (plan.files.length === 0) return { edits: { files: [], parts: [] }, left: [] };
  const worker = openVaultZipWorker();
  try {
    const take = async (path: string) => {
      const taken = await worker.ask('take', { archive, path });
      return taken.ok ? taken.value : undefined;
    };
    return await takePlannedFiles(plan, { take, send: send ?? (async () => undefined) }, now);
  } finally {
    worker.end();
  }
}

/** The files of a zip, or why it is not read. */
async function unpack(archive: File): Promise<readonly FoundFile[] | string> {
  const worker = openVaultZipWorker();
  const deadline = beginDeadline(worker.end);
  const read = await worker.ask('list', archive, { onProgress: deadline.heard });
  deadline.stop();
  worker.end();
  if (read.ok) return read.value;
  if (deadline.isOver()) return tookTooLong;
  if (read.failure.code === 'damaged') return 'This is not a zip file, or it is damaged. Nothing was imported. Zip the vault again.';
  return read.failure.code === 'too_large'
    ? 'The zip holds more than 20,000 files, 200 MB of notes, or unpacks to more than 4 GB.'
    : 'What reads the file could not be loaded. Try again.';
}
