import type { Result } from '@castellan/foundation/result';
import { useCallback, useMemo } from 'react';
import { useToast } from '../../ui/toast/toast-region.tsx';

/** What became of an edit, and the way to take the last one back, both as toasts. */
export type EditToast = {
  /**
   * Says that an edit was not kept, with the reason; one that was kept is only told of by its title, if it has one. Resolves with
   * whether it was kept. A toast outlives a lock: the title of a sealed record must never be in it.
   */
  readonly tell: (kept: Promise<Result<undefined, { readonly code: string }>>, title?: string) => Promise<boolean>;
  readonly undo: () => void;
};

/** Toasts about the edits of a page. `takeBack` is the collection's undo. */
export function useEditToast(takeBack: () => Promise<boolean>): EditToast {
  const show = useToast();
  const undo = useCallback(
    () => void takeBack().then((undone) => show({ title: undone ? 'Undone' : 'Nothing to undo' })),
    [takeBack, show],
  );
  return useMemo(
    () => ({
      undo,
      tell: async (kept, title) => {
        const told = await kept;
        if (!told.ok) {
          const reason = told.failure.code === 'locked' ? 'The vault is locked' : 'The browser could not keep this change';
          show({ title: 'Not kept', description: `${reason}, so nothing was changed.`, tone: 'alert' });
        } else if (title !== undefined) show({ title, action: { label: 'Undo', onPress: undo } });
        return told.ok;
      },
    }),
    [undo, show],
  );
}
