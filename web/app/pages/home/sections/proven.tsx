import { Link } from 'react-router';
import type { SiteProof } from '../../../lib/site-proof.ts';
import { utcDayText } from '../../../lib/utc-day-text.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { SectionFrame } from '../section-frame.tsx';

/** What the site publishes of itself, in two lines, and the way to check it. */
export function Proven({ proof: { lastDay, headers } }: { readonly proof: Pick<SiteProof, 'lastDay' | 'headers'> }) {
  return (
    <SectionFrame id="proven" title="This site, proven">
      <dl className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        {lastDay === undefined ? null : (
          <div className="min-w-0">
            <dt className="text-muted">
              Its log, signed for each day, last for <time dateTime={lastDay.day}>{utcDayText(lastDay.day)}</time>
            </dt>
            <dd className="mt-2 font-mono text-sm leading-relaxed wrap-anywhere text-verdigris">{lastDay.hash}</dd>
          </div>
        )}
        {headers === undefined ? null : (
          <div className="min-w-0">
            <dt className="text-muted">
              Its security headers, measured on <time dateTime={headers.measuredOn}>{utcDayText(headers.measuredOn)}</time>
            </dt>
            <dd className="mt-2">
              <span className="lettering text-[2.5rem] leading-none text-copper">{headers.grade}</span>
              <span className="ml-3 text-muted">{headers.score} points</span>
            </dd>
          </div>
        )}
      </dl>
      <Link to="/proof" className={`${buttonClass('ghost')} mt-8`}>
        Check it yourself
      </Link>
    </SectionFrame>
  );
}
