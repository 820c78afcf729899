import { data, Link } from 'react-router';
import { firstSentences, pageHead } from '../../domains/discovery/page-head.ts';
import { useOwnerFacts } from '../../domains/owner/owner-facts.ts';
import { writtenIn } from '../../domains/owner/written-in.ts';
import { Blocks } from '../../domains/writing/blocks.tsx';
import { siteOf } from '../../lib/site-context.ts';
import { utcDayText } from '../../lib/utc-day-text.ts';
import { Engraved } from '../../ui/engraving/engraved.tsx';
import { mrzCheckedLine } from '../../ui/mrz/mrz.ts';
import { MrzLine } from '../../ui/mrz/mrz-line.tsx';
import { NotFound, notFoundHead } from '../not-found/not-found.tsx';
import type { Route } from './+types/page.ts';
import { type ArticleContent, articleContentOf } from './article-content.ts';
import './article.css';

export function loader({ context, params }: Route.LoaderArgs) {
  const site = siteOf(context);
  return articleContentOf(site, params.slug) ?? data({ hasProjects: site.resume.projects.length > 0 }, { status: 404 });
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const facts = matches[0].loaderData;
  if (loaderData === undefined || 'hasProjects' in loaderData) return notFoundHead({ matches });
  const { slug, title, summary, date, updated } = loaderData;
  const path = `/writing/${slug}`;
  return [
    ...pageHead(facts, {
      path,
      title: `${title} · ${facts?.owner.name ?? ''}`,
      description: firstSentences(summary === '' ? title : summary),
      card: { path: `${path}/card.png`, alt: `${title}, beside an engraved rosette` },
    }),
    { property: 'article:published_time', content: date },
    ...(updated === undefined ? [] : [{ property: 'article:modified_time', content: updated }]),
  ];
}

/** One article, whole. */
export default function ArticlePage({ loaderData }: Route.ComponentProps) {
  return 'hasProjects' in loaderData ? <NotFound {...loaderData} /> : <ArticleView content={loaderData} />;
}

function ArticleView({ content }: { readonly content: ArticleContent }) {
  const { title, date, updated, summary, tags, minutes, blocks, parts, rosette } = content;
  const words = writtenIn(useOwnerFacts().language);
  return (
    <main id="main" className="flex-1">
      <article className="page article">
        <header className="article-head">
          <div className="min-w-0">
            <p className="text-copper">
              <Link to="/writing" className="underline underline-offset-4">
                Writing
              </Link>
            </p>
            <h1 {...words} className="lettering article-title">
              {title}
            </h1>
            <p className="dotted mt-4 text-sm text-muted">
              <time dateTime={date}>{utcDayText(date)}</time>
              {updated === undefined || updated === date ? null : (
                <span>
                  changed <time dateTime={updated}>{utcDayText(updated)}</time>
                </span>
              )}
              <span>{minutes} min read</span>
            </p>
          </div>
          <Engraved address={rosette} ink="blend" className="article-rosette" />
        </header>
        <div className="article-body">
          <Contents parts={parts} />
          <div {...words} className="written-text article-text">
            {summary === '' ? null : <p className="article-summary">{summary}</p>}
            <Blocks blocks={blocks} below={1} />
          </div>
        </div>
        <footer className="article-foot">
          <div aria-hidden="true" className="guilloche" />
          <MrzLine text={mrzCheckedLine([content.latin, date.replaceAll('-', '')])} className="mt-5" />
          {tags.length === 0 ? null : (
            <ul aria-label="Tags" className="tag-links">
              {tags.map(({ slug, name }) => (
                <li key={slug}>
                  <Link to={`/writing/tag/${slug}`} className="tag-link">
                    <bdi>{name}</bdi>
                  </Link>
                </li>
              ))}
            </ul>
          )}
          <Neighbours content={content} />
        </footer>
      </article>
    </main>
  );
}

/** The parts of a long article. */
function Contents({ parts }: Pick<ArticleContent, 'parts'>) {
  return parts.length === 0 ? null : (
    <nav aria-label="Contents" className="article-contents">
      <ol>
        {parts.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Neighbours({ content: { previous, next } }: { readonly content: ArticleContent }) {
  return previous === undefined && next === undefined ? null : (
    <nav aria-label="Other articles" className="article-others">
      {previous === undefined ? null : (
        <Link to={previous.path} rel="prev" className="article-other">
          <span>Before this</span> <bdi>{previous.title}</bdi>
        </Link>
      )}
      {next === undefined ? null : (
        <Link to={next.path} rel="next" className="article-other article-other-next">
          <span>After this</span> <bdi>{next.title}</bdi>
        </Link>
      )}
    </nav>
  );
}
