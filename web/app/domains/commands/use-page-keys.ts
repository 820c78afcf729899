import { useEffect, useRef } from 'react';
import type { Command, KeyList } from './command.ts';
import { isSingleKey } from './single-keys.ts';
import { useCommands } from './use-commands.ts';

/** What single keys do: each its own thing, or all by one function that answers `false` where a key is for nothing. */
type KeyActions = Readonly<Record<string, () => void>> | ((key: string) => boolean);

const noCommands: readonly Command[] = [];

/** Listens for a page's single keys, and has the sheet show them. Hand in a list that stays the same between two draws. */
export function usePageKeys(keyLists: readonly KeyList[], actions: KeyActions): void {
  const live = useRef(actions);
  live.current = actions;
  useCommands(noCommands, keyLists);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isSingleKey(event) && press(live.current, event.key)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function press(actions: KeyActions, key: string): boolean {
  if (typeof actions === 'function') return actions(key);
  if (!Object.hasOwn(actions, key)) return false;
  actions[key]?.();
  return true;
}

/** An action that puts the focus on what the page marks so. */
export function focusOn(selector: string): () => void {
  return () => document.querySelector<HTMLElement>(selector)?.focus();
}

/** Puts the focus on the next or previous of the page's titles; each stands in a `holder`. */
export function stepFocus(titleSelector: string, holder: string, by: 1 | -1): void {
  const titles = [...document.querySelectorAll<HTMLElement>(titleSelector)];
  const at = titles.findIndex((title) => title.closest(holder)?.contains(document.activeElement));
  titles[at < 0 ? (by > 0 ? 0 : titles.length - 1) : Math.min(titles.length - 1, Math.max(0, at + by))]?.focus();
}
