import { useEffect, useState } from 'react';

/** The scorer with all that it needs; a file of its own, fetched when something is there to score. */
export type AuditEngine = typeof import('./audit-engine.ts');

/** Where the fetching of the scorer stands. */
export type EngineState =
  | { readonly status: 'idle' | 'loading' }
  | { readonly status: 'ready'; readonly engine: AuditEngine }
  | { readonly status: 'failed'; readonly retry: () => void };

/** Fetches the scorer once it is wanted, and keeps it. */
export function useAuditEngine(isWanted: boolean): EngineState {
  const [engine, setEngine] = useState<AuditEngine>();
  const [hasFailed, setHasFailed] = useState(false);
  const isAsked = isWanted && engine === undefined && !hasFailed;
  useEffect(() => {
    if (!isAsked) return;
    let isShown = true;
    import('./audit-engine.ts').then(
      (fetched) => {
        if (isShown) setEngine(fetched);
      },
      () => {
        if (isShown) setHasFailed(true);
      },
    );
    return () => {
      isShown = false;
    };
  }, [isAsked]);
  if (engine !== undefined) return { status: 'ready', engine };
  if (hasFailed) return { status: 'failed', retry: () => setHasFailed(false) };
  return { status: isWanted ? 'loading' : 'idle' };
}
