import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { WorkspaceHand } from './kept-workspace.ts';

const ImportDialog = lazy(() => import('./import-dialog.tsx'));

/** The import of requests: what opens its dialog, and the dialog, which is fetched when it is first opened. */
export function useImport(change: WorkspaceHand['change']): { readonly openImport: () => void; readonly importDialog: ReactNode } {
  // Once opened it stays: closing gives the focus back.
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  return {
    openImport: () => setState('open'),
    importDialog:
      state === 'never' ? null : (
        <Suspense>
          <ImportDialog open={state === 'open'} change={change} onClose={() => setState('closed')} />
        </Suspense>
      ),
  };
}
