import type { HeaderGrade } from '../../lib/site-proof.ts';
import { utcDayText } from '../../lib/utc-day-text.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { Commands } from './commands.tsx';

/** The grade of the site's headers, how it was measured, and how to measure it oneself. */
export function HeaderProof({ headers, publicUrl }: { readonly headers: HeaderGrade | undefined; readonly publicUrl: string }) {
  return (
    <section aria-labelledby="headers" className="proof-section">
      <h2 id="headers" className="lettering text-2xl">
        The headers
      </h2>
      <div className="proof-text">
        {headers === undefined ? (
          <p role="status">
            {publicUrl.startsWith('https:')
              ? 'The headers are not measured yet. The grade appears here within some minutes.'
              : 'This address is not served over HTTPS, which the grade requires, so there is none.'}
          </p>
        ) : (
          <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
            <span className="lettering text-[3.5rem] leading-none text-copper">{headers.grade}</span>
            <span className="text-lg">
              {headers.score} points, measured on <time dateTime={headers.measuredOn}>{utcDayText(headers.measuredOn)}</time>
            </span>
          </p>
        )}
        <p>
          The server measures its own answer for the home page once a day, by the algorithm of Mozilla’s HTTP Observatory (version 4), where
          100 points and more are an A+. It sees what it sends, not what a proxy in front of it may change, and it takes for granted that
          plain HTTP leads to HTTPS. So look at what arrives at your end:
        </p>
        <Commands lines={[`curl -sI ${publicUrl}/`]} />
        {publicUrl.startsWith('https:') ? (
          <p>
            Or have it graded by{' '}
            <a
              href={`https://developer.mozilla.org/en-US/observatory/analyze?host=${encodeURIComponent(new URL(publicUrl).hostname)}`}
              target="_blank"
              rel="noopener noreferrer"
              className="underline underline-offset-4"
            >
              the Observatory itself
              <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
            </a>
            .
          </p>
        ) : null}
      </div>
    </section>
  );
}
