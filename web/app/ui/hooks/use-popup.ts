import { type RefObject, useEffect, useRef, useState } from 'react';

/** Something that opens over the page beside its button. */
export type Popup<Host extends HTMLElement> = {
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  /** Around the button and what it opens. */
  readonly host: RefObject<Host | null>;
  readonly button: RefObject<HTMLButtonElement | null>;
};

/** Closes by Escape, which gives the focus back to the button, by a press anywhere else, and when the focus goes elsewhere. */
export function usePopup<Host extends HTMLElement>(): Popup<Host> {
  const [isOpen, setOpen] = useState(false);
  const host = useRef<Host>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    // Heard by the document: the page beneath takes no focus where it is touched, so that the host hears of neither.
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && host.current?.contains(event.target) === false) setOpen(false);
    };
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeByKey);
    return () => {
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('keydown', closeByKey);
    };
  }, [isOpen]);
  return { isOpen, setOpen, host, button };
}
