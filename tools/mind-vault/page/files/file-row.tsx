import { TrashIcon } from '@castellan/icons/signs/trash';
import { FileIcon } from '@castellan/icons/things/file';
import { type NoteFile, nameOfPath, sizeLabel } from '../../../../web/app/domains/notes/note-file.ts';
import { Icon } from '../../../../web/app/ui/icon.tsx';
import { IconButton } from '../../../../web/app/ui/icon-button.tsx';

/** What a list of files knows of them, and what can be done with one. */
export type FileListing = {
  /** Files that the server does not know in this state yet, while it does not answer. */
  readonly waiting: ReadonlySet<string>;
  /** The server does not answer: what it alone has is not to be had. */
  readonly isAway: boolean;
  readonly onSave: (file: NoteFile) => void;
  readonly onRemove: (file: NoteFile) => void;
};

type FileRowProps = FileListing & { readonly file: NoteFile; readonly note?: string | undefined };

/** A file by its name and size: a press saves it. */
export function FileRow({ file, note, waiting, isAway, onSave, onRemove }: FileRowProps) {
  const name = nameOfPath(file.path);
  return (
    <li className="flex items-center gap-1 border-t border-hairline first:border-t-0">
      <button
        type="button"
        onClick={() => onSave(file)}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-control py-1 text-left hover:bg-raised"
      >
        <Icon drawing={FileIcon} className="shrink-0 text-copper" />
        <span className="min-w-0 flex-1 leading-snug wrap-anywhere">
          <span className="sr-only">Save </span>
          {name}
          <span className="block text-sm text-muted">
            {[sizeLabel(file.bytes), ...(note === undefined ? [] : [note])].join(' · ')}
            {isAway && file.object !== null ? <span className="text-amber"> · not on this device</span> : null}
            {waiting.has(file.id) ? <span className="text-amber"> · waits</span> : null}
          </span>
        </span>
      </button>
      <IconButton drawing={TrashIcon} label={`Delete “${name}”`} title="Delete" className="shrink-0" onClick={() => onRemove(file)} />
    </li>
  );
}
