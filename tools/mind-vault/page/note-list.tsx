import { PushPinIcon } from '@castellan/icons/things/push-pin';
import { folderOf } from '@castellan/notes/note-path';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { Link } from 'react-router';
import { type Note, noteName } from '../../../web/app/domains/notes/note.ts';
import { pathOf } from '../../../web/app/domains/notes/vault-notes.ts';
import { type Day, dayLabel, dayOf } from '../../../web/app/domains/tasks/day.ts';
import { classNames } from '../../../web/app/ui/class-names.ts';
import { Icon } from '../../../web/app/ui/icon.tsx';
import type { SnippetPart } from '../knowledge/search-notes.ts';

/** What keys do with the list. */
export type NoteListHandle = { readonly step: (by: 1 | -1) => void };

type NoteListProps = {
  /** In the order they are shown. */
  readonly notes: readonly Note[];
  readonly selected: string | undefined;
  readonly today: Day;
  /** Notes that the server does not know in this state yet, while it does not answer. */
  readonly waiting: ReadonlySet<string>;
  /** What was searched for: with another search the list begins at its top. */
  readonly query: string;
  /** The line of a note in which the search found its words, if it was in the text. */
  readonly lineOf: ((note: Note) => readonly SnippetPart[] | undefined) | undefined;
  readonly onBeside: (id: string) => void;
  readonly handle: Ref<NoteListHandle>;
};

/** Pixels of a row, and of one with the line that was found. */
const [rowHeight, foundHeight] = [58, 80];

/** The notes by name, with their folder and day. It scrolls by itself, and draws the rows that are in sight. */
export function NoteList({ notes, selected, today, waiting, query, lineOf, onBeside, handle }: NoteListProps) {
  const box = useRef<HTMLDivElement>(null);
  const height = lineOf === undefined ? rowHeight : foundHeight;
  const rows = useVirtualizer({
    count: notes.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    getItemKey: (at) => notes[at]?.id ?? at,
    overscan: 8,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height is what is measured anew.
  useEffect(() => rows.measure(), [rows, height]);
  const last = useRef(query);
  useEffect(() => {
    if (last.current !== query) box.current?.scrollTo({ top: 0 });
    last.current = query;
  }, [query]);
  const at = notes.findIndex(({ id }) => id === selected);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a note that was opened is shown once; the list then moves for nobody.
  useEffect(() => {
    if (at >= 0) rows.scrollToIndex(at, { align: 'auto' });
  }, [selected]);
  useImperativeHandle(handle, () => ({
    step: (by) => {
      const focused = box.current?.contains(document.activeElement) ? document.activeElement?.getAttribute('data-note') : undefined;
      const from = focused == null ? at : notes.findIndex(({ id }) => id === focused);
      const next = from < 0 ? 0 : Math.min(notes.length - 1, Math.max(0, from + by));
      rows.scrollToIndex(next, { align: 'auto' });
      // A row that was out of sight is drawn with the next frame.
      requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-note="${notes[next]?.id}"]`)?.focus());
    },
  }));
  return (
    <div ref={box} className="max-h-[70dvh] overflow-y-auto lg:h-full lg:max-h-none">
      <ul aria-label="Notes" className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start, size }) => {
          const note = notes[index];
          return note === undefined ? null : (
            <li
              key={note.id}
              aria-setsize={notes.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0 border-t border-hairline"
              style={{ height: size, transform: `translateY(${start}px)` }}
            >
              <NoteRow
                note={note}
                isSelected={note.id === selected}
                today={today}
                waits={waiting.has(note.id)}
                line={lineOf?.(note)}
                onBeside={onBeside}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

type NoteRowProps = Pick<NoteListProps, 'today' | 'onBeside'> & {
  readonly note: Note;
  readonly isSelected: boolean;
  readonly waits: boolean;
  readonly line: readonly SnippetPart[] | undefined;
};

function NoteRow({ note, isSelected, today, waits, line, onBeside }: NoteRowProps) {
  return (
    <Link
      to={`#note=${note.id}`}
      preventScrollReset
      data-note={note.id}
      aria-current={isSelected ? 'true' : undefined}
      onClick={(event: MouseEvent) => {
        if (!event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        onBeside(note.id);
      }}
      className={classNames(
        'block h-full border-l-2 py-2 pr-2 pl-3 no-underline hover:bg-raised',
        isSelected ? 'border-copper bg-raised' : 'border-transparent',
      )}
    >
      <span className="flex items-center gap-1.5">
        <span className="min-w-0 flex-1 truncate text-ink">{noteName(note)}</span>
        {note.pinned ? (
          <span className="text-muted">
            <Icon drawing={PushPinIcon} />
            <span className="sr-only">pinned</span>
          </span>
        ) : null}
      </span>
      <span className="flex justify-between gap-x-3 text-sm text-muted">
        <span className="truncate">{folderOf(pathOf(note))}</span>
        <span className="shrink-0">
          {waits ? <span className="text-amber">waits</span> : dayLabel(dayOf(new Date(note.updated_at)), today)}
        </span>
      </span>
      {line === undefined ? null : (
        <span className="block truncate text-sm text-muted">
          {line.map(({ text, isFound }, at) =>
            isFound ? (
              <mark key={keyOf(at)} className="bg-transparent font-semibold text-copper">
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </span>
      )}
    </Link>
  );
}

/** They never change places. */
function keyOf(at: number): string {
  return `p${at}`;
}
