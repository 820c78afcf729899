import { CheckList } from '../../../web/app/domains/tool-reports/check-list.tsx';
import { Seal } from '../../../web/app/domains/tool-reports/seal.tsx';
import type { Look } from './threat-answers.ts';

/** What a person should know first: the verdict, the figures behind it, and what was not looked at. */
export function ThreatVerdict({ look, hasInventory }: { readonly look: Look; readonly hasInventory: boolean }) {
  const { totals, exploitedOfMine, sources, verdict, standing, worst, checks } = look;
  const { first, rest } = splitVerdict(verdict);
  const kev = sources.find(({ id }) => id === 'kev');
  const isOpen = standing === 'open' || !hasInventory;
  const facts = [
    { label: 'In your inventory', value: totals.mine.toLocaleString('en') },
    { label: 'Known exploited', value: exploitedOfMine.toLocaleString('en') },
    { label: 'In CISA KEV', value: totals.exploited.toLocaleString('en') },
    { label: 'Due from today', value: totals.due.toLocaleString('en') },
    { label: 'KEV version', value: kev?.version || 'none yet' },
  ];
  return (
    <section
      aria-label="Verdict"
      className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 border-b border-hairline md:gap-x-8 lg:grid-cols-[auto_minmax(0,1fr)_minmax(0,17rem)]"
    >
      <Seal
        worst={hasInventory ? (worst ?? undefined) : undefined}
        isOpen={isOpen}
        mark={hasInventory ? (isOpen ? '?' : String(exploitedOfMine > 0 ? exploitedOfMine : totals.mine)) : ''}
        className="my-3 w-[72px] md:w-[144px]"
      />
      <div className="py-4">
        <h2 className="lettering max-w-[22em] text-lg leading-tight md:text-[1.5rem]">
          {hasInventory ? first : 'Add an inventory to check it for known and exploited vulnerabilities.'}
        </h2>
        {hasInventory && rest !== '' ? <p className="mt-2 max-w-prose">{rest}</p> : null}
        {hasInventory ? (
          <CheckList checks={checks} />
        ) : (
          <p className="mt-2 text-muted">A lock file, an SBOM, or a product name. Only package names and versions are sent to OSV.</p>
        )}
      </div>
      <dl className="col-span-full grid grid-cols-1 border-t border-hairline sm:grid-cols-2 lg:col-span-1 lg:h-full lg:grid-cols-1 lg:content-center lg:border-t-0 max-lg:sm:gap-x-8">
        {facts.map(({ label, value }) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-3 border-b border-hairline py-2 text-sm last:border-b-0">
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The verdict's first sentence, and the rest without what was not looked at: that is a list of its own below. */
function splitVerdict(verdict: string): { readonly first: string; readonly rest: string } {
  const [said = ''] = verdict.split(' Not looked at: ');
  const end = said.indexOf('. ');
  return end === -1 ? { first: said, rest: '' } : { first: said.slice(0, end + 1), rest: said.slice(end + 2) };
}
