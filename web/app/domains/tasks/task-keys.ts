import { defineStoredValue } from '../../lib/stored-values.ts';

/** Whether single keys do things; they can be switched off, since speech input types them by accident (WCAG 2.1.4). */
export const singleKeys = defineStoredValue<'on' | 'off'>({
  key: 'productivity_keys',
  medium: 'local',
  clearedBy: 'nothing',
  parse: (text) => (text === 'on' || text === 'off' ? text : undefined),
  format: (value) => value,
});

/** Every key, in the order of the sheet. Those for a task act on the one that has the focus. */
export const keySheet: readonly { readonly keys: string; readonly does: string }[] = [
  { keys: 'q', does: 'Type a new task' },
  { keys: 'j k', does: 'Next and previous task' },
  { keys: 'space', does: 'Finish the task, or open it again' },
  { keys: 'e', does: 'Edit the task' },
  { keys: 't', does: 'Choose its day' },
  { keys: '1 2 3 4', does: 'Give it a priority; the same again takes it away' },
  { keys: 's', does: 'Start or stop the timer on it' },
  { keys: 'Shift + arrows', does: 'Move it on the board or in the week' },
  { keys: 'u', does: 'Undo' },
  { keys: '?', does: 'This sheet' },
];
