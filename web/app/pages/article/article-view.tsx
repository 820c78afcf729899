import { Link } from 'react-router';
import { useOwnerFacts } from '../../domains/owner/owner-facts.ts';
import { writtenIn } from '../../domains/owner/written-in.ts';
import { Blocks } from '../../domains/writing/blocks.tsx';
import { utcDayText } from '../../lib/utc-day-text.ts';
import { Engraved } from '../../ui/engraving/engraved.tsx';
import { mrzCheckedLine } from '../../ui/mrz/mrz.ts';
import { MrzLine } from '../../ui/mrz/mrz-line.tsx';
import type { ArticleContent } from './article-content.ts';
import './article.css';

/** An article as its page shows it, whether it is on the site or still a draft. */
export function ArticleView({ content }: { readonly content: ArticleContent }) {
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
