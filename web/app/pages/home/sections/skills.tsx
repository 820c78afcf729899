import type { Resume } from '@castellan/content/resume';
import { SectionFrame } from '../section-frame.tsx';

/** What the owner knows, by field. */
export function Skills({ skills }: { readonly skills: Resume['skills'] }) {
  return (
    <SectionFrame id="skills" title="Skills" microprint="Skills · Hold to the light">
      <dl className="divide-y divide-hairline">
        {skills.map(({ name, level, keywords }) => (
          <div key={name} className="home-ledger-row">
            <dt>
              <span className="lettering text-lg font-semibold tracking-normal">{name}</span>
              {level === undefined ? null : <span className="mt-1 block font-mono text-sm text-muted">{level}</span>}
            </dt>
            <dd>
              <ul className="flex flex-wrap gap-2">
                {keywords.map((keyword) => (
                  <li key={keyword} className="rounded-control border border-hairline bg-surface px-3 py-1.5 text-sm">
                    {keyword}
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </SectionFrame>
  );
}
