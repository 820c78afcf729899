import { ArrowUpRightIcon } from '@castellan/icons/arrows/arrow-up-right';
import type { BlogPost } from '../../../lib/site-proof.ts';
import { utcDayText } from '../../../lib/utc-day-text.ts';
import { Icon } from '../../../ui/icon.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { SectionFrame } from '../section-frame.tsx';

/** The newest posts of the owner's blog, as its feed names them. */
export function Writing({ posts }: { readonly posts: readonly BlogPost[] }) {
  return (
    <SectionFrame id="writing" title="Writing">
      <ul className="divide-y divide-hairline">
        {posts.map(({ title, url, publishedOn }) => (
          <li key={url} className="post-row">
            <p className="post-date font-mono text-sm text-muted">
              {publishedOn === undefined ? null : <time dateTime={publishedOn}>{utcDayText(publishedOn)}</time>}
            </p>
            <h3 className="post-title lettering text-xl font-semibold">
              <a href={url} target="_blank" rel="noopener noreferrer">
                {title} <Icon drawing={ArrowUpRightIcon} className="inline align-[-0.1em] text-base text-copper" />
                <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
              </a>
            </h3>
          </li>
        ))}
      </ul>
    </SectionFrame>
  );
}
