import { createStore } from '../../lib/store.ts';

/** What of the command palette is open. */
export type PaletteSheet = 'palette' | 'keys';

const { get, set, subscribe } = createStore<PaletteSheet | undefined>(undefined);

/** Opens the palette or the sheet of keys, from anywhere on a private page; `undefined` closes. */
export function openPalette(sheet: PaletteSheet | undefined): void {
  set(sheet);
}

/** For `useSyncExternalStore`: what is open. */
export const paletteState = { read: get, subscribe };
