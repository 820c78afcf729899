import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

/**
 * Calls back after anything in the folder changed, also after the folder itself (or a link in its place) was exchanged for
 * another: the place is watched as well as what lies there now. Returns the way to stop.
 */
export function watchFolder(folder: string, onChange: () => void): () => void {
  const place = resolve(folder);
  let contents: FSWatcher | undefined;
  const open = () => {
    contents?.close();
    contents = tryWatch(place, onChange);
  };
  open();
  const surroundings = tryWatch(dirname(place), (name) => {
    if (name !== null && name !== basename(place)) return;
    // What was watched is the old folder, wherever it is now.
    open();
    onChange();
  });
  return () => {
    contents?.close();
    surroundings?.close();
  };
}

/** `undefined` where there is nothing to watch now, or it may not be watched. */
function tryWatch(path: string, onEvent: (name: string | null) => void): FSWatcher | undefined {
  try {
    const watcher = watch(path, { persistent: false }, (_, name) => onEvent(name));
    // Some systems say so when a watched folder goes away; its surroundings tell when another comes.
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
