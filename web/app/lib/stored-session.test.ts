import { afterEach, expect, test, vi } from 'vitest';
import { hasStoredSession, sessionStorageKey, storedAccessToken, storedTokenEndsAtMs } from './stored-session.ts';
import { clientStorage } from './stored-values.ts';

afterEach(() => vi.unstubAllGlobals());

function stubStorage(): void {
  const items = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  vi.stubGlobal('window', { localStorage });
}

test('a session is known to be kept without loading the client that keeps it', () => {
  stubStorage();
  expect(hasStoredSession()).toBe(false);
  clientStorage.setItem(sessionStorageKey, '{}');
  expect(hasStoredSession()).toBe(true);
  clientStorage.removeItem(sessionStorageKey);
  expect(hasStoredSession()).toBe(false);
});

test('the stored token is read where there is one, and nothing else is taken for one', () => {
  stubStorage();
  expect(storedAccessToken()).toBeUndefined();
  for (const text of ['{}', '[]', 'null', 'no json', '{"access_token":7}']) {
    clientStorage.setItem(sessionStorageKey, text);
    expect(storedAccessToken()).toBeUndefined();
  }
  clientStorage.setItem(sessionStorageKey, '{"access_token":"token"}');
  expect(storedAccessToken()).toBe('token');
});

test('the stored token’s end is read where there is one, in milliseconds', () => {
  stubStorage();
  for (const text of ['{}', '[]', 'null', 'no json', '{"expires_at":"soon"}']) {
    clientStorage.setItem(sessionStorageKey, text);
    expect(storedTokenEndsAtMs()).toBeUndefined();
  }
  clientStorage.setItem(sessionStorageKey, '{"expires_at":1795283536}');
  expect(storedTokenEndsAtMs()).toBe(1_795_283_536_000);
});
