import { type RefObject, useEffect, useRef } from 'react';

type Kept = { readonly id: string; readonly place: number };

/** Where a list's focused row goes while it has the focus, the row in its place gets it: nobody has to begin again at the page's top. */
export function useFocusKept(rows: readonly { readonly id: string }[]): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  const kept = useRef<Kept>(undefined);
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const note = (event: FocusEvent) => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-record]') : null;
      kept.current = row === null ? undefined : { id: row.dataset['record'] ?? '', place: recordsOf(element).indexOf(row) };
    };
    // What goes with its row takes the focus along without a word. Who goes elsewhere does so on purpose.
    const leave = ({ target, relatedTarget }: FocusEvent | PointerEvent) => {
      const next = relatedTarget ?? target;
      if (next instanceof Node && !element.contains(next)) kept.current = undefined;
    };
    element.addEventListener('focusin', note);
    element.addEventListener('focusout', leave);
    document.addEventListener('pointerdown', leave);
    return () => {
      element.removeEventListener('focusin', note);
      element.removeEventListener('focusout', leave);
      document.removeEventListener('pointerdown', leave);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are the reason to look.
  useEffect(() => {
    const { id, place } = kept.current ?? {};
    const element = list.current;
    if (element === null || id === undefined || place === undefined || document.activeElement !== document.body) return;
    const records = recordsOf(element);
    if (records.some((record) => record.dataset['record'] === id)) return;
    kept.current = undefined;
    const next = records[Math.min(place, records.length - 1)];
    (next?.querySelector<HTMLElement>('[data-record-title]') ?? next?.querySelector<HTMLElement>('button, a'))?.focus();
  }, [rows]);
  return list;
}

const recordsOf = (list: Element) => [...list.querySelectorAll<HTMLElement>('[data-record]')];
