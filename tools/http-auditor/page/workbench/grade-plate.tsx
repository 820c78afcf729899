import type { GradedDay, HeaderGrade } from '../../../../web/app/lib/site-proof.ts';
import { utcDayText } from '../../../../web/app/lib/utc-day-text.ts';
import { EngravedFigure } from '../../../../web/app/ui/engraving/engraved-figure.tsx';
import type { PlateProps } from '../../../tool-plate.ts';
import { httpAuditor } from '../../manifest.ts';

/** The site's own newest grade, and one letter for each day that has one: `+` for A+, `-` for any other, a space for none. */
export type GradePlateData = { readonly headers: HeaderGrade | undefined; readonly days: string };

/** How many days the ruler has. */
const rulerDays = 90;
const dayMs = 86_400_000;

/** The last 90 days up to the newest grade's. */
export function daysOf(graded: readonly GradedDay[]): string {
  const grades = new Map(graded.map(({ day, grade }) => [day, grade]));
  const lastMs = Date.parse(graded.at(-1)?.day ?? '1970-01-01');
  return Array.from({ length: rulerDays }, (_, at) => {
    const grade = grades.get(new Date(lastMs - (rulerDays - 1 - at) * dayMs).toISOString().slice(0, 10));
    return grade === undefined ? ' ' : grade === 'A+' ? '+' : '-';
  }).join('');
}

/** This very site, graded by the auditor's own rules: never without the moment of the check. */
export function GradePlate({ data: { headers, days } }: PlateProps<GradePlateData>) {
  const isBest = headers?.grade === 'A+';
  return (
    <article className="bench-plate bench-grade">
      <div className="bench-words">
        <p className="bench-label">{httpAuditor.title} · this very site</p>
        <h3 className="sr-only">{headers === undefined ? 'No grade yet' : `Graded ${headers.grade}`}</h3>
        {headers === undefined ? (
          <svg viewBox="0 0 140 104" preserveAspectRatio="xMinYMax" className="bench-numeral" aria-hidden="true">
            <text x="-3" y="94" fontSize="118" className="lettering bench-outline">
              A
            </text>
          </svg>
        ) : (
          <EngravedFigure text={headers.grade} ink={isBest ? 'verdigris' : 'copper'} edge="copper" className="bench-numeral" />
        )}
        {headers === undefined ? (
          <p>No grade yet. The check runs once a day after 00:00 UTC, over HTTPS.</p>
        ) : (
          <p>
            {headers.score} points; A+ begins at 100. Measured on{' '}
            <time dateTime={headers.measuredAt}>
              {utcDayText(headers.measuredOn)}, {headers.measuredAt.slice(11, 16)} UTC
            </time>
            .
          </p>
        )}
        <DayRuler days={days} />
        <p className="bench-ways">
          <a href="/proof" className="home-link">
            Check it yourself
          </a>
        </p>
      </div>
    </article>
  );
}

/** One tick a day; where the day was not measured, there is only the ruler's own. */
function DayRuler({ days }: { readonly days: string }) {
  const measured = days.replaceAll(' ', '').length;
  const best = days.split('+').length - 1;
  const ticks = (mark: string, height: number) =>
    Array.from(days, (one, at) => (one === mark ? `M${at * 4 + 2} 26v-${at % 30 === 29 ? height + 6 : height}` : '')).join('');
  return (
    <div className="bench-days">
      <svg viewBox={`0 0 ${rulerDays * 4} 26`} preserveAspectRatio="none" aria-hidden="true">
        <path d={ticks('+', 15)} stroke="var(--verdigris)" strokeWidth="1.5" />
        <path d={ticks('-', 15)} stroke="var(--amber)" strokeWidth="1.5" />
      </svg>
      <p>
        <span>{measured === 1 ? '1 day' : `${measured} days`}</span> <span>{best} of A+</span>
      </p>
    </div>
  );
}
