import type { Report } from '@castellan/probes/report';
import { useState } from 'react';
import { GhostButton } from '../../../web/app/ui/button.tsx';
import { TableFrame } from '../../../web/app/ui/table-frame.tsx';
import type { FoundName, RadarFacts } from '../knowledge/radar-report.ts';
import { readRadarReport } from './read-radar-report.ts';
import { statusLooks, WovenTree } from './woven-tree.tsx';

const firstShown = 100;

/** What only a report of Subdomain Radar has: the tree, the names, the sources. */
export function RadarDetails({ report }: { readonly report: Report }) {
  const facts = readRadarReport(report);
  if (facts === undefined) return null;
  return (
    <>
      {facts.names.length === 0 ? null : (
        <section className="mt-10">
          <h2 className="lettering text-xl">Tree</h2>
          <WovenTree domain={report.target} names={facts.names} />
        </section>
      )}
      <Names names={facts.names} />
      <Sources sources={facts.sources} walk={facts.walk} />
    </>
  );
}

function Names({ names }: Pick<RadarFacts, 'names'>) {
  const [shown, setShown] = useState(firstShown);
  return (
    <section className="mt-10">
      <h2 className="lettering text-xl">Names</h2>
      {names.length === 0 ? (
        <p className="mt-3 text-muted">No names were found.</p>
      ) : (
        <TableFrame label="Names" className="mt-3">
          <table className="stacked-table w-full text-left text-sm">
            <thead className="text-muted">
              <tr>
                {['Name', 'State', 'Leads to', 'Web server', 'Seen', 'Sources'].map((column) => (
                  <th key={column} scope="col" className="py-2 pr-4 font-normal whitespace-nowrap">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {names.slice(0, shown).map((name) => (
                <NameRow key={name.name} name={name} />
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
      {names.length > shown ? (
        <GhostButton className="mt-4" onClick={() => setShown(shown + 500)}>
          Show more ({names.length - shown} left)
        </GhostButton>
      ) : null}
    </section>
  );
}

function NameRow({
  name: { name, addresses, status, chain, live, firstSeen, lastSeen, sources, note, claimable },
}: {
  readonly name: FoundName;
}) {
  const { word, ink } = statusLooks[status];
  return (
    <tr className="border-t border-hairline align-top">
      <th scope="row" className="min-w-44 py-2 pr-4 font-mono font-normal lg:min-w-72 [overflow-wrap:anywhere]">
        {name}
      </th>
      <td data-column="State" className="py-2 pr-4" style={{ color: ink }}>
        {claimable === '' ? word : 'can be taken over'}
      </td>
      <td data-column="Leads to" className="min-w-44 py-2 pr-4 font-mono [overflow-wrap:anywhere]">
        {chain.map((target) => (
          <span key={target} className="block">
            → {target}
          </span>
        ))}
        {addresses.join(', ')}
        {note === '' ? null : <span className="block font-sans text-muted">{note}</span>}
      </td>
      <td data-column="Web server" className="min-w-32 py-2 pr-4">
        {live === null ? '' : `${live.status} ${live.title}`}
        {live === null ? null : <span className="block text-muted">{live.url.startsWith('https:') ? 'HTTPS' : 'HTTP only'}</span>}
      </td>
      <td data-column="Seen" className="py-2 pr-4 whitespace-nowrap tabular-nums">
        {firstSeen === '' || firstSeen.slice(0, 10) === lastSeen.slice(0, 10) ? '' : `${firstSeen.slice(0, 10)} to`}
        {lastSeen === '' ? null : <span className="block">{lastSeen.slice(0, 10)}</span>}
      </td>
      <td data-column="Sources" className="py-2 pr-4 text-muted">
        {sources.join(', ')}
      </td>
    </tr>
  );
}

function Sources({ sources, walk }: Pick<RadarFacts, 'sources'> & { readonly walk: RadarFacts['walk'] }) {
  return (
    <section className="mt-10">
      <h2 className="lettering text-xl">Sources</h2>
      {walk === undefined ? null : <p className="mt-3 text-sm">Zone walk: {walk.says}.</p>}
      <ul className="mt-3 border-b border-hairline">
        {sources.map(({ source, names, problem, isUnasked }) => (
          <li key={source} className="flex flex-wrap justify-between gap-x-4 border-t border-hairline py-2 text-sm">
            <span>{source}</span>
            <span className={problem === '' || isUnasked === true ? 'text-muted' : 'text-amber'}>
              {problem === '' ? countOf(names) : names === 0 ? problem : `${countOf(names)}. ${problem}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const countOf = (names: number) => `${names} ${names === 1 ? 'name' : 'names'}`;
