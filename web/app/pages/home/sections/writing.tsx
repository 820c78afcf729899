import { ArrowUpRightIcon } from '@castellan/icons/arrows/arrow-up-right';
import { Link } from 'react-router';
import { useOwnerFacts } from '../../../domains/owner/owner-facts.ts';
import { writtenIn } from '../../../domains/owner/written-in.ts';
import { utcDayText } from '../../../lib/utc-day-text.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { Icon } from '../../../ui/icon.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { SectionFrame } from '../section-frame.tsx';
import type { HomeWriting } from '../writing-content.ts';

/** The newest articles of this site with the way to all of them, or the newest posts of the blog, as its feed names them. */
export function Writing({ writing: { posts, isHere } }: { readonly writing: HomeWriting }) {
  const { language } = useOwnerFacts();
  return (
    <SectionFrame id="writing" title="Writing">
      <ul className="divide-y divide-hairline">
        {posts.map(({ title, href, day }) => (
          <li key={href} className="post-row">
            <p className="post-date font-mono text-sm text-muted">
              {day === undefined ? null : <time dateTime={day}>{utcDayText(day)}</time>}
            </p>
            <h3 className="post-title lettering text-xl font-semibold">
              {isHere ? (
                <Link to={href} {...writtenIn(language)}>
                  {title}
                </Link>
              ) : (
                <a href={href} target="_blank" rel="noopener noreferrer">
                  {title} <Icon drawing={ArrowUpRightIcon} className="inline align-[-0.1em] text-base text-copper" />
                  <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
                </a>
              )}
            </h3>
          </li>
        ))}
      </ul>
      {isHere ? (
        <Link to="/writing" className={`${buttonClass('ghost')} mt-2`}>
          All articles
        </Link>
      ) : null}
    </SectionFrame>
  );
}
