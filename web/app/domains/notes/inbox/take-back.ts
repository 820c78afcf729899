import type { ToastMessage } from '../../../ui/toast/toast-store.ts';
import { openRecords } from '../../records/open-records.ts';

// Made apart from what they take back: a toast holds on to them over a lock, and with them to nothing readable.

type PutBack = () => Promise<void>;

/** Takes an edit back, and puts the captures that it was made of into the inbox again. */
export function takenBack(
  undo: () => Promise<boolean>,
  puttingBack: readonly PutBack[],
  toast: (message: ToastMessage) => void,
): () => void {
  return () =>
    void undo().then(async (isUndone) => {
      if (isUndone) for (const putBack of puttingBack) await putBack();
      toast({ title: isUndone ? 'Undone' : 'Nothing to undo' });
    });
}

/** Takes a tool's last edit back. */
export function undoOf(tool: string): () => Promise<boolean> {
  return () => openRecords().undo(tool);
}

/** Puts captures that were discarded into the inbox again; they wait there sealed, also where the vault is locked by now. */
export function putBackAll(puttingBack: readonly PutBack[]): () => void {
  return () => {
    for (const putBack of puttingBack) void putBack();
  };
}
