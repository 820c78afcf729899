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
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) return pressWithMod(event.key.toLowerCase(), keys, search);
  if (event.key === 'Enter' && event.target === search) keys.openFirst();
  else if (!isSingleKey(event)) return false;
  else if (event.key === '/') search?.focus();
  else if (event.key === 'n') keys.newNote();
  else if (event.key === 'u') keys.undo();
  else if (event.key === 'j' || event.key === 'k') step(event.key === 'j' ? 1 : -1);
  else return false;
  return true;
}

function pressWithMod(key: string, { daily, toggleReading }: NoteKeys, search: HTMLInputElement | null): boolean {
  if (key === 'd') daily();
  else if (key === 'e') toggleReading();
  else if (key === 'o') {
    search?.focus();
    search?.select();
  } else return false;
  return true;
}

/** Puts the focus on the next or previous note of the list. */
function step(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-note]')];
  const at = links.findIndex((link) => link === document.activeElement || link.getAttribute('aria-current') === 'true');
  const focused = links.indexOf(document.activeElement as HTMLElement);
  const from = focused >= 0 ? focused : at;
  links[from < 0 ? 0 : Math.min(links.length - 1, Math.max(0, from + by))]?.focus();
}
