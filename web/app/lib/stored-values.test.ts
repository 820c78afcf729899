import { afterEach, expect, test, vi } from 'vitest';
import { clearOnSignOut } from './session-end/clear-on-sign-out.ts';
import { clientStorage, defineStoredValue } from './stored-values.ts';

type StorageListener = (event: { readonly key: string | null }) => void;

function fakeStorage() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

function fakeWindow() {
  const storageListeners = new Set<StorageListener>();
  return {
    localStorage: fakeStorage(),
    sessionStorage: fakeStorage(),
    addEventListener: (_name: string, listener: StorageListener) => void storageListeners.add(listener),
    removeEventListener: (_name: string, listener: StorageListener) => void storageListeners.delete(listener),
    storageListeners,
  };
}

const asFlag = { parse: (text: string) => (text === 'true' ? true : undefined), format: String };

function storedFlag(key: string, medium: 'local' | 'session' = 'session') {
  return defineStoredValue<boolean>({ key, medium, clearedBy: 'nothing', ...asFlag });
}

afterEach(() => vi.unstubAllGlobals());

test('a written value is read back from its medium under its key', () => {
  const window = fakeWindow();
  vi.stubGlobal('window', window);
  const flag = storedFlag('flag-a');
  expect(flag.read()).toBeUndefined();
  flag.write(true);
  expect(flag.read()).toBe(true);
  expect(window.sessionStorage.items.get('flag-a')).toBe('true');
  expect(window.localStorage.items.size).toBe(0);
});

test('stored text that is not a value reads as nothing', () => {
  const window = fakeWindow();
  vi.stubGlobal('window', window);
  window.sessionStorage.items.set('flag-b', 'yes please');
  expect(storedFlag('flag-b').read()).toBeUndefined();
});

test('on the server nothing is read, kept or thrown', () => {
  const flag = storedFlag('flag-c');
  flag.write(true);
  expect(flag.read()).toBeUndefined();
  expect(clientStorage.getItem('anything')).toBeNull();
  expect(() => flag.clear()).not.toThrow();
  expect(() => flag.subscribe(() => undefined)()).not.toThrow();
});

test('where storage refuses, the value is kept for this page and cleared like any other', () => {
  const refusing = {
    getItem: () => {
      throw new Error('blocked');
    },
    setItem: () => {
      throw new Error('full');
    },
    removeItem: () => {
      throw new Error('blocked');
    },
  };
  vi.stubGlobal('window', { ...fakeWindow(), sessionStorage: refusing });
  const flag = storedFlag('flag-d');
  flag.write(true);
  expect(flag.read()).toBe(true);
  flag.clear();
  expect(flag.read()).toBeUndefined();
});

test('where the browser blocks even the property, the page goes on', () => {
  const blocked = Object.defineProperty(fakeWindow(), 'sessionStorage', {
    get: () => {
      throw new Error('denied');
    },
  });
  vi.stubGlobal('window', blocked);
  const flag = storedFlag('flag-e');
  flag.write(true);
  expect(flag.read()).toBe(true);
});

test('signing out clears what is declared so and nothing else', () => {
  vi.stubGlobal('window', fakeWindow());
  const ended = defineStoredValue<boolean>({ key: 'desktop_order', medium: 'session', clearedBy: 'sign-out', ...asFlag });
  const lasting = storedFlag('flag-g', 'local');
  ended.write(true);
  lasting.write(true);
  clearOnSignOut();
  expect(ended.read()).toBeUndefined();
  expect(lasting.read()).toBe(true);
});

test('signing out clears what a page that was left has kept, though nothing here has declared it', () => {
  const window = fakeWindow();
  vi.stubGlobal('window', window);
  window.localStorage.items.set('vault_last_used', 'kept').set('theme', 'light');
  window.sessionStorage.items.set('chosen_engagement', 'kept');
  clearOnSignOut();
  expect([...window.localStorage.items.keys(), ...window.sessionStorage.items.keys()]).toEqual(['theme']);
});

test('listeners hear changes of this tab and, for local values, of the others, until they stop', () => {
  const window = fakeWindow();
  vi.stubGlobal('window', window);
  const flag = storedFlag('flag-h', 'local');
  const heard = vi.fn();
  const stop = flag.subscribe(heard);
  flag.write(true);
  expect(heard).toHaveBeenCalledTimes(1);
  for (const listener of window.storageListeners) listener({ key: 'flag-h' });
  expect(heard).toHaveBeenCalledTimes(2);
  for (const listener of window.storageListeners) listener({ key: 'another' });
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
  flag.clear();
  expect(heard).toHaveBeenCalledTimes(2);
  expect(window.storageListeners.size).toBe(0);
});
