import { clientStorage } from './stored-values.ts';

/** Where the backend's client keeps its session: local, so that every tab has the same one. */
export const sessionStorageKey = 'castellan-auth-token';

/** Whether this browser holds a session at all, so that a visitor's page need not load the client to know. */
export function hasStoredSession(): boolean {
  return clientStorage.getItem(sessionStorageKey) !== null;
}

/** The id of whom this browser's session belongs to; `undefined` where there is none that can be read. */
export function storedUserId(): string | undefined {
  try {
    const kept: unknown = JSON.parse(clientStorage.getItem(sessionStorageKey) ?? 'null');
    const user = typeof kept === 'object' && kept !== null && 'user' in kept ? kept.user : undefined;
    return typeof user === 'object' && user !== null && 'id' in user && typeof user.id === 'string' ? user.id : undefined;
  } catch {
    return undefined;
  }
}
