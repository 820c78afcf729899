import { classNames } from '../../../web/app/ui/class-names.ts';
import type { Part, PartState } from '../knowledge/part.ts';

/** How a state is said, and in which ink it is printed. */
const looks: Readonly<Record<PartState, { readonly word: string; readonly ink: string }>> = {
  sound: { word: 'Sound', ink: 'text-verdigris' },
  weak: { word: 'Weak', ink: 'text-amber' },
  broken: { word: 'Broken', ink: 'text-carmine' },
  missing: { word: 'Missing', ink: 'text-muted' },
  unknown: { word: 'Not looked at', ink: 'text-muted' },
};

const abbreviations: Readonly<Record<Part['id'], string>> = {
  delegation: 'NS',
  dnssec: 'DS',
  mx: 'MX',
  spf: 'SPF',
  dkim: 'DKIM',
  dmarc: 'DMARC',
  'mta-sts': 'STS',
  dane: 'TLSA',
  'tls-rpt': 'RPT',
  caa: 'CAA',
  bimi: 'BIMI',
  blocklists: 'DNSBL',
};

/** The parts of a domain as a sheet of stamps: sound ones printed whole, weak ones thinly, broken ones crossed, missing ones blank. */
export function StampSheet({ parts }: { readonly parts: readonly Part[] }) {
  return (
    <ul
      className={classNames(
        'mt-3 grid gap-px rounded-card border border-hairline bg-raised p-1 sm:p-3',
        parts.length > 9 ? 'grid-cols-2 md:grid-cols-4 lg:grid-cols-6' : 'grid-cols-3 lg:grid-cols-9',
      )}
    >
      {parts.map((part, index) => (
        <Stamp key={part.id} part={part} turn={index} />
      ))}
    </ul>
  );
}

function Stamp({ part, turn }: { readonly part: Part; readonly turn: number }) {
  const { word, ink } = looks[part.state];
  return (
    <li className="relative isolate flex min-h-44 min-w-0 flex-col items-center px-1.5 pt-4 pb-5 sm:px-3 text-center">
      <svg aria-hidden="true" viewBox="0 0 100 130" preserveAspectRatio="none" className="absolute inset-0 -z-10 h-full w-full">
        <path d={perforated} fill="var(--surface)" stroke="var(--hairline)" strokeWidth="0.5" />
      </svg>
      <svg aria-hidden="true" viewBox="-50 -50 100 100" className={`h-20 w-20 ${ink}`}>
        <Engraving state={part.state} turn={turn} />
        <text y="5" textAnchor="middle" fontSize={abbreviations[part.id].length > 4 ? 13 : 16} fontWeight="650" fill="var(--ink)">
          {abbreviations[part.id]}
        </text>
      </svg>
      <h3 className="mt-2 text-sm font-semibold sm:text-base">{part.title}</h3>
      <p className={`text-sm ${ink}`}>{word}</p>
      <p className="mt-1 line-clamp-8 w-full text-sm text-muted [overflow-wrap:anywhere]">{part.summary}</p>
    </li>
  );
}

/** A rosette of its own for each place of the sheet. */
function Engraving({ state, turn }: { readonly state: PartState; readonly turn: number }) {
  if (state === 'missing') return <circle r="40" fill="none" stroke="currentColor" strokeWidth="1" strokeDasharray="2 4" />;
  const lines = state === 'sound' ? 7 : 3;
  const gaps = state === 'broken' ? '4 5' : state === 'unknown' ? '1 3' : undefined;
  return (
    <g fill="none" stroke="currentColor" strokeWidth="0.6" strokeDasharray={gaps}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an ornament have no other name.
        <path key={line} d={woven(7 + turn, (2 * Math.PI * line) / lines)} />
      ))}
      {state === 'broken' ? <path d="M-34-34 34 34M-34 34 34-34" strokeDasharray="none" strokeWidth="1.4" /> : null}
    </g>
  );
}

function woven(waves: number, phase: number): string {
  const points = Array.from({ length: 120 }, (_, index) => {
    const angle = (2 * Math.PI * index) / 120;
    const reach = 37 + 8 * Math.sin(waves * angle + phase);
    return `${(reach * Math.cos(angle)).toFixed(1)} ${(reach * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join('L')}Z`;
}

/** The edge of a stamp: half circles bitten out of all four sides. */
const perforated = ((): string => {
  const bite = 2.2;
  const side = (length: number, count: number, step: (distance: number) => string) => {
    const pitch = length / count;
    return Array.from({ length: count }, (_, index) => `${step((index + 0.5) * pitch - bite)}|${step((index + 0.5) * pitch + bite)}`)
      .map((pair) => {
        const [from, to] = pair.split('|');
        return `L${from}A${bite} ${bite} 0 0 0 ${to}`;
      })
      .join('');
  };
  const top = side(98, 10, (at) => `${(1 + at).toFixed(2)} 1`);
  const right = side(128, 13, (at) => `99 ${(1 + at).toFixed(2)}`);
  const bottom = side(98, 10, (at) => `${(99 - at).toFixed(2)} 129`);
  const left = side(128, 13, (at) => `1 ${(129 - at).toFixed(2)}`);
  return `M1 1${top}L99 1${right}L99 129${bottom}L1 129${left}Z`;
})();
