import { clientStorage } from './stored-values.ts';

/** Where the backend's client keeps its session: local, so that every tab has the same one. */
export const sessionStorageKey = 'castellan-auth-token';

/** Whether this browser holds a session at all, so that a visitor's page need not load the client to know. */
export function hasStoredSession(): boolean {
  return clientStorage.getItem(sessionStorageKey) !== null;
}

/** Whether a hosted project keeps the session, as the page says: it has no recovery codes, sends its own mails and keeps its own backups. */
export function isHostedProject(): boolean {
  return document.querySelector('[data-kind="hosted"]') !== null;
}

/**
 * The access token of the stored session, which may have run out: for the moment in which a page is left and the client,
 * which would renew it, cannot be waited for.
 */
export function storedAccessToken(): string | undefined {
  const { access_token: token } = readSession();
  return typeof token === 'string' ? token : undefined;
}

/** The id of whom this browser's session belongs to; `undefined` where there is none that can be read. */
export function storedUserId(): string | undefined {
  const { user } = readSession();
  return typeof user === 'object' && user !== null && 'id' in user && typeof user.id === 'string' ? user.id : undefined;
}

/** When the stored session's access token runs out, in milliseconds since 1970; `undefined` where there is none that can be read. */
export function storedTokenEndsAtMs(): number | undefined {
  const { expires_at: endsAt } = readSession();
  return typeof endsAt === 'number' ? endsAt * 1000 : undefined;
}

/** What is stored, as it is; nothing where it cannot be read. */
function readSession(): Readonly<Partial<Record<'access_token' | 'user' | 'expires_at', unknown>>> {
  try {
    const kept: unknown = JSON.parse(clientStorage.getItem(sessionStorageKey) ?? '{}');
    return typeof kept === 'object' && kept !== null ? kept : {};
  } catch {
    return {};
  }
}
