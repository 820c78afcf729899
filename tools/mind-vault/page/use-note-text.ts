import { useCallback, useEffect, useRef, useState } from 'react';
import { longestBody, type Note } from '../../../web/app/domains/notes/note.ts';
import type { NotesHand } from './notes-hand.ts';

/** How long the keys must rest before a text is saved, in milliseconds. */
const restMs = 600;

/** What is typed, and what the note says by now, where the two cannot be merged; and what ending that wants (`clash-notice.tsx`). */
export type Clash = {
  readonly texts: { readonly base: string; readonly mine: string; readonly theirs: string };
  readonly typed: { readonly current: string | undefined };
  readonly row: { readonly current: Note };
  readonly hand: NotesHand;
  readonly tell: (kept: ReturnType<NotesHand['change']>) => Promise<boolean>;
  readonly take: (text: string) => void;
  readonly put: (text: string, over: string) => Promise<void>;
};

/** A note's text while it is written. */
export type NoteText = {
  /** What the editor is to show; it changes when another tab, device or Undo changes the note. */
  readonly shown: string;
  /** Takes what was typed, and saves it once the keys rest. */
  readonly type: (text: string) => void;
  /** Saves what was typed now. Resolves once this browser keeps it. */
  readonly flush: () => Promise<void>;
  /** Puts another text in the place of the note's, and saves it. */
  readonly write: (text: string) => void;
  /** The note was changed elsewhere while it was typed here, in the same place: the owner chooses. What is not kept is a version. */
  readonly clash: Clash | undefined;
  /** The text is longer than a note may be, and so is not saved. */
  readonly isTooLong: boolean;
};

/**
 * Saves the text of one note as it is typed, over the state it was typed into, and never over another: what came from elsewhere
 * meanwhile is merged with it, or asked about. Whoever leaves before that leaves it to the outbox, which does the same. With another
 * `mode`, which is how it is shown, the text is shown as it was last typed.
 */
export function useNoteText(note: Note, hand: NotesHand, tell: Clash['tell'], mode: string): NoteText {
  const [shown, setShown] = useState(note.body);
  const [clash, setClash] = useState<Clash['texts']>();
  const [isTooLong, setTooLong] = useState(false);
  const row = useRef(note);
  row.current = note;
  /** What is typed and not saved yet. */
  const typed = useRef<string>(undefined);
  /** What it was typed into: what this editor last took or saved. */
  const based = useRef(note.body);
  /** Texts that the note may have because this editor wrote them: the last one, and those still on their way. */
  const own = useRef(new Set([note.body]));
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);

  const put = useCallback(
    async (text: string, over: string): Promise<void> => {
      clearTimeout(waiting.current);
      typed.current = undefined;
      based.current = text;
      own.current.add(text);
      void hand.keepVersions([row.current], Date.now());
      if (await tell(hand.change(row.current.id, { body: text }, { body: over }))) return;
      typed.current ??= text;
      based.current = over;
    },
    [hand, tell],
  );
  /** Joins what is typed with what came from elsewhere; where that cannot be, the owner is asked. */
  const meet = useCallback(async (): Promise<void> => {
    clearTimeout(waiting.current);
    const { mergeText, textOfParts } = await import('@castellan/notes/merge-text');
    const [mine, theirs, base] = [typed.current, row.current.body, based.current];
    if (mine === undefined || own.current.has(theirs)) return;
    const merged = textOfParts(mergeText(base, mine, theirs));
    if (merged === undefined || merged.length > longestBody) return setClash({ base, mine, theirs });
    own.current = new Set([theirs]);
    setClash(undefined);
    setShown(merged);
    await put(merged, theirs);
  }, [put]);
  const save = useCallback(
    async (isLeaving: boolean): Promise<void> => {
      clearTimeout(waiting.current);
      const text = typed.current;
      if (text === undefined || text.length > longestBody) return;
      if (!isLeaving && !own.current.has(row.current.body)) return meet();
      if (isLeaving) setClash(undefined);
      await put(text, based.current);
    },
    [meet, put],
  );
  const take = useCallback((text: string) => {
    typed.current = undefined;
    based.current = text;
    own.current = new Set([text]);
    setClash(undefined);
    setShown(text);
  }, []);
  useArrivals({ note, typed, own, take, meet });
  useSaveOnLeaving(save);
  useShownAnew(mode, () => setShown(typed.current ?? based.current));
  const type = (text: string) => {
    typed.current = text;
    setTooLong(text.length > longestBody);
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => void save(false), restMs);
  };
  return {
    shown,
    isTooLong,
    type,
    flush: () => save(false),
    write: (text) => {
      type(text);
      setShown(text);
      void save(false);
    },
    clash: clash && { texts: clash, typed, row, hand, tell, take, put },
  };
}

type Arrivals = Pick<Clash, 'typed' | 'take'> & {
  readonly note: Note;
  readonly own: { current: Set<string> };
  readonly meet: () => Promise<void>;
};

/** Takes what the note says by now, unless this editor wrote it, or joins it with what is typed. */
function useArrivals({ note, typed, own, take, meet }: Arrivals): void {
  useEffect(() => {
    const { body } = note;
    if (typed.current === undefined) {
      const isLast = body === [...own.current].at(-1);
      if (isLast) own.current = new Set([body]);
      else if (!own.current.has(body) || own.current.size === 1) take(body);
    } else if (!own.current.has(body)) void meet();
  }, [note, typed, own, take, meet]);
}

/** Has the text drawn as it was last typed once it is shown in another way: what is typed draws itself until then. */
function useShownAnew(mode: string, show: () => void): void {
  const [shown, setShown] = useState(mode);
  if (shown === mode) return;
  setShown(mode);
  show();
}

/** Leaving the note, the page or the tab saves; a lock that comes from elsewhere loses what was typed in its last moment. */
function useSaveOnLeaving(save: (isLeaving: boolean) => Promise<void>): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState === 'hidden') void latest.current(true);
    };
    document.addEventListener('visibilitychange', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      void latest.current(true);
    };
  }, []);
}
