import type { KeyboardEvent } from 'react';

/** The keys that a command line gives a meaning of its own, by their names in the readline manual. */
const lineKeys = /^(?:up|down|C-[abdekrluwy]|M-(?:[bdfulcy<>]|DEL))$/;

/** Whether a key has a meaning on every command line, whatever stands on it. */
export function isLineKey(name: string): boolean {
  return lineKeys.test(name);
}

/** What people look for in a browser first: finding on the page, printing, the history, a new tab or window. */
const browserKeys = 'fhnpt';

/**
 * The name of a pressed key: `C-a` with Ctrl, `M-b` with Alt, `up`, `down`, and otherwise the browser's own.
 * Alt is read by the key's place where it makes a sign of its own, as on a Mac. AltGr types signs and is no Alt.
 */
export function keyName(event: KeyboardEvent): string | undefined {
  const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
  if (metaKey || event.nativeEvent.isComposing || (ctrlKey && altKey) || event.getModifierState('AltGraph')) return undefined;
  if (ctrlKey) return shiftKey || key.length > 1 || browserKeys.includes(key.toLowerCase()) ? undefined : `C-${key.toLowerCase()}`;
  if (altKey) {
    if (key === 'Backspace') return 'M-DEL';
    if (shiftKey && /^[<>]$/.test(key)) return `M-${key}`;
    const letter = /^Key([A-Z])$/.exec(event.code)?.[1]?.toLowerCase();
    return letter === undefined ? undefined : `M-${/^[a-z]$/i.test(key) ? key.toLowerCase() : letter}`;
  }
  if (shiftKey && key === 'Tab') return undefined;
  if (key === 'ArrowUp') return 'up';
  if (key === 'ArrowDown') return 'down';
  return key;
}
