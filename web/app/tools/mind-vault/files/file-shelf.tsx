import { folderOf } from '@castellan/notes/note-path';
import { useState } from 'react';
import { type NoteFile, sizeLabel } from '../../../domains/notes/note-file.ts';
import { type LinkGraph, linkedFiles } from '../../../domains/notes/vault-notes.ts';
import { Button } from '../../../ui/button.tsx';
import { type FileActions, FileRow } from './file-row.tsx';

const step = 100;

type FileShelfProps = FileActions & { readonly files: readonly NoteFile[]; readonly graph: LinkGraph | undefined };

/** Every file by its path, with its size, and whether a note links to it. */
export function FileShelf({ files, graph, ...actions }: FileShelfProps) {
  const [shown, setShown] = useState(step);
  if (files.length === 0) return <p className="py-4 text-muted">No note has a file yet. Drop one onto a note, or paste a picture.</p>;
  const sorted = [...files].sort((one, other) => one.path.localeCompare(other.path));
  const linkable = new Set(linkedFiles(files).map(({ id }) => id));
  const about = (file: NoteFile) => {
    const isUnlinked = graph !== undefined && linkable.has(file.id) && !graph.backlinks.has(file.id);
    return [folderOf(file.path), isUnlinked ? 'in no note' : ''].filter((part) => part !== '').join(' · ') || undefined;
  };
  return (
    <>
      <p className="mt-2 text-sm text-muted">{`${sizeLabel(files.reduce((sum, { bytes }) => sum + bytes, 0))} together`}</p>
      <ul aria-label="Files">
        {sorted.slice(0, shown).map((file) => (
          <FileRow key={file.id} file={file} note={about(file)} {...actions} />
        ))}
      </ul>
      {files.length > shown ? (
        <Button tone="ghost" className="mt-3 w-full" onClick={() => setShown(shown + step)}>
          {`Show ${Math.min(step, files.length - shown)} more of ${(files.length - shown).toLocaleString('en-GB')}`}
        </Button>
      ) : null}
    </>
  );
}
