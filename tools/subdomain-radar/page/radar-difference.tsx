import type { Report } from '@castellan/probes/report';
import { useState } from 'react';
import { QuietButton } from '../../../web/app/ui/button.tsx';
import { compareNames, describeName, type NameChange } from '../knowledge/compare-names.ts';
import { readRadarReport } from './read-radar-report.ts';

const firstShown = 50;

/** Which names came, went and changed between two reports on a domain. */
export default function RadarDifference({ before, after }: { readonly before: Report; readonly after: Report }) {
  const [old, now] = [readRadarReport(before), readRadarReport(after)];
  if (old === undefined || now === undefined) return null;
  const { appeared, gone, changed, isPartial } = compareNames(old, now);
  const isSame = appeared.length + gone.length + changed.length === 0;
  return (
    <div className="mb-4">
      {isSame ? <p className="text-verdigris">The same names with the same targets.</p> : null}
      {isPartial ? (
        <p className="text-sm text-muted">
          The sources differ between the two reports, so a name may be new or missing for that reason alone.
        </p>
      ) : null}
      <NameList title="New names" names={appeared.map((name) => ({ name: name.name, says: describeName(name) }))} />
      <NameList title="No longer found" names={gone.map((name) => ({ name: name.name, says: `was ${describeName(name)}` }))} />
      <NameList title="Changed target" names={changed.map(sayChange)} />
    </div>
  );
}

function sayChange({ name, before, after }: NameChange): { readonly name: string; readonly says: string } {
  return { name, says: `${before} became ${after}` };
}

type NameListProps = { readonly title: string; readonly names: readonly { readonly name: string; readonly says: string }[] };

function NameList({ title, names }: NameListProps) {
  const [shown, setShown] = useState(firstShown);
  if (names.length === 0) return null;
  return (
    <>
      <h3 className="mt-3 text-sm text-muted">
        {title} <span className="font-mono">{names.length}</span>
      </h3>
      <ul>
        {names.slice(0, shown).map(({ name, says }) => (
          <li key={name} className="flex flex-wrap justify-between gap-x-4 border-t border-hairline py-1.5 text-sm">
            <span className="font-mono wrap-anywhere">{name}</span>
            <span className="text-muted wrap-anywhere">{says}</span>
          </li>
        ))}
      </ul>
      {names.length > shown ? (
        <QuietButton onClick={() => setShown(shown + 500)}>Show more ({names.length - shown} left)</QuietButton>
      ) : null}
    </>
  );
}
