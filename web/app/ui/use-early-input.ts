import { useEffect, useRef } from 'react';

/**
 * Hands on what was typed, filled in by the browser or restored by it before the page's code had come: the server draws the
 * field, React takes it over with its own value in mind, and would never hear of a text that is there already.
 * (A text area that the server drew with a text of its own is put back to it by React before anybody can ask.)
 * @param fieldId - the id of an `<input>` or `<textarea>`
 * @param value - what React holds for it; anything but a string is a field that keeps its text itself
 */
export function useEarlyInput(fieldId: string, value: unknown): void {
  const first = useRef(value);
  useEffect(() => {
    const field = document.getElementById(fieldId);
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
    const typed = field.value;
    if (typeof first.current !== 'string' || typed === first.current) return;
    // React compares with the text that it saw last, at the element's own property; the prototype's setter goes past it.
    field.value = first.current;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, typed);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }, [fieldId]);
}
