import { Card } from '../../../web/app/ui/panel.tsx';
import { secondsFor } from '../knowledge/reading-time.ts';
import type { QuickCounts } from './word-counter-jobs.ts';

const number = (value: number) => value.toLocaleString('en-GB');

/** Minutes and seconds: `4 min 05 s`. */
function duration(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/** All counts of a text, the most wanted engraved large. */
export function CountsSheet({ quick }: { readonly quick: QuickCounts | undefined }) {
  const counts = quick?.counts;
  const shown = (value: number | undefined) => (value === undefined ? '0' : number(value));
  const words = counts?.words ?? 0;
  const rows = [
    ['Words by white space', shown(counts?.whiteSpaceWords)],
    ['Characters, as code points', shown(counts?.codePoints)],
    ['Characters, as UTF-16 units', shown(counts?.utf16)],
    ['Bytes in UTF-8', shown(counts?.bytes)],
    ['Sentences', shown(counts?.sentences)],
    ['Paragraphs', shown(counts?.paragraphs)],
    ['Lines', shown(counts?.lines)],
    ['Reading, 238 words a minute', duration(secondsFor(words, 'reading'))],
    ['Speaking, 150 words a minute', duration(secondsFor(words, 'speaking'))],
  ] as const;
  return (
    <Card aria-label="Counts" className="overflow-hidden">
      <dl className="grid grid-cols-2 border-b border-hairline">
        <Engraved name="Words" hint="UAX #29" value={shown(counts?.words)} />
        <Engraved name="Characters" hint="as seen" value={shown(counts?.graphemes)} />
      </dl>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name} className="flex items-baseline justify-between gap-4 border-b border-hairline px-5 py-2 text-sm">
            <dt className="text-muted">{name}</dt>
            <dd className="font-mono font-medium whitespace-nowrap">{value}</dd>
          </div>
        ))}
      </dl>
      <Limits limits={quick?.limits} isLong={quick !== undefined && quick.limits === undefined} />
    </Card>
  );
}

function Engraved({ name, hint, value }: { readonly name: string; readonly hint: string; readonly value: string }) {
  return (
    <div className="min-w-0 border-hairline px-5 py-4 first:border-r">
      <dt className="text-sm text-muted">
        {name} <span className="whitespace-nowrap">({hint})</span>
      </dt>
      <dd className={`lettering tabular-nums ${value.length > 7 ? 'text-lg' : 'text-2xl'}`}>{value}</dd>
    </div>
  );
}

function Limits({ limits, isLong }: { readonly limits: QuickCounts['limits']; readonly isLong: boolean }) {
  if (isLong) return <p className="px-5 py-3 text-sm text-muted">Far beyond the limits of X and SMS.</p>;
  const x = limits?.x ?? { used: 0, limit: 280, isOver: false };
  const sms = limits?.sms;
  return (
    <div className="grid gap-3 px-5 py-4 text-sm">
      <div>
        <p className="flex justify-between gap-4">
          <span className="text-muted">X, weighted</span>
          <span className={`font-mono ${x.isOver ? 'text-carmine' : ''}`}>
            {number(x.used)} of {x.limit}
            {x.isOver ? ', over' : ''}
          </span>
        </p>
        <Ruler share={x.used / x.limit} />
      </div>
      <p className="flex justify-between gap-4">
        <span className="text-muted">SMS</span>
        <span className="text-right font-mono">
          {sms === undefined || sms.parts === 0 ? 'none' : `${sms.parts} × ${sms.encoding}, ${sms.left} left`}
        </span>
      </p>
      {sms !== undefined && sms.foreign.length > 0 ? (
        <p className="text-muted">
          UCS-2 because of <span className="font-mono text-ink">{sms.foreign.slice(0, 8).join(' ')}</span>
        </p>
      ) : null}
    </div>
  );
}

/** A ruler of fine ticks, inked as far as the limit is used. */
function Ruler({ share }: { readonly share: number }) {
  const ticks = 56;
  return (
    <svg viewBox="0 0 280 16" preserveAspectRatio="none" className="mt-1 block h-4 w-full" aria-hidden="true">
      {Array.from({ length: ticks }, (_, tick) => 2.5 + tick * 5).map((x, tick) => (
        <path
          key={x}
          d={`M${x} 16V${tick % 7 === 0 ? 4 : 8}`}
          stroke={tick / ticks < share ? (share > 1 ? 'var(--carmine)' : 'var(--verdigris)') : 'var(--hairline)'}
          strokeWidth="1.6"
        />
      ))}
    </svg>
  );
}
