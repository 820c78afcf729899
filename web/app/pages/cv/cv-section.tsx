import type { LinkedText, OutlineEntry, OutlineSection } from '@castellan/content/resume-outline';
import { useOwnerFacts } from '../../domains/owner/owner-facts.ts';
import { writtenIn } from '../../domains/owner/written-in.ts';

/** One part of the resume: its heading, and its entries with their dates beside them. */
export function CvSection({ section: { title, entries } }: { readonly section: OutlineSection }) {
  const id = `cv-${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;
  return (
    <section aria-labelledby={id} className="cv-section">
      <h2 id={id} className="lettering text-2xl">
        {title}
      </h2>
      <ul>
        {entries.map((entry) => (
          <Entry key={JSON.stringify(entry)} entry={entry} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ entry }: { readonly entry: OutlineEntry }) {
  const { language } = useOwnerFacts();
  const { dates, label, aside, title, subtitle, paragraphs, highlights, keywords } = entry;
  return (
    <li className="cv-entry">
      <div>
        {label === undefined ? null : (
          <h3 {...writtenIn(language)} className="font-semibold">
            {label}
          </h3>
        )}
        {dates === undefined || dates === '' ? null : <p className="font-mono text-sm text-muted">{dates}</p>}
        {aside === undefined ? null : <p className="text-sm text-muted">{aside}</p>}
      </div>
      <div {...writtenIn(language)} className="grid min-w-0 gap-2">
        {title === undefined ? null : (
          <div>
            <h3 className="text-lg font-semibold">
              <Linked {...title} />
            </h3>
            {subtitle === undefined ? null : (
              <p className="text-copper">
                <Linked {...subtitle} />
              </p>
            )}
          </div>
        )}
        {paragraphs.map((paragraph) => (
          <p key={paragraph} className="cv-words">
            {paragraph}
          </p>
        ))}
        {highlights.length === 0 ? null : (
          <ul className="cv-highlights cv-words text-muted">
            {highlights.map((highlight) => (
              <li key={highlight}>{highlight}</li>
            ))}
          </ul>
        )}
        {keywords === undefined ? null : <p className="cv-words text-sm text-muted">{keywords}</p>}
      </div>
    </li>
  );
}

function Linked({ text, url }: LinkedText) {
  if (url === undefined) return <bdi>{text}</bdi>;
  return (
    <a href={url} className="underline decoration-1 underline-offset-4 hover:text-copper">
      <bdi>{text}</bdi>
    </a>
  );
}
