import type { KeyList } from '../commands/command.ts';

/** Every key of the day's page, in the order of the sheet; `?` is everybody's. Those for a task act on the one that has the focus. */
export const taskKeys: KeyList = {
  title: 'Productivity',
  keys: [
    { keys: 'q', does: 'Type a new task' },
    { keys: 'j k', does: 'Next and previous task' },
    { keys: 'space', does: 'Finish the task, or open it again' },
    { keys: 'e', does: 'Edit the task' },
    { keys: 't', does: 'Choose its day' },
    { keys: '1 2 3 4', does: 'Give it a priority; the same again takes it away' },
    { keys: 's', does: 'Start or stop the timer on it' },
    { keys: 'Shift+arrows', does: 'Move it on the board or in the week' },
    { keys: 'u', does: 'Undo' },
  ],
};
