import { clientStorage } from './stored-values.ts';

/** Where the backend's client keeps its session: local, so that every tab has the same one. */
export const sessionStorageKey = 'castellan-auth-token';

/** Whether this browser holds a session at all, so that a visitor's page need not load the client to know. */
export function hasStoredSession(): boolean {
  return clientStorage.getItem(sessionStorageKey) !== null;
}
