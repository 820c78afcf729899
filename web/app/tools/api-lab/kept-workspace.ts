import { useCallback, useState } from 'react';
import { defineStoredValue } from '../../lib/stored-values.ts';
import { makeCollection, makeRequest, type Workspace, workspaceSchema } from './model.ts';

/** Requests and environments of this browser. They stay until they are deleted. */
const keptWorkspace = defineStoredValue<Workspace>({
  key: 'api_lab_workspace',
  medium: 'local',
  parse: (text) => {
    try {
      const read = workspaceSchema.safeParse(JSON.parse(text));
      return read.success ? read.data : undefined;
    } catch {
      return undefined;
    }
  },
  format: (workspace) => JSON.stringify(workspace),
  clearedBy: 'nothing',
});

/** A workspace, and the way to change it. */
export type WorkspaceHand = {
  readonly workspace: Workspace;
  readonly change: (by: (workspace: Workspace) => Workspace) => void;
};

/** What a first visit finds: one request to begin with. */
export function firstWorkspace(): Workspace {
  return { collections: [makeCollection({ items: [makeRequest({ name: 'First request' })] })], environments: [] };
}

/** The workspace that this browser keeps. Another tab's changes show after a reload; the last to write wins. */
export function useKeptWorkspace(): WorkspaceHand {
  const [workspace, setWorkspace] = useState(() => keptWorkspace.read() ?? firstWorkspace());
  const change = useCallback((by: (workspace: Workspace) => Workspace) => {
    setWorkspace((before) => {
      const after = by(before);
      keptWorkspace.write(after);
      return after;
    });
  }, []);
  return { workspace, change };
}
