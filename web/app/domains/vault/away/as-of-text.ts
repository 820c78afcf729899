const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });
const dated = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** A moment as "12:31", with its date where that is not the day of `nowMs`; both in milliseconds since 1970. */
export function asOfText(atMs: number, nowMs: number): string {
  const isToday = new Date(atMs).toDateString() === new Date(nowMs).toDateString();
  return (isToday ? clock : dated).format(atMs);
}

/** What a locked vault says of the copy that it opens. */
export function copyText(copyAtMs: number, nowMs: number): string {
  return `The server does not answer. This opens the copy on this device, as of ${asOfText(copyAtMs, nowMs)}. A master password changed elsewhere since then counts here once the server answers.`;
}

/** Why the copy does not open. */
export const copyEndedTexts = {
  over: 'The copy on this device opens for seven days after the last contact. They are over: the server is needed.',
  set_back: 'The clock of this device was set back, so the copy on it does not open: the server is needed.',
} as const;
