import type { Timeline } from '../knowledge/claims.ts';
import { formatSpan } from './token-verdict.ts';

const names = { iat: 'Issued', nbf: 'Not before', exp: 'Expires' } as const;
const ticks = 80;

/** When the token holds: its moments and now on a ruler, and in words below. */
export function ClaimsTimeline({ timeline, nowSeconds }: { readonly timeline: Timeline; readonly nowSeconds: number }) {
  const moments = [...timeline.claims.map(({ atSeconds }) => atSeconds), nowSeconds];
  const [first, last] = [Math.min(...moments), Math.max(...moments)];
  const place = (seconds: number) => 20 + (last === first ? 0.5 : (seconds - first) / (last - first)) * 960;
  const from = place(timeline.claims.find(({ name }) => name !== 'exp')?.atSeconds ?? first);
  const to = place(timeline.claims.find(({ name }) => name === 'exp')?.atSeconds ?? last);
  return (
    <>
      <svg viewBox="0 0 1000 40" preserveAspectRatio="none" className="block h-10 w-full" aria-hidden="true">
        {Array.from({ length: ticks + 1 }, (_, tick) => {
          const x = 20 + (tick / ticks) * 960;
          const holds = x >= from - 1 && x <= to + 1;
          return (
            <path
              key={x}
              d={`M${x} 34V${tick % 10 === 0 ? 14 : 20}`}
              stroke={holds ? 'var(--verdigris)' : 'var(--hairline)'}
              strokeWidth="1.5"
              vectorEffect="non-scaling-stroke"
            />
          );
        })}
        <path d={`M${place(nowSeconds)} 2V40`} stroke="var(--copper)" strokeWidth="3" vectorEffect="non-scaling-stroke" />
      </svg>
      <dl className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {timeline.claims.map(({ name, atSeconds }) => (
          <div key={name}>
            <dt className="text-sm text-muted">
              {names[name]} <span className="font-mono">{name}</span>
            </dt>
            <dd className="font-mono text-sm">
              {formatMoment(atSeconds)}
              <span className="text-muted">
                {' '}
                · {atSeconds > nowSeconds ? `in ${formatSpan(atSeconds - nowSeconds)}` : `${formatSpan(nowSeconds - atSeconds)} ago`}
              </span>
            </dd>
          </div>
        ))}
        <div>
          <dt className="text-sm text-copper">Now</dt>
          <dd className="font-mono text-sm">{formatMoment(nowSeconds)}</dd>
        </div>
      </dl>
    </>
  );
}

function formatMoment(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? `${seconds}` : `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
