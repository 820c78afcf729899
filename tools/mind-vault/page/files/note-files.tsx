import type { Note } from '../../../../web/app/domains/notes/note.ts';
import type { NoteFile } from '../../../../web/app/domains/notes/note-file.ts';
import { indexOf, type LinkGraph, pathOf } from '../../../../web/app/domains/notes/vault-notes.ts';
import { type FileListing, FileRow } from './file-row.tsx';

type NoteFilesProps = FileListing & { readonly note: Note; readonly files: readonly NoteFile[]; readonly graph: LinkGraph };

/** The files of a note: those that its text links to, and those that were added to it and that no text links to. */
export function NoteFiles({ note, files, graph, ...listing }: NoteFilesProps) {
  const path = pathOf(note);
  const linked = new Set(indexOf(note).links.map(({ target }) => (target === '' ? '' : (graph.resolver.resolve(target, path)?.id ?? ''))));
  const isLoose = ({ id, note_id }: NoteFile) => note_id === note.id && !graph.backlinks.has(id);
  const own = files.filter((file) => linked.has(file.id) || isLoose(file));
  if (own.length === 0) return null;
  return (
    <section aria-labelledby="note-files">
      <h2 id="note-files" className="text-sm font-semibold tracking-wide text-muted">
        {`Files ${own.length}`}
      </h2>
      <ul className="mt-2">
        {own.map((file) => (
          <FileRow key={file.id} file={file} note={linked.has(file.id) ? undefined : 'Not in the text'} {...listing} />
        ))}
      </ul>
    </section>
  );
}
