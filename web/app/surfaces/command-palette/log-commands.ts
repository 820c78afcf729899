import { type Command, leadTo } from '../../domains/commands/command.ts';

// The addresses as `formatLogFilter` writes them; in words, so that the palette does not wait for the log's filters.
const logPlaces = [
  ['failed-sign-ins', 'Failed sign-ins', 'refused logins failures log security', 'tab=authentication&failed=1'],
  ['chain', 'Log chain', 'verify hash security', 'view=chain'],
  ['sessions', 'Sessions and devices', 'revoke end security', 'view=sessions'],
  ['status', 'Database Status', 'connection health security', 'view=status'],
] as const;

/** Places of Security & Logs that have an address of their own. */
export const logCommands: readonly Command[] = logPlaces.map(([id, title, keywords, at]) =>
  leadTo({ id: `log:${id}`, title, keywords, href: `/dashboard#security?${at}` }, 'View'),
);
