import { beforeEach, expect, test, vi } from 'vitest';
import { clearOnSignOut } from '../../../../web/app/lib/session-end/clear-on-sign-out.ts';
import { keepDraft, readDraft } from './drafts.ts';

const asked = new Set<string>();

beforeEach(() => {
  vi.stubGlobal('window', {
    addEventListener: (name: string) => asked.add(name),
    removeEventListener: (name: string) => asked.delete(name),
  });
  return () => vi.unstubAllGlobals();
});

test('a text that was typed and not saved is gone with the session, and the browser asks no more', () => {
  keepDraft('profile.json', { text: 'CANARY half typed', base: null });
  expect([readDraft('profile.json')?.text, [...asked]]).toEqual(['CANARY half typed', ['beforeunload']]);
  clearOnSignOut();
  expect([readDraft('profile.json'), [...asked]]).toEqual([undefined, []]);
});
