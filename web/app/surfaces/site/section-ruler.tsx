import type { PageSection } from '../../domains/navigation/page-sections.ts';

/** Ticks of one part, six units apart, and the long one that begins it. */
const partUnits = 60;

/** On phones: how far the page has been read, as a ruler with a part for each of its sections, the one that is read in copper. */
export function SectionRuler({ sections, active }: { readonly sections: readonly PageSection[]; readonly active: string | undefined }) {
  return (
    <div className="page site-ruler with-script">
      <svg viewBox={`0 0 ${sections.length * partUnits + 1} 8`} preserveAspectRatio="none" width="100%" height="8" aria-hidden="true">
        {sections.map(({ id }, at) => (
          <path
            key={id}
            className={id === active ? 'site-ruler-read' : undefined}
            transform={`translate(${at * partUnits})`}
            d="M.5 8V1m6 7V5m6 3V5m6 3V5m6 3V5m6 3V5m6 3V5m6 3V5m6 3V5m6 3V5"
          />
        ))}
      </svg>
    </div>
  );
}
