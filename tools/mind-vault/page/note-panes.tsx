import { memo, useMemo, useRef } from 'react';
import type { Note } from '../../../web/app/domains/notes/note.ts';
import { fetchedPart } from '../../../web/app/ui/fetched-part.tsx';
import type { NotePaneProps, PaneWork } from './note-pane.tsx';
import type { NoteWork } from './use-note-work.ts';

/** What draws notes comes once one is open. */
const NotePane = fetchedPart(async () => (await import('./note-pane.tsx')).NotePane);

type NotePanesProps = Omit<NotePaneProps, 'note' | 'beside' | 'isNarrow'> & {
  readonly note: Note | undefined;
  /** The note beside it. */
  readonly beside: Note | undefined;
  readonly onOpenBeside: () => void;
  readonly onCloseBeside: () => void;
};

/** The open note, and the one beside it. Drawn anew only where one of them is another: what is typed into the search is not theirs. */
export const NotePanes = memo(function NotePanes({
  note,
  beside,
  inserted,
  subpath,
  onOpenBeside,
  onCloseBeside,
  ...rest
}: NotePanesProps) {
  /** Of two notes the other one stays. */
  const close = (shown: Note) => {
    if (shown === note && beside !== undefined) rest.work.open(beside.id);
    onCloseBeside();
  };
  return [note, beside].map((shown) =>
    shown === undefined ? null : (
      <div key={shown.id} className="min-h-0 min-w-0">
        <NotePane
          {...rest}
          note={shown}
          isNarrow={beside !== undefined}
          inserted={shown === note ? inserted : undefined}
          subpath={shown === note ? subpath : undefined}
          beside={
            beside === undefined
              ? { label: 'Open another note beside this one', onPress: onOpenBeside }
              : { label: 'Close this note', onPress: () => close(shown) }
          }
        />
      </div>
    ),
  );
});

/** What is done with notes, as functions that stay the same and do what the latest ones do. */
export function useSteadyWork(work: NoteWork): PaneWork {
  const live = useRef(work);
  live.current = work;
  return useMemo(
    () => ({
      open: (...given) => live.current.open(...given),
      rename: (...given) => live.current.rename(...given),
      linkMention: (...given) => live.current.linkMention(...given),
      remove: (...given) => live.current.remove(...given),
      follow: (...given) => live.current.follow(...given),
    }),
    [],
  );
}
