import { useEffect, useEffectEvent, useRef } from 'react';
import type { Command } from '../../domains/commands/command.ts';
import { isPaletteKey } from '../../domains/commands/palette-key.ts';
import { openPalette } from '../../domains/commands/palette-state.ts';
import { isSingleKey } from '../../domains/commands/single-keys.ts';

/** The second of two keys counts for this long. */
const sequenceMs = 1500;

/** Listens for the keys of the commands. Before any screen's own listener, so that the second of two keys is not taken for a first. */
export function usePaletteKeys(commands: readonly Command[], run: (command: Command) => void): void {
  const begun = useRef<{ readonly key: string; readonly atMs: number }>(undefined);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isPaletteKey(event)) {
      event.preventDefault();
      if (document.querySelector('dialog[open]') === null) openPalette('palette');
      return;
    }
    if (!isSingleKey(event)) return;
    const first = begun.current;
    begun.current = undefined;
    const isSecond = first !== undefined && event.timeStamp - first.atMs < sequenceMs;
    const pressed = isSecond ? `${first.key} ${event.key}` : event.key;
    const command = commands.find(({ keys }) => keys === pressed);
    if (command === undefined) {
      if (commands.some(({ keys = '' }) => keys.startsWith(`${event.key} `))) begun.current = { key: event.key, atMs: event.timeStamp };
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    run(command);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener, { capture: true });
    return () => window.removeEventListener('keydown', listener, { capture: true });
  }, []);
}
