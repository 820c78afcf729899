import { timeText } from './as-of-text.ts';

/** What stands before the others where nothing else on the page says it. */
export const silentText = 'The server does not answer.';

/** What a locked vault says of the copy that it opens. */
export function copyText(copyAtMs: number, nowMs: number): string {
  return `This opens the copy on this device, as of ${timeText(copyAtMs, nowMs)}. A master password changed elsewhere, or the removal of this device, reaches it only once the server answers.`;
}

/** Why the copy does not open. */
export const copyEndedTexts = {
  over: 'The copy on this device opens for seven days after the last contact. They are over: the server is needed.',
  set_back: 'The clock of this device was set back, so the copy on it does not open: the server is needed.',
} as const;
