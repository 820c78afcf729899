import { forgetOnSignOut } from './session-end/forget-on-sign-out.ts';
import type { sessionKeys } from './session-end/session-keys.ts';

/** Where a value lives: `local` outlives the browser, `session` ends with the tab. */
export type StorageMedium = 'local' | 'session';

/** What a declared value needs to be kept and read back. */
export type StoredValueDeclaration<Value> = {
  /** Reads stored text, which anyone with the browser may have written; `undefined` where it is not a value. */
  readonly parse: (text: string) => Value | undefined;
  readonly format: (value: Value) => string;
} & Lifetime;

/** The name in the browser's storage, and what ends the value's life besides its medium. What a sign-out ends is in `sessionKeys`. */
type Lifetime =
  | { readonly key: string; readonly medium: StorageMedium; readonly clearedBy: 'nothing' }
  | {
      readonly [Key in keyof typeof sessionKeys]: {
        readonly key: Key;
        readonly medium: (typeof sessionKeys)[Key];
        readonly clearedBy: 'sign-out';
      };
    }[keyof typeof sessionKeys];

/** One declared value of the browser's storage. */
export type StoredValue<Value> = {
  /** The value, or `undefined` where there is none, it cannot be parsed, or storage is out of reach. */
  readonly read: () => Value | undefined;
  /** Keeps the value; where storage refuses (full, blocked) it is kept for this page only. */
  readonly write: (value: Value) => void;
  readonly clear: () => void;
  /** Calls the listener after each change, in this tab and (medium `local`) from others; returns the way to stop. */
  readonly subscribe: (listener: () => void) => () => void;
};

/** The asynchronous storage that the backend's client keeps its session in. */
export type ClientStorage = {
  readonly getItem: (key: string) => string | null;
  readonly setItem: (key: string, value: string) => void;
  readonly removeItem: (key: string) => void;
};

const listeners = new Map<string, Set<() => void>>();
/** What a refusing storage could not take, so that the page goes on working until it is left. */
const keptInMemory = new Map<string, string>();

/** Declares one value of the browser's storage; safe on the server and where storage throws. Each key is declared once. */
export function defineStoredValue<Value>(declaration: StoredValueDeclaration<Value>): StoredValue<Value> {
  const { key, medium, parse, format, clearedBy } = declaration;
  const clear = () => {
    removeText(medium, key);
    announce(medium, key);
  };
  if (clearedBy === 'sign-out') forgetOnSignOut(clear);
  return {
    read: () => {
      const text = readText(medium, key);
      return text === undefined ? undefined : parse(text);
    },
    write: (value) => {
      writeText(medium, key, format(value));
      announce(medium, key);
    },
    clear,
    subscribe: (listener) => subscribe(medium, key, listener),
  };
}

/** The storage handed to the backend's client: local, so that a second tab has the same session. */
export const clientStorage: ClientStorage = {
  getItem: (key) => readText('local', key) ?? null,
  setItem: (key, value) => writeText('local', key, value),
  removeItem: (key) => removeText('local', key),
};

/** The browser's storage; `undefined` where it is blocked, which reading the property itself tells by throwing, and on a server. */
export function storageOf(medium: StorageMedium): Storage | undefined {
  if (typeof window === 'undefined') return undefined;
  try {
    return medium === 'local' ? window.localStorage : window.sessionStorage;
  } catch {
    return undefined;
  }
}

function readText(medium: StorageMedium, key: string): string | undefined {
  const kept = keptInMemory.get(place(medium, key));
  if (kept !== undefined) return kept;
  try {
    return storageOf(medium)?.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function writeText(medium: StorageMedium, key: string, text: string): void {
  // A server's memory is shared by all its visitors: nothing may be kept there.
  if (typeof window === 'undefined') return;
  const storage = storageOf(medium);
  try {
    if (storage === undefined) throw new Error('storage is out of reach');
    storage.setItem(key, text);
    keptInMemory.delete(place(medium, key));
  } catch {
    keptInMemory.set(place(medium, key), text);
  }
}

function removeText(medium: StorageMedium, key: string): void {
  keptInMemory.delete(place(medium, key));
  try {
    storageOf(medium)?.removeItem(key);
  } catch {
    // A storage that refuses removal never took the value either.
  }
}

function place(medium: StorageMedium, key: string): string {
  return `${medium}:${key}`;
}

function announce(medium: StorageMedium, key: string): void {
  for (const listener of listeners.get(place(medium, key)) ?? []) listener();
}

function subscribe(medium: StorageMedium, key: string, listener: () => void): () => void {
  if (typeof window === 'undefined') return () => undefined;
  const name = place(medium, key);
  const known = listeners.get(name) ?? new Set();
  listeners.set(name, known.add(listener));
  // `storage` is sent to the other tabs only; a key of null means that everything was cleared.
  const onStorage = (event: StorageEvent) => {
    if (medium === 'local' && (event.key === key || event.key === null)) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => {
    known.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}
