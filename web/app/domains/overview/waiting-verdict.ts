/** What stands where the verdict of the day will be, until all that it is decided from has answered. */
export const waitingVerdict = {
  title: 'Looking at what needs you',
  note: 'Asking the tools, the alarms, the scanned hosts and the last backup.',
} as const;
