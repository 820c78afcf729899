import type { NoteHeading } from '@castellan/notes/markdown-index';
import { type ReactNode, useId, useMemo } from 'react';
import { wordsOf } from '../../../../web/app/domains/notes/shown/note-block.ts';
import { NoteText } from '../../../../web/app/domains/notes/shown/note-text.tsx';
import { readBlocks } from '../../../../web/app/domains/notes/shown/read-blocks.ts';
import type { Backlink } from '../../../../web/app/domains/notes/vault-notes.ts';
import { NoteTitle } from './note-title.tsx';
import { UnlinkedMentions, type UnlinkedMentionsProps } from './unlinked-mentions.tsx';

type NoteMarginProps = {
  /** `undefined` until all notes have been read. */
  readonly backlinks: readonly Backlink[] | undefined;
  readonly headings: readonly NoteHeading[];
  /** Where in the text the cursor is: the outline follows it. */
  readonly cursor: number;
  readonly onHeading: (heading: NoteHeading) => void;
  readonly mentions: UnlinkedMentionsProps;
  /** What else stands there: the note's files. */
  readonly children?: ReactNode;
};

const mostShown = 50;

/** Beside a note: its own headings, what links to it with the words around the link, and what names it without a link. */
export function NoteMargin({ backlinks, headings, cursor, onHeading, mentions, children }: NoteMarginProps) {
  const id = useId();
  return (
    <div className="grid content-start gap-6 text-sm">
      {headings.length === 0 ? null : <Outline {...{ headings, cursor, onHeading }} />}
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
                <NoteTitle note={note} />
                {lines.map((line) => (
                  <div key={line} className="mt-1 line-clamp-3 border-l border-hairline pl-2 text-muted wrap-anywhere">
                    <NoteText text={line} />
                  </div>
                ))}
              </li>
            ))}
            {backlinks.length > mostShown ? <li className="text-muted">{`and ${backlinks.length - mostShown} more`}</li> : null}
          </ul>
        )}
      </section>
      {backlinks === undefined ? null : <UnlinkedMentions {...mentions} />}
      {children}
    </div>
  );
}

type OutlineProps = Pick<NoteMarginProps, 'headings' | 'cursor' | 'onHeading'>;

/** The headings as they read; the one that the cursor is under is marked. */
function Outline({ headings, cursor, onHeading }: OutlineProps) {
  const id = useId();
  const current = headings.findLast(({ from }) => from <= cursor);
  const top = Math.min(...headings.map(({ level }) => level));
  const names = useMemo(() => headings.map(({ text }) => plainOf(text)), [headings]);
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-sm font-semibold tracking-wide text-muted">
        Outline
      </h2>
      <ul className="mt-2">
        {headings.map((heading, at) => (
          <li key={heading.from} className="flex">
            {Array.from({ length: heading.level - top }, (_, step) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
              <span key={step} aria-hidden="true" className="w-3 shrink-0" />
            ))}
            <button
              type="button"
              aria-current={heading === current ? 'location' : undefined}
              onClick={() => onHeading(heading)}
              className="min-h-8 w-full rounded-control border-l-2 border-transparent pl-2 text-left text-muted wrap-anywhere hover:text-ink aria-[current]:border-copper aria-[current]:text-ink"
            >
              {names[at] === '' ? 'Heading without words' : names[at]}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function plainOf(heading: string): string {
  const [block] = readBlocks(`# ${heading}`);
  return block?.kind === 'heading' ? wordsOf(block.content) : heading;
}
