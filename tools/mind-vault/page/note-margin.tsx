import type { NoteHeading } from '@castellan/notes/markdown-index';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { noteName } from '../../../web/app/domains/notes/note.ts';
import type { Backlink } from '../../../web/app/domains/notes/vault-notes.ts';

type NoteMarginProps = {
  /** `undefined` until all notes have been read. */
  readonly backlinks: readonly Backlink[] | undefined;
  readonly headings: readonly NoteHeading[];
  readonly onHeading: (heading: NoteHeading) => void;
  /** What else stands there: the note's files. */
  readonly children?: ReactNode;
};

const mostShown = 50;
const mostLines = 4;

/** Beside a note: what links to it, with the words around the link, and its own headings. */
export function NoteMargin({ backlinks, headings, onHeading, children }: NoteMarginProps) {
  const id = useId();
  return (
    <div className="grid content-start gap-6 text-sm">
      <section aria-labelledby={`${id}-back`}>
        <h2 id={`${id}-back`} className="text-sm font-semibold tracking-wide text-muted">
          {backlinks === undefined || backlinks.length === 0 ? 'Linked from' : `Linked from ${backlinks.length}`}
        </h2>
        {backlinks === undefined ? (
          <p className="mt-2 text-muted">Reading the other notes.</p>
        ) : backlinks.length === 0 ? (
          <p className="mt-2 text-muted">No other note links here.</p>
        ) : (
          <ul className="mt-2 grid gap-3">
            {backlinks.slice(0, mostShown).map(({ note, lines }) => (
              <li key={note.id}>
                <Link to={`#note=${note.id}`} preventScrollReset className="inline-flex min-h-6 items-center font-medium wrap-anywhere">
                  {noteName(note)}
                </Link>
                {lines.slice(0, mostLines).map((line) => (
                  <p key={line} className="mt-1 line-clamp-3 border-l border-hairline pl-2 text-muted wrap-anywhere">
                    {line}
                  </p>
                ))}
              </li>
            ))}
            {backlinks.length > mostShown ? <li className="text-muted">{`and ${backlinks.length - mostShown} more`}</li> : null}
          </ul>
        )}
      </section>
      {children}
      {headings.length === 0 ? null : (
        <section aria-labelledby={`${id}-headings`}>
          <h2 id={`${id}-headings`} className="text-sm font-semibold tracking-wide text-muted">
            Headings
          </h2>
          <ul className="mt-2">
            {headings.map((heading) => (
              <li key={heading.from}>
                <button
                  type="button"
                  onClick={() => onHeading(heading)}
                  className="min-h-8 w-full rounded-control text-left text-muted wrap-anywhere hover:text-ink"
                >
                  <span aria-hidden="true" className="font-mono text-copper">{`${'·'.repeat(heading.level - 1)} `}</span>
                  {heading.text === '' ? 'Heading without words' : heading.text}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
