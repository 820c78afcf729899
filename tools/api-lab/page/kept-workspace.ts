import { useCallback, useEffect, useState } from 'react';
import { defineStoredValue } from '../../../web/app/lib/stored-values.ts';
import { makeCollection, makeRequest, type Workspace } from './model.ts';

/** Requests and environments of this browser, as text. They stay until they are deleted. */
const keptText = defineStoredValue<string>({
  key: 'api_lab_workspace',
  medium: 'local',
  parse: (text) => text,
  format: (text) => text,
  clearedBy: 'nothing',
});

/** A workspace, and the way to change it. */
export type WorkspaceHand = {
  readonly workspace: Workspace;
  readonly change: (by: (workspace: Workspace) => Workspace) => void;
  /**
   * The id of the sealed record that keeps a collection, none while it was not saved. Given where the workspace is the owner's, under
   * the vault's key: what leaves of it wants a proof.
   */
  readonly recordOf: ((collectionId: string) => string | undefined) | undefined;
};

/** What a first visit finds: one request to begin with. */
export function firstWorkspace(): Workspace {
  return { collections: [makeCollection({ items: [makeRequest({ name: 'First request' })] })], environments: [] };
}

/** What this browser keeps: still being read, none of ours any more, or a workspace. */
export type Kept = { readonly status: 'loading' | 'failed' | 'unreadable' } | { readonly status: 'ready'; readonly hand: WorkspaceHand };

/**
 * The workspace that this browser keeps. Another tab's changes show after a reload; the last to write wins. `startAnew` replaces what
 * cannot be read.
 */
export function useKeptWorkspace(): { readonly kept: Kept; readonly startAnew: () => void } {
  const [workspace, setWorkspace] = useState(() => (keptText.read() === undefined ? firstWorkspace() : undefined));
  const [trouble, setTrouble] = useState<'failed' | 'unreadable'>();
  useEffect(() => {
    const text = keptText.read();
    if (workspace !== undefined || text === undefined) return;
    // What checks a stored workspace is of no use to a first visit.
    import('./model-schema.ts').then(
      ({ parseWorkspace }) => {
        const read = parseWorkspace(text);
        if (read === undefined) setTrouble('unreadable');
        else setWorkspace(read);
      },
      () => setTrouble('failed'),
    );
  }, [workspace]);
  const change = useCallback((by: (workspace: Workspace) => Workspace) => {
    setWorkspace((before) => {
      const after = by(before ?? firstWorkspace());
      keptText.write(JSON.stringify(after));
      return after;
    });
  }, []);
  const startAnew = useCallback(() => {
    setTrouble(undefined);
    setWorkspace(firstWorkspace());
  }, []);
  if (trouble !== undefined) return { kept: { status: trouble }, startAnew };
  return {
    kept: workspace === undefined ? { status: 'loading' } : { status: 'ready', hand: { workspace, change, recordOf: undefined } },
    startAnew,
  };
}
