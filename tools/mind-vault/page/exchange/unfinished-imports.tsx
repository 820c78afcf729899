import { type Note, notes } from '../../../../web/app/domains/notes/note.ts';
import type { NoteFile } from '../../../../web/app/domains/notes/note-file.ts';
import { asTogether, moveFiles } from '../../../../web/app/domains/notes/note-file-edits.ts';
import { endOfImport } from '../../../../web/app/domains/notes/note-import.ts';
import type { Edit } from '../../../../web/app/domains/records/collection-state.ts';
import { beforeImport } from '../../../../web/app/domains/records/engine/hide-unfinished.ts';
import { openRecords } from '../../../../web/app/domains/records/open-records.ts';
import type { EditToast } from '../../../../web/app/domains/records/use-edit-toast.ts';
import { GhostButton } from '../../../../web/app/ui/button.tsx';
import { Panel } from '../../../../web/app/ui/panel.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { undoTool } from '../undo-tool.ts';

type Arrived = { readonly notes: readonly Note[]; readonly files: readonly NoteFile[] };

type UnfinishedImportsProps = Arrived & { readonly tell: EditToast['tell'] };

/** Imports of which another device has not sent everything: how much is here, and what to do where that device does not come back. */
export function UnfinishedImports({ notes: hiddenNotes, files: hiddenFiles, tell }: UnfinishedImportsProps) {
  const batches = [...new Set([...hiddenNotes, ...hiddenFiles].flatMap(({ batch }) => batch ?? []))];
  return (
    <Panel title="An import is not complete" className="mb-6">
      <ul className="grid gap-4">
        {batches.map((batch) => {
          const arrived: Arrived = {
            notes: hiddenNotes.filter((note) => note.batch === batch),
            files: hiddenFiles.filter((file) => file.batch === batch),
          };
          return (
            <li key={batch} className="grid gap-3">
              <StatusMark kind="warning">{`${countOf(arrived)} arrived here; the rest is still missing. All of it stays hidden until it is complete.`}</StatusMark>
              <p className="text-sm text-muted">
                The device that imports sends the rest while it is online and unlocked. If it cannot any more, show what arrived and import
                the same file here: that adds what is missing.
              </p>
              <div className="flex flex-wrap gap-2">
                <GhostButton onClick={() => void tell(showArrived(batch, arrived), 'Shown')}>Show what arrived</GhostButton>
                <GhostButton onClick={() => void tell(removeArrived(arrived), 'Removed')}>Remove what arrived</GhostButton>
              </div>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

function countOf({ notes: arrivedNotes, files }: Arrived): string {
  const counted = (some: readonly unknown[], noun: string) =>
    some.length === 0 ? [] : [`${some.length.toLocaleString('en-GB')} ${noun}${some.length === 1 ? '' : 's'}`];
  return [...counted(arrivedNotes, 'note'), ...counted(files, 'file')].join(' and ');
}

function showArrived(batch: string, arrived: Arrived) {
  const records = arrived.notes.length + arrived.files.length;
  return openRecords().editTogether(undoTool, [endOfImport(batch, 'what arrived of an import', records, new Date())]);
}

/**
 * What the import added goes into the trash, and out of the import: what is taken out of the trash is to be seen. What it changed becomes
 * what it was.
 */
function removeArrived({ notes: arrivedNotes, files }: Arrived) {
  const deleted_at = new Date().toISOString();
  const removed = (row: Note | NoteFile): Edit => {
    const before = beforeImport(row);
    return { kind: 'change', id: row.id, values: before === undefined ? { deleted_at, batch: null } : { ...before, before: null } };
  };
  const { parts } = moveFiles(files, deleted_at);
  const back = files.flatMap((file) => {
    const former = beforeImport(file)?.['parts'];
    return Array.isArray(former) ? former.map((id): Edit => ({ kind: 'change', id: String(id), values: { deleted_at: null } })) : [];
  });
  return openRecords().editTogether(undoTool, [
    { collection: notes, edits: arrivedNotes.map(removed) },
    ...asTogether({ parts: [...parts, ...back], files: files.map(removed) }),
  ]);
}
