import { useEffect, useRef } from 'react';
import { isSingleKey } from '../../../web/app/domains/commands/single-keys.ts';

/** What the page's keys do. */
type NoteKeys = {
  readonly newNote: () => void;
  readonly daily: () => void;
  readonly undo: () => void;
  readonly toggleReading: () => void;
  /** Opens the first note that the search finds. */
  readonly openFirst: () => void;
  /** Moves the focus to the next or previous note of the list. */
  readonly step: (by: 1 | -1) => void;
  readonly switchNote: () => void;
  /** Opens another note beside the open one, or closes the one that is there. */
  readonly toggleBeside: () => void;
};

/** Listens for the page's keys. */
export function useNoteKeys(keys: NoteKeys): void {
  const live = useRef(keys);
  live.current = keys;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]') !== null) return;
      if (press(event, live.current)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Does what the key is for; `false` where it is for nothing. */
function press(event: KeyboardEvent, keys: NoteKeys): boolean {
  const search = document.querySelector<HTMLInputElement>('[data-search-notes]');
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) return pressWithMod(event.key.toLowerCase(), keys);
  if (event.key === 'Enter' && event.target === search) keys.openFirst();
  else if (!isSingleKey(event)) return false;
  else if (event.key === '/') search?.focus();
  else if (event.key === 'n') keys.newNote();
  else if (event.key === 'u') keys.undo();
  else if (event.key === 'j' || event.key === 'k') keys.step(event.key === 'j' ? 1 : -1);
  else return false;
  return true;
}

function pressWithMod(key: string, { daily, toggleReading, switchNote, toggleBeside }: NoteKeys): boolean {
  if (key === 'd') daily();
  else if (key === 'e') toggleReading();
  else if (key === 'o') switchNote();
  else if (key === '\\') toggleBeside();
  else return false;
  return true;
}
