import type { Result } from '@castellan/foundation/result';
import type { Timer } from '../../../lib/clock.ts';

/** How long a copied secret stays on the clipboard. */
export const clipboardMs = 30_000;

/** What a secret was taken off for: its time was up, the page that could not do so before was returned to, or the vault was locked. */
export type ClearCause = 'time' | 'return' | 'lock';

/** Puts secrets on the clipboard and takes them off again. */
export type ClipboardGuard = {
  /** Copies; after 30 seconds the clipboard is emptied where it still holds this. */
  readonly copy: (text: string) => Promise<Result<undefined, { readonly code: 'copy_refused' }>>;
  /** Empties the clipboard now if it holds what was copied; where that is refused, as while the page is hidden, on its return. */
  readonly forget: () => Promise<void>;
  /** The page can be written from again. */
  readonly onReturn: () => Promise<void>;
  /** Something else was put on the clipboard from this page. */
  readonly onOtherCopy: () => void;
  /** Calls the listener when a secret was taken off; returns the way to stop. */
  readonly onCleared: (listener: (cause: ClearCause) => void) => () => void;
};

type ClipboardPorts = {
  readonly timer: Timer;
  readonly write: (text: string) => Promise<Result<undefined, { readonly code: 'copy_refused' }>>;
  /** `undefined`: whatever is on it. */
  readonly clear: (expected: string | undefined) => Promise<Result<'cleared' | 'other', { readonly code: 'copy_refused' }>>;
};

/** A guard over the browser's clipboard. Only the newest secret can be on it, so only that is remembered. */
export function createClipboardGuard({ timer, write, clear }: ClipboardPorts): ClipboardGuard {
  let ours: { text: string | undefined; readonly stop: () => void; due: boolean } | undefined;
  const listeners = new Set<(cause: ClearCause) => void>();
  const forgetOurs = () => {
    ours?.stop();
    ours = undefined;
  };
  const forget = async (cause: ClearCause) => {
    const wanted = ours;
    if (wanted === undefined) return;
    wanted.stop();
    wanted.due = true;
    const { text } = wanted;
    // What is not cleared now is cleared unread later: the secret is not kept for that.
    wanted.text = undefined;
    const cleared = await clear(text);
    if (!cleared.ok || ours !== wanted) return;
    ours = undefined;
    if (cleared.value === 'cleared') for (const listener of listeners) listener(cause);
  };
  return {
    copy: async (text) => {
      const copied = await write(text);
      if (!copied.ok) return copied;
      forgetOurs();
      ours = { text, stop: timer.after(clipboardMs, () => void forget('time')), due: false };
      return copied;
    },
    forget: () => forget('lock'),
    onReturn: async () => {
      if (ours?.due === true) await forget('return');
    },
    onOtherCopy: forgetOurs,
    onCleared: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
