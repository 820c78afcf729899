import type { Resume, ResumeWork } from '@castellan/content/resume';
import { SectionFrame } from '../section-frame.tsx';
import { Period } from './period.tsx';

/** The owner's positions, the present one first as the resume has them. */
export function Experience({ work }: { readonly work: Resume['work'] }) {
  return (
    <SectionFrame id="experience" title="Experience" microprint="Experience · Each position checked against its record">
      <ol className="divide-y divide-hairline">
        {work.map((position) => (
          <Position key={`${position.name} ${position.startDate}`} position={position} />
        ))}
      </ol>
    </SectionFrame>
  );
}

function Position({ position }: { readonly position: ResumeWork }) {
  return (
    <li className="home-ledger-row">
      <div>
        <Period startDate={position.startDate} endDate={position.endDate} />
        {position.location === undefined ? null : <p className="mt-1 text-sm text-muted">{position.location}</p>}
      </div>
      <div>
        <h3 className="lettering text-xl font-semibold">{position.position}</h3>
        <p className="mt-1 text-copper">
          {position.url === undefined ? (
            position.name
          ) : (
            <a href={position.url} className="underline underline-offset-4">
              {position.name}
            </a>
          )}
        </p>
        {position.summary === undefined ? null : <p className="mt-3 max-w-prose">{position.summary}</p>}
        {position.highlights.length === 0 ? null : (
          <ul className="home-highlights mt-3 max-w-prose text-muted">
            {position.highlights.map((highlight) => (
              <li key={highlight}>{highlight}</li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}
