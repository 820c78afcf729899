import { Seal } from '../../../web/app/domains/tool-reports/seal.tsx';
import { Card } from '../../../web/app/ui/panel.tsx';
import type { Look } from './threat-answers.ts';
import { verdictOf } from './words.ts';

/** What a person should know first: the verdict, and the figures behind it. */
export function ThreatVerdict({ look, hasInventory }: { readonly look: Look; readonly hasInventory: boolean }) {
  const { totals, exploitedOfMine, sources } = look;
  const kev = sources.find(({ id }) => id === 'kev');
  const worst = exploitedOfMine > 0 ? 'critical' : totals.mine > 0 ? 'medium' : undefined;
  const facts = [
    { label: 'On your inventory', value: totals.mine.toLocaleString('en') },
    { label: 'Of those, exploited', value: exploitedOfMine.toLocaleString('en') },
    { label: 'In CISA’s catalogue', value: totals.exploited.toLocaleString('en') },
    { label: 'Due from today on', value: totals.due.toLocaleString('en') },
    { label: 'Catalogue of', value: kev?.version || 'none yet' },
  ];
  return (
    <Card
      aria-label="Verdict"
      className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2 md:gap-x-8 lg:grid-cols-[auto_minmax(0,1fr)_minmax(0,17rem)]"
    >
      <Seal
        worst={worst}
        mark={hasInventory ? String(exploitedOfMine > 0 ? exploitedOfMine : totals.mine) : ''}
        className="m-3 w-[104px] md:w-[190px]"
      />
      <div className="py-4 pr-5">
        <h2 className="lettering max-w-[17em] text-lg md:text-2xl">{verdictOf(look, hasInventory)}</h2>
        {hasInventory ? null : (
          <p className="mt-2 text-muted">A lockfile, an SBOM, or the name of a product. Only names and versions of packages go to OSV.</p>
        )}
      </div>
      <dl className="col-span-full grid grid-cols-1 border-t border-hairline sm:grid-cols-2 lg:col-span-1 lg:h-full lg:grid-cols-1 lg:content-center lg:border-t-0 lg:border-l">
        {facts.map(({ label, value }) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-3 border-b border-hairline px-5 py-2 text-sm last:border-b-0">
            <dt className="text-muted">{label}</dt>
            <dd className="font-mono tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
