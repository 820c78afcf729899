const clearedOnSignOut = new Set<() => void>();

/**
 * Has something that a module keeps in the page's memory, or in the browser's storage, forgotten when the session ends: what the owner
 * typed is not the next one's.
 */
export function forgetOnSignOut(forget: () => void): void {
  clearedOnSignOut.add(forget);
}

/** Has everything forgotten that was registered in this page; `clearOnSignOut` does it. */
export function forgetAll(): void {
  for (const clear of clearedOnSignOut) clear();
}
