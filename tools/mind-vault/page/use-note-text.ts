import { useCallback, useEffect, useRef, useState } from 'react';
import { longestBody, type Note } from '../../../web/app/domains/notes/note.ts';
import type { NotesHand } from './notes-hand.ts';

/** How long the keys must rest before a text is saved, in milliseconds. */
const restMs = 600;

/** A note's text while it is written. */
export type NoteText = {
  /** What the editor is to show; it changes when another tab, device or Undo changes the note. */
  readonly shown: string;
  /** Takes what was typed, and saves it once the keys rest. */
  readonly type: (text: string) => void;
  /** Saves what was typed now. Resolves once this browser keeps it. */
  readonly flush: () => Promise<void>;
  /** The note was changed elsewhere while it was typed here: nothing is saved before the owner chose. */
  readonly clash: { readonly keepMine: () => void; readonly takeTheirs: () => void } | undefined;
  /** The text is longer than a note may be, and so is not saved. */
  readonly isTooLong: boolean;
};

/** Saves the text of one note as it is typed, over the state it was typed into, and never over another. */
export function useNoteText(note: Note, hand: NotesHand, tell: (kept: ReturnType<NotesHand['change']>) => Promise<boolean>): NoteText {
  const [shown, setShown] = useState(note.body);
  const [isClashing, setClashing] = useState(false);
  const [isTooLong, setTooLong] = useState(false);
  const row = useRef(note);
  row.current = note;
  /** What is typed and not saved yet. */
  const typed = useRef<string>(undefined);
  /** Texts that the note may have because this editor wrote them: the last one, and those still on their way. */
  const own = useRef(new Set([note.body]));
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);

  const save = useCallback(
    async (isForced: boolean): Promise<void> => {
      clearTimeout(waiting.current);
      const text = typed.current;
      const before = row.current;
      if (text === undefined || text.length > longestBody) return;
      if (!isForced && !own.current.has(before.body)) return setClashing(true);
      typed.current = undefined;
      own.current.add(text);
      void hand.keepVersions([before], Date.now(), isForced);
      if (!(await tell(hand.change(before.id, { body: text })))) typed.current ??= text;
    },
    [hand, tell],
  );
  const take = useCallback((text: string) => {
    typed.current = undefined;
    own.current = new Set([text]);
    setClashing(false);
    setShown(text);
  }, []);
  useEffect(() => {
    const { body } = note;
    if (typed.current === undefined) {
      const isLast = body === [...own.current].at(-1);
      if (isLast) own.current = new Set([body]);
      else if (!own.current.has(body) || own.current.size === 1) take(body);
    } else if (!own.current.has(body)) setClashing(true);
  }, [note, take]);
  // Leaving the note, the page or the tab saves; a lock that comes from elsewhere loses what was typed in its last moment.
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState === 'hidden') void latest.current(false);
    };
    document.addEventListener('visibilitychange', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      void latest.current(false);
    };
  }, []);
  return {
    shown,
    isTooLong,
    type: (text) => {
      typed.current = text;
      setTooLong(text.length > longestBody);
      clearTimeout(waiting.current);
      waiting.current = setTimeout(() => void save(false), restMs);
    },
    flush: () => save(false),
    clash: isClashing
      ? {
          keepMine: () => {
            setClashing(false);
            own.current = new Set([row.current.body]);
            void save(true);
          },
          takeTheirs: () => take(row.current.body),
        }
      : undefined,
  };
}
