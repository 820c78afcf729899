import { useEffect, useId, useState } from 'react';
import { type Note, noteName } from '../../../../web/app/domains/notes/note.ts';
import { indexOf } from '../../../../web/app/domains/notes/vault-notes.ts';
import { findMentions, type Mention } from '../../knowledge/mentions.ts';
import { NoteTitle } from './note-title.tsx';

export type UnlinkedMentionsProps = {
  readonly note: Note;
  readonly rows: readonly Note[];
  /** Makes the first of these places a link to the note. */
  readonly onLink: (from: Note, mention: Mention) => void;
};

type Found = { readonly note: Note; readonly mentions: readonly Mention[] };

const mostNotes = 30;
const mostInNote = 5;

/** How long notes are looked through at a stretch, in milliseconds, before keys and pictures have their turn. */
const stretchMs = 8;

/** The notes that name this one without a link, each with the words around it. They are looked for piece by piece. */
export function UnlinkedMentions({ note, rows, onLink }: UnlinkedMentionsProps) {
  const id = useId();
  const found = useMentions(note, rows);
  if (found === undefined || found.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-sm font-semibold tracking-wide text-muted">
        {`Unlinked mentions ${found.length}${found.length === mostNotes ? ' or more' : ''}`}
      </h2>
      <ul className="mt-2 grid gap-3">
        {found.map(({ note: from, mentions: [first] }) =>
          first === undefined ? null : (
            <li key={from.id}>
              <span className="flex items-start justify-between gap-2">
                <NoteTitle note={from} />
                <button type="button" className="min-h-6 shrink-0 text-copper underline" onClick={() => onLink(from, first)}>
                  Link<span className="sr-only">{` the mention in ${noteName(from)}`}</span>
                </button>
              </span>
              <p className="mt-1 line-clamp-3 border-l border-hairline pl-2 text-muted wrap-anywhere">
                {around(from.body, first, -1)}
                <mark className="bg-transparent font-semibold text-copper">{from.body.slice(first.from, first.to)}</mark>
                {around(from.body, first, 1)}
              </p>
            </li>
          ),
        )}
      </ul>
    </section>
  );
}

/** What stands before or behind a mention in its line. */
function around(text: string, { from, to }: Mention, side: -1 | 1): string {
  const part = side < 0 ? text.slice(Math.max(0, from - 60), from) : text.slice(to, to + 80);
  const line = side < 0 ? part.slice(part.lastIndexOf('\n') + 1) : (part.split('\n', 1)[0] ?? '');
  // Links are their words.
  return line.replace(/!?\[\[(?:[^[\]|]*\|)?([^[\]|]*)\]\]/g, '$1');
}

function useMentions(note: Note, rows: readonly Note[]): readonly Found[] | undefined {
  const [found, setFound] = useState<readonly Found[]>();
  const { id, title } = note;
  const aliases = indexOf(note).aliases.join('\n');
  useEffect(() => {
    const names = [title, ...aliases.split('\n')];
    const made: Found[] = [];
    let at = 0;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const go = () => {
      const until = performance.now() + stretchMs;
      for (; at < rows.length && made.length < mostNotes && performance.now() < until; at += 1) {
        const row = rows[at];
        if (row === undefined || row.id === id) continue;
        const mentions = findMentions(row.body, names, takenIn(row), mostInNote);
        if (mentions.length > 0) made.push({ note: row, mentions });
      }
      if (at < rows.length && made.length < mostNotes) waiting = setTimeout(go);
      else setFound(made);
    };
    waiting = setTimeout(go);
    return () => clearTimeout(waiting);
  }, [id, title, aliases, rows]);
  return found;
}

/** What is a link, or stands in the properties, names nothing by the way. */
function takenIn(note: Note): readonly Mention[] {
  const front = /^---\r?\n[\s\S]*?\n---/.exec(note.body)?.[0].length ?? 0;
  return [{ from: 0, to: front }, ...indexOf(note).links];
}
