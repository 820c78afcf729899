import { Link } from 'react-router';
import { useOwnerFacts } from '../../domains/owner/owner-facts.ts';
import { writtenIn } from '../../domains/owner/written-in.ts';
import { Blocks } from '../../domains/writing/blocks.tsx';
import { siteName } from '../../lib/site-name.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { classNames } from '../../ui/class-names.ts';
import { Engraved } from '../../ui/engraving/engraved.tsx';
import { mrzCheckedLine } from '../../ui/mrz/mrz.ts';
import { MrzLine } from '../../ui/mrz/mrz-line.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { CaseContent } from './case-content.ts';
import '../../ui/view-transition.css';
import './case-study.css';

/** A case study as its page shows it, whether it is on the site or still a draft. */
export function CaseStudyView({ content }: { readonly content: CaseContent }) {
  const { projectsAddress, title, lead, parts, minutes, project, next } = content;
  const { language } = useOwnerFacts();
  return (
    <main id="main" className="flex-1">
      <article className="page case">
        <header className="case-head">
          <div className="case-words">
            <p className="text-copper">
              {/* A new document: the browser scrolls to the section once it is there. */}
              <a href={projectsAddress} className="underline underline-offset-4">
                Projects
              </a>{' '}
              · <bdi>{project.name}</bdi>
            </p>
            <h1 {...writtenIn(language)} className="lettering case-title">
              {title}
            </h1>
            <p className="dotted mt-4 text-sm text-muted">
              {[project.period, project.keywords.join(', '), `${minutes} min read`]
                .filter((fact) => fact !== '')
                .map((fact) => (
                  <span key={fact}>{fact}</span>
                ))}
            </p>
          </div>
          <Drawing content={content} />
        </header>
        {lead === '' ? null : (
          <p {...writtenIn(language)} className="case-lead">
            {lead}
          </p>
        )}
        {parts.map(({ id, title: heading, blocks }) => (
          <section key={id} aria-labelledby={id} className="case-part">
            <h2 id={id} className="lettering case-heading">
              {heading}
            </h2>
            <div {...writtenIn(language)} className="written-text">
              <Blocks blocks={blocks} below={2} />
            </div>
          </section>
        ))}
        <footer className="case-foot">
          <div aria-hidden="true" className="guilloche" />
          <MrzLine
            text={mrzCheckedLine([project.latin, project.keywords[0] ?? '', project.year ?? ''].filter((field) => field !== ''))}
            className="mt-5"
          />
          <div className="mt-8 flex flex-wrap items-center gap-3">
            {project.url === undefined ? null : (
              <a href={project.url} target="_blank" rel="noopener noreferrer" className={buttonClass('ghost')}>
                {project.name} on {siteName(project.url)}
                <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
              </a>
            )}
            <Link to="/contact" className={buttonClass('ghost')}>
              Ask about it
            </Link>
            {next === undefined ? null : (
              <Link to={next.path} className={classNames(buttonClass('quiet'), 'text-left')}>
                Next case: {next.title}
              </Link>
            )}
          </div>
        </footer>
      </article>
    </main>
  );
}

function Drawing({ content: { drawing, rosette } }: { readonly content: CaseContent }) {
  return (
    <div className="case-art">
      {drawing === undefined ? (
        <Engraved address={rosette} ink="blend" className="case-rosette" />
      ) : (
        <>
          <Engraved address={drawing.body} ink="verdigris" className="case-drawing" />
          <Engraved address={drawing.mark} ink="copper" className="case-drawing" />
        </>
      )}
    </div>
  );
}
