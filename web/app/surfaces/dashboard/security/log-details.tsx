import { useState } from 'react';
import { useCopyFeedback } from '../../../domains/contact/copy-feedback.ts';
import type { LogEntry } from '../../../domains/security/log-entry.ts';
import type { Condition, QueryField } from '../../../domains/security/log-query.ts';
import { parseUserAgent } from '../../../domains/security/user-agent.ts';
import { QuietButton } from '../../../ui/button.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';

type Fact = {
  readonly label: string;
  readonly text: string;
  /** Whose word it is, where that is not the server's. */
  readonly note?: string | undefined;
  readonly filter?: { readonly field: QueryField; readonly value: string };
};

const fullFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' });

/** All that is known of one row, and the ways to look for more of the kind. */
export function LogDetails({ entry, onFilter }: { readonly entry: LogEntry; readonly onFilter: (condition: Condition) => void }) {
  const [refused, setRefused] = useState(false);
  const { copied, copy } = useCopyFeedback(() => setRefused(true));
  const text = JSON.stringify(entry.raw, null, 2);
  return (
    <div className="log-details">
      {entry.kind === 'unreadable' ? (
        <p className="mb-3">
          <StatusMark kind="warning">The server sent this row in an unexpected form. It is shown unchanged.</StatusMark>
        </p>
      ) : (
        <dl>
          {factsOf(entry).map((fact) => (
            <div key={fact.label}>
              <dt>{fact.label}</dt>
              <dd>
                <span className="wrap-anywhere">{fact.text}</span>
                {fact.note === undefined ? null : <small>{fact.note}</small>}
                {fact.filter === undefined ? null : <FilterButtons fact={fact} filter={fact.filter} onFilter={onFilter} />}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-sm font-medium text-muted">{entry.kind === 'unreadable' ? 'As it came' : 'Metadata'}</p>
        <QuietButton onClick={() => void copy(text ?? 'null')}>{copied ? 'Copied!' : 'Copy as JSON'}</QuietButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section tabIndex={0} aria-label="JSON of the row" className="log-json">
        <pre>{refused || entry.kind === 'unreadable' ? text : JSON.stringify(entry.metadata, null, 2)}</pre>
      </section>
      <p role="status" className="text-sm text-amber">
        {refused ? 'The browser does not allow copying. Select the row above and copy it.' : ''}
      </p>
    </div>
  );
}

function FilterButtons({
  fact,
  filter,
  onFilter,
}: {
  readonly fact: Fact;
  readonly filter: { readonly field: QueryField; readonly value: string };
  readonly onFilter: (condition: Condition) => void;
}) {
  return (
    <span className="log-narrow">
      <button type="button" aria-label={`Filter for this ${fact.label}`} onClick={() => onFilter({ ...filter, excluded: false })}>
        Filter for
      </button>
      <button type="button" aria-label={`Filter out this ${fact.label}`} onClick={() => onFilter({ ...filter, excluded: true })}>
        Filter out
      </button>
    </span>
  );
}

function factsOf(entry: LogEntry): readonly Fact[] {
  const { address, userAgent, sessionId, pageUrl, reportedBy, sequence } = entry;
  const reported = reportedBy === 'client' ? 'as the browser reported it' : undefined;
  return [
    { label: 'Time', text: fullFormat.format(entry.atMs) },
    { label: 'Type', text: entry.type, filter: { field: 'type', value: entry.type } },
    {
      label: 'Status',
      text: entry.success ? 'Success' : 'Failed',
      filter: { field: 'status', value: entry.success ? 'success' : 'failed' },
    },
    ...(address === undefined
      ? []
      : [
          {
            label: 'IP address',
            text: address,
            note: entry.addressVerified === false ? 'unverified: only forwarded to the server' : 'seen by the server',
            filter: { field: 'ip', value: address } as const,
          },
        ]),
    ...(userAgent === undefined ? [] : [agentFact(userAgent)]),
    ...(pageUrl === undefined
      ? []
      : [{ label: 'Page', text: pageUrl, note: reported, filter: { field: 'page', value: pageUrl } as const }]),
    ...(sessionId === undefined
      ? []
      : [{ label: 'Browser session', text: sessionId, note: reported, filter: { field: 'session', value: sessionId } as const }]),
    ...(reportedBy === undefined
      ? []
      : [{ label: 'Written by', text: reportedBy, filter: { field: 'source', value: reportedBy } as const }]),
    ...(sequence === undefined ? [] : [{ label: 'Place in the chain', text: String(sequence) }]),
    ...(entry.repeats > 1 ? [{ label: 'Equal rows', text: `${entry.repeats} within 30 seconds` }] : []),
  ];
}

function agentFact(userAgent: string): Fact {
  const { browser, system, device } = parseUserAgent(userAgent);
  const text = device === 'Program' ? `${browser} (program)` : `${browser} on ${system} (${device.toLowerCase()})`;
  return { label: 'User agent', text, note: userAgent, filter: { field: 'agent', value: userAgent } };
}
