import { useState } from 'react';
import { useCopyFeedback } from '../../../domains/contact/copy-feedback.ts';
import type { LogRun } from '../../../domains/security/fold-refusals.ts';
import type { Condition } from '../../../domains/security/log-query.ts';
import { QuietButton } from '../../../ui/button.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { factsOf, type LogFact } from './log-facts.ts';
import { LogNarrow } from './log-narrow.tsx';

type LogDetailsProps = {
  readonly run: LogRun;
  readonly onFilter: (condition: Condition) => void;
  readonly onUnfold: () => void;
};

/** All that is known of a row or a run: the facts first, then what can be done with them. */
export function LogDetails({ run, onFilter, onUnfold }: LogDetailsProps) {
  const [entry] = run.entries;
  const isUnreadable = entry.kind === 'unreadable';
  const [refused, setRefused] = useState(false);
  const { copied, copy } = useCopyFeedback(() => setRefused(true));
  const raws = run.entries.map(({ raw }) => raw);
  const text = JSON.stringify(raws.length === 1 ? raws[0] : raws, null, 2) ?? 'null';
  const facts = isUnreadable ? [] : factsOf(run);
  const json = refused || isUnreadable ? text : Object.keys(entry.metadata).length === 0 ? undefined : inOneLine(entry.metadata);
  return (
    <div className="log-details">
      {isUnreadable ? (
        <p>
          <StatusMark kind="warning">The server sent this row in an unexpected form. It is shown unchanged.</StatusMark>
        </p>
      ) : (
        <dl>{facts.map((fact) => (fact.isInRow === true ? null : <Fact key={fact.label} fact={fact} />))}</dl>
      )}
      {json === undefined ? null : (
        <div className="log-metadata">
          <p>{refused || isUnreadable ? 'As it came' : 'Metadata'}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
          <section tabIndex={0} aria-label="JSON of the row" className="log-json">
            <pre>{json}</pre>
          </section>
        </div>
      )}
      <p role="status" className="text-sm text-amber empty:hidden">
        {refused ? 'The browser does not allow copying. Select the row above and copy it.' : ''}
      </p>
      <div className="log-actions">
        {run.entries.length > 1 ? <QuietButton onClick={onUnfold}>{`Show all ${run.entries.length} rows`}</QuietButton> : null}
        {entry.address === undefined ? null : <OnlyAddress address={entry.address} onFilter={onFilter} />}
        {isUnreadable ? null : <LogNarrow facts={facts} onFilter={onFilter} />}
        <QuietButton onClick={() => void copy(text)}>{copied ? 'Copied!' : 'Copy as JSON'}</QuietButton>
      </div>
    </div>
  );
}

/** As JSON that wraps where there is no room for it. */
function inOneLine(value: unknown): string {
  return JSON.stringify(value, null, 1).replaceAll(/\n */g, ' ');
}

function Fact({ fact: { label, text, note, isMono } }: { readonly fact: LogFact }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="wrap-anywhere">
        <span className={isMono === true ? 'font-mono' : undefined}>{text}</span>
        {note === undefined ? null : <small> {note}</small>}
      </dd>
    </div>
  );
}

function OnlyAddress({ address, onFilter }: { readonly address: string; readonly onFilter: (condition: Condition) => void }) {
  return <QuietButton onClick={() => onFilter({ field: 'ip', value: address, excluded: false })}>Only this address</QuietButton>;
}
