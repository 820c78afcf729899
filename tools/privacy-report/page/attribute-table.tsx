import { Panel } from '../../../web/app/ui/panel.tsx';
import { type Judged, oneIn, type Surprisal } from './judge-report.ts';
import type { PublishedFigure } from './published-figures.ts';

/** The longest ruler: rarer values fill it. */
const rulerBits = 12;
const ticks = rulerBits * 7;

/** A value that one browser in 100 has. */
const rareBits = Math.log2(100);

/** Every attribute with its value, how rare it is, and whether it holds still. */
export function AttributeTable({ attributes }: { readonly attributes: readonly Judged[] }) {
  const groups = [...new Set(attributes.map(({ group }) => group))];
  return (
    <Panel title="What every site can read">
      <div className="gap-10 lg:columns-2">
        {groups.map((group) => (
          <section key={group} aria-label={group} className="mb-6 break-inside-avoid">
            <h3 className="text-sm text-muted">{group}</h3>
            <dl>
              {attributes
                .filter((one) => one.group === group)
                .map((one) => (
                  <Row key={one.id} {...one} />
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Panel>
  );
}

function Row({ name, value, surprisal, isUnstable }: Judged) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-t border-hairline py-2.5">
      <dt className="font-medium">{name}</dt>
      <dd className="text-right text-sm">
        {isUnstable ? 'Changes between runs · ' : ''}
        {sayRarity(surprisal)}
      </dd>
      <dd translate="no" className="col-span-2 line-clamp-3 font-mono text-sm wrap-anywhere text-muted" title={value}>
        {value}
      </dd>
      <dd className="col-span-2">
        {surprisal.kind === 'bits' || surprisal.kind === 'unseen' ? (
          <RarityRuler bits={surprisal.kind === 'bits' ? surprisal.bits : rulerBits} />
        ) : (
          <p className="mt-0.5 text-sm text-muted">{saySource(surprisal)}</p>
        )}
      </dd>
    </div>
  );
}

/** A ruler of fine ticks, seven to a bit; rarer than 1 in 100 is carmine. */
function RarityRuler({ bits }: { readonly bits: number }) {
  const ink = bits >= rareBits ? 'var(--carmine)' : bits >= rareBits / 2 ? 'var(--amber)' : 'var(--verdigris)';
  const inked = Math.round(Math.min(1, bits / rulerBits) * ticks);
  return (
    <svg viewBox={`0 0 ${ticks * 3} 12`} preserveAspectRatio="none" className="mt-1.5 block h-3 w-full" aria-hidden="true">
      <path d={ticksFrom(0, inked)} stroke={ink} strokeWidth="1.4" />
      <path d={ticksFrom(inked, ticks)} stroke="var(--hairline)" strokeWidth="0.9" />
    </svg>
  );
}

function ticksFrom(first: number, end: number): string {
  return Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index)
    .map((tick) => `M${tick * 3 + 1} ${tick % 7 === 0 ? 1 : 5}V12`)
    .join('');
}

function sayRarity(surprisal: Surprisal): string {
  switch (surprisal.kind) {
    case 'none':
      return 'No published figure';
    case 'unseen':
      return 'Never seen';
    case 'average':
      return `${surprisal.bits.toFixed(1)} bits on average`;
    case 'atMost':
      return `At most ${surprisal.bits.toFixed(1)} bits on average`;
    case 'bits':
      return `${surprisal.bits.toFixed(1)} bits · ${oneIn(surprisal.bits)}`;
  }
}

/** Where an average comes from, or why there is none. */
function saySource(figure: PublishedFigure): string {
  return figure.kind === 'none' ? figure.reason : `Over all values, not for this one: ${figure.study.short}, ${figure.study.sample}.`;
}
