import { useSyncExternalStore } from 'react';
import { defineStoredValue } from '../../lib/stored-values.ts';

/** Whether single keys do things; they can be switched off, since speech input types them by accident (WCAG 2.1.4). */
export const singleKeys = defineStoredValue<'on' | 'off'>({
  key: 'single_keys',
  medium: 'local',
  clearedBy: 'nothing',
  parse: (text) => (text === 'on' || text === 'off' ? text : undefined),
  format: (value) => value,
});

/** The choice, live; on for whoever never chose. */
export function useSingleKeys(): boolean {
  return useSyncExternalStore(singleKeys.subscribe, singleKeys.read, () => undefined) !== 'off';
}

/** The parts of a key press that say whom it is for. */
type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'defaultPrevented' | 'target'>;

/**
 * Whether a key press may do something by itself: not while something is typed or a dialog is open, not with a modifier, not once
 * somebody took it, and none that types a character while single keys are off.
 */
export function isSingleKey(press: Press): boolean {
  if (press.ctrlKey || press.metaKey || press.altKey || press.isComposing || press.defaultPrevented) return false;
  if (press.key.length === 1 && singleKeys.read() === 'off') return false;
  if (document.querySelector('dialog[open]') !== null) return false;
  return !(press.target instanceof HTMLElement && press.target.closest('input, textarea, select, [contenteditable]') !== null);
}
