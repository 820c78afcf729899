import { Link } from 'react-router';
import { useOwnerFacts } from '../../domains/owner/owner-facts.ts';
import { writtenIn } from '../../domains/owner/written-in.ts';
import { utcDayText } from '../../lib/utc-day-text.ts';
import { Engraved } from '../../ui/engraving/engraved.tsx';
import { mrzNameLine } from '../../ui/mrz/mrz.ts';
import { MrzLine } from '../../ui/mrz/mrz-line.tsx';
import type { ArticleList } from './list-articles.ts';
import './writing.css';

/** The articles, the newest first, each with its own rosette; and their tags, which lead to shorter lists. */
export function ArticleListView({ list: { tag, tags, articles } }: { readonly list: ArticleList }) {
  const owner = useOwnerFacts();
  return (
    <main id="main" className="page writing flex-1">
      <header>
        <MrzLine text={mrzNameLine({ document: 'W', issuer: 'SEC', ...owner, ...owner.latin }, 36)} className="mb-5" />
        <h1 className="lettering writing-title">
          Writing
          {tag === undefined ? null : (
            <span className="block text-[0.5em] text-copper">
              on <bdi>{tag.name}</bdi>
            </span>
          )}
        </h1>
        {tags.length === 0 ? null : (
          <nav aria-label="Tags" className="tag-links">
            <TagLink to="/writing" name="Everything" isShown={tag === undefined} />
            {tags.map(({ slug, name }) => (
              <TagLink key={slug} to={`/writing/tag/${slug}`} name={name} isShown={slug === tag?.slug} />
            ))}
          </nav>
        )}
      </header>
      <ol className="writing-list" reversed>
        {articles.map((article) => (
          <li key={article.path} className="writing-row">
            <p className="writing-when">
              <time dateTime={article.date}>{utcDayText(article.date)}</time>
              <span>{article.minutes} min read</span>
            </p>
            <article {...writtenIn(owner.language)} className="writing-words">
              <h2 className="lettering writing-name">
                <Link to={article.path}>{article.title}</Link>
              </h2>
              <p className="writing-summary">{article.summary}</p>
              {article.tags.length === 0 ? null : <p className="writing-of">{article.tags.join(', ')}</p>}
            </article>
            <Engraved address={article.rosette} ink="blend" className="writing-rosette" />
          </li>
        ))}
      </ol>
      <p className="writing-feeds">
        Follow by{' '}
        <a href="/feed.xml" className="home-link">
          Atom
        </a>{' '}
        or{' '}
        <a href="/rss.xml" className="home-link">
          RSS
        </a>
      </p>
    </main>
  );
}

function TagLink({ to, name, isShown }: { readonly to: string; readonly name: string; readonly isShown: boolean }) {
  return (
    <Link to={to} aria-current={isShown ? 'page' : undefined} className="tag-link">
      <bdi>{name}</bdi>
    </Link>
  );
}
