import { useSyncExternalStore } from 'react';
import { Seal, type VerdictTone } from '../../../../domains/instruments/seal.tsx';
import { type Needs, sayNeeds } from '../../../../domains/overview/needs-you.ts';
import { waitingVerdict } from '../../../../domains/overview/waiting-verdict.ts';
import type { Day } from './open-day.ts';

/** The verdict of the day: one sentence with its seal, then what is not known. */
export function DayVerdict({ day }: { readonly day: Day }) {
  const { needs } = useSyncExternalStore(day.subscribe, day.read);
  const [first] = needs.needs;
  return (
    <section aria-label="Verdict" className="day-verdict">
      <Seal tone={toneOf(needs)} text={textOf(needs)} className="day-seal" />
      <div role="status">
        <h2 className="lettering">{sayNeeds(needs)}</h2>
        {needs.isWaiting ? <p>{waitingVerdict.note}</p> : null}
        {first === undefined || needs.isWaiting ? null : (
          <p className="day-first">{`Most urgent: ${first.text}${/[.!?]$/.test(first.text) ? '' : '.'}`}</p>
        )}
        {needs.unknown.length === 0 ? null : <p>{`Not known, because the server does not answer: ${needs.unknown.join(', ')}.`}</p>}
        {needs.unseen.length === 0 || needs.isWaiting ? null : <p>{`Not looked at: ${needs.unseen.join(', ')}.`}</p>}
      </div>
    </section>
  );
}

function toneOf({ needs, unknown, isWaiting }: Needs): VerdictTone {
  if (isWaiting) return 'open';
  if (needs.length > 0) return needs.some(({ level }) => level === 'failed') ? 'bad' : 'doubtful';
  return unknown.length > 0 ? 'open' : 'sound';
}

function textOf({ needs, unknown, isWaiting }: Needs): string {
  if (isWaiting) return '';
  if (needs.length > 0) return needs.length > 99 ? '99+' : String(needs.length);
  return unknown.length > 0 ? '?' : '✓';
}
