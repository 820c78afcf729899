import { afterEach, expect, test, vi } from 'vitest';
import { hasStoredSession, sessionStorageKey } from './stored-session.ts';
import { clientStorage } from './stored-values.ts';

afterEach(() => vi.unstubAllGlobals());

test('a session is known to be kept without loading the client that keeps it', () => {
  const items = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  vi.stubGlobal('window', { localStorage });
  expect(hasStoredSession()).toBe(false);
  clientStorage.setItem(sessionStorageKey, '{}');
  expect(hasStoredSession()).toBe(true);
  clientStorage.removeItem(sessionStorageKey);
  expect(hasStoredSession()).toBe(false);
});
