import { activityKind } from '../../../domains/activity/activity-kind.ts';
import type { LogRun } from '../../../domains/security/fold-refusals.ts';
import type { QueryField } from '../../../domains/security/log-query.ts';
import { parseUserAgent } from '../../../domains/security/user-agent.ts';

/** One thing that is known of a row. */
export type LogFact = {
  readonly label: string;
  readonly text: string;
  readonly isMono?: boolean;
  /** Told by the row itself already: only there to filter by. */
  readonly isInRow?: boolean;
  /** Whose word it is, where that is not the server's. */
  readonly note?: string | undefined;
  /** How to look for more rows of the kind. */
  readonly filter?: { readonly field: QueryField; readonly value: string };
};

const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const fullFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'long' });

/** What is known of a row or a run, what a reader asks for first at the beginning. */
export function factsOf(run: LogRun): readonly LogFact[] {
  const [entry] = run.entries;
  const { address, userAgent, sessionId, pageUrl, reportedBy } = entry;
  const reported = reportedBy === 'client' ? 'as the browser reported it' : undefined;
  const known = (value: string | undefined, fact: (value: string) => LogFact) => (value === undefined ? [] : [fact(value)]);
  return [
    timeFact(run),
    ...known(address, (text) => ({
      label: 'IP address',
      text,
      isMono: true,
      note: entry.addressVerified === false ? 'unverified: only forwarded to the server' : 'seen by the server',
      filter: { field: 'ip', value: text },
    })),
    { label: 'Type', text: activityKind(entry.type), note: entry.type, filter: { field: 'type', value: entry.type } },
    ...known(userAgent, agentFact),
    {
      label: 'Status',
      text: entry.success ? 'Success' : 'Failed',
      isInRow: true,
      filter: { field: 'status', value: entry.success ? 'success' : 'failed' },
    },
    ...chainFact(run),
    ...known(reportedBy, (text) => ({ label: 'Written by', text, filter: { field: 'source', value: text } })),
    ...known(pageUrl, (text) => ({ label: 'Page', text, note: reported, filter: { field: 'page', value: text } })),
    ...known(sessionId, (text) => ({
      label: 'Browser session',
      text,
      isMono: true,
      note: reported,
      filter: { field: 'session', value: text },
    })),
    ...(entry.repeats > 1 && run.entries.length === 1 ? [{ label: 'Equal rows', text: `${entry.repeats} within 30 seconds` }] : []),
  ];
}

function timeFact({ entries }: LogRun): LogFact {
  const [newest] = entries;
  if (entries.length === 1) return { label: 'Time', text: fullFormat.format(newest.atMs) };
  const oldest = entries.at(-1) ?? newest;
  return { label: 'Between', text: `${timeFormat.format(oldest.atMs)} – ${timeFormat.format(newest.atMs)}`, isMono: true };
}

function chainFact({ entries }: LogRun): readonly LogFact[] {
  const places = entries.flatMap(({ sequence }) => (sequence === undefined ? [] : [sequence]));
  if (places.length === 0) return [];
  const [first, last] = [Math.min(...places), Math.max(...places)];
  return [{ label: 'Place in the chain', text: first === last ? String(first) : `${first}–${last}`, isMono: true }];
}

function agentFact(userAgent: string): LogFact {
  const { browser, system, device } = parseUserAgent(userAgent);
  const text = device === 'Program' ? `${browser} (program)` : `${browser} on ${system} (${device.toLowerCase()})`;
  return { label: 'User agent', text, note: userAgent, filter: { field: 'agent', value: userAgent } };
}
