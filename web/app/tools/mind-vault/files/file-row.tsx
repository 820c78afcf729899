import { FileIcon } from '@phosphor-icons/react/dist/ssr/File';
import { TrashIcon } from '@phosphor-icons/react/dist/ssr/Trash';
import { type NoteFile, nameOfPath, sizeLabel } from '../../../domains/notes/note-file.ts';
import { Icon } from '../../../ui/icon.tsx';

/** What can be done with a file of a list. */
export type FileActions = { readonly onSave: (file: NoteFile) => void; readonly onRemove: (file: NoteFile) => void };

/** A file by its name and size: a press saves it. */
export function FileRow({ file, note, onSave, onRemove }: FileActions & { readonly file: NoteFile; readonly note?: string | undefined }) {
  const name = nameOfPath(file.path);
  return (
    <li className="flex items-center gap-1 border-t border-hairline first:border-t-0">
      <button
        type="button"
        onClick={() => onSave(file)}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-control py-1 text-left hover:bg-raised"
      >
        <Icon drawing={FileIcon} className="shrink-0 text-copper" />
        <span className="min-w-0 flex-1 wrap-anywhere">
          <span className="sr-only">Save </span>
          {name}
          <span className="block text-sm text-muted">{[sizeLabel(file.bytes), ...(note === undefined ? [] : [note])].join(' · ')}</span>
        </span>
      </button>
      <button
        type="button"
        aria-label={`Delete “${name}”`}
        title="Delete"
        onClick={() => onRemove(file)}
        className="target inline-grid shrink-0 place-items-center rounded-control text-muted hover:bg-raised hover:text-ink"
      >
        <Icon drawing={TrashIcon} />
      </button>
    </li>
  );
}
