import { folderOf } from '@castellan/notes/note-path';
import { useState } from 'react';
import { type NoteFile, sizeLabel } from '../../../../web/app/domains/notes/note-file.ts';
import { type LinkGraph, linkedFiles } from '../../../../web/app/domains/notes/vault-notes.ts';
import { GhostButton } from '../../../../web/app/ui/button.tsx';
import { type FileListing, FileRow } from './file-row.tsx';

const step = 100;

type FileShelfProps = FileListing & { readonly files: readonly NoteFile[]; readonly graph: LinkGraph | undefined };

/** Every file with its size: first those that no note links to, so that they are found and removed, then all others by their path. */
export function FileShelf({ files, graph, ...listing }: FileShelfProps) {
  const [shown, setShown] = useState(step);
  if (files.length === 0) return <p className="py-4 text-muted">No note has a file yet. Drop one onto a note, or paste a picture.</p>;
  const linkable = linkedFiles(files);
  const loose = new Set(graph === undefined ? [] : linkable.filter(({ id }) => !graph.backlinks.has(id)).map(({ id }) => id));
  const sorted = [...files].sort(
    (one, other) => Number(loose.has(other.id)) - Number(loose.has(one.id)) || one.path.localeCompare(other.path),
  );
  const about = ({ id, path }: NoteFile) =>
    [folderOf(path), loose.has(id) ? 'in no note' : ''].filter((part) => part !== '').join(' · ') || undefined;
  const together = sizeLabel(files.reduce((sum, { bytes }) => sum + bytes, 0));
  return (
    <>
      <p className="mt-2 text-sm text-muted">
        {loose.size === 0 ? `${together} together.` : `${together} together; ${loose.size.toLocaleString('en-GB')} in no note.`}
      </p>
      <ul aria-label="Files" className="mt-2">
        {sorted.slice(0, shown).map((file) => (
          <FileRow key={file.id} file={file} note={about(file)} {...listing} />
        ))}
      </ul>
      {files.length > shown ? (
        <GhostButton className="mt-3 w-full" onClick={() => setShown(shown + step)}>
          {`Show ${Math.min(step, files.length - shown)} more of ${(files.length - shown).toLocaleString('en-GB')}`}
        </GhostButton>
      ) : null}
    </>
  );
}
