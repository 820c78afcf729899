import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** The module over a local storage that holds what is given. */
async function withStorage(items: Record<string, string>) {
  const kept = new Map(Object.entries(items));
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
  vi.stubGlobal('window', { localStorage, sessionStorage: localStorage, addEventListener: () => undefined });
  return { kept, ...(await import('./music-tokens.ts')), ...(await import('../../lib/session-end/clear-on-sign-out.ts')) };
}

test('only the expiry is kept, and nothing else is read back', async () => {
  const { kept, musicTokens } = await withStorage({});
  musicTokens.write({ expiresAtMs: 1_700_000_000_000.4 });
  expect(kept.get('music_tokens')).toBe('{"expiresAtMs":1700000000000}');
  expect(musicTokens.read()).toEqual({ expiresAtMs: 1_700_000_000_000 });
  kept.set('music_tokens', '{"access_token":"a","refresh_token":"r","expiresAtMs":1}');
  expect(musicTokens.read()).toBeUndefined();
});

test('a browser counts as authenticated with an expiry and a session, even where the access has ended', async () => {
  const session = { 'castellan-auth-token': '{}' };
  expect((await withStorage({ music_tokens: '{"expiresAtMs":1}' })).isMusicAuthenticated()).toBe(false);
  vi.resetModules();
  expect((await withStorage(session)).isMusicAuthenticated()).toBe(false);
  vi.resetModules();
  const { isMusicAuthenticated, clearOnSignOut, kept } = await withStorage({ ...session, music_tokens: '{"expiresAtMs":1}' });
  expect(isMusicAuthenticated()).toBe(true);
  clearOnSignOut();
  expect(kept.has('music_tokens')).toBe(false);
});
