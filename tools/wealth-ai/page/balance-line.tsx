import { moneyText } from '../../../web/app/domains/money/money-records.ts';
import { Plot } from '../../../web/app/ui/plot/plot.tsx';
import { scale } from '../../../web/app/ui/plot/scale.ts';

type BalanceLineProps = {
  readonly days: readonly { readonly day: string; readonly minor: number }[];
  readonly currency: string;
  readonly label: string;
  /** The day that is marked and named. */
  readonly mark?: { readonly day: string; readonly minor: number };
};

const [width, height, top] = [640, 180, 24];

/** A balance over days as a stepped line on ruled paper; every change stands in a table beneath it. */
export function BalanceLine({ days, currency, label, mark }: BalanceLineProps) {
  const values = days.map(({ minor }) => minor);
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const x = scale([0, Math.max(1, days.length - 1)], [0, width]);
  const y = scale([most, Math.min(least, most - 1)], [top, top + height]);
  const line = days.map(({ minor }, index) => (index === 0 ? `M0 ${y(minor)}` : `H${x(index).toFixed(1)}V${y(minor).toFixed(1)}`)).join('');
  const marked = mark === undefined ? -1 : days.findIndex(({ day }) => day === mark.day);
  const changes = days.filter(({ minor }, index) => index === 0 || minor !== days[index - 1]?.minor);
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  return (
    <Plot
      className="mt-4"
      label={`${label}, ${first} to ${last}`}
      viewBox={`-4 0 ${width + 8} ${height + top + 22}`}
      ends={[first, last]}
      table={{
        label,
        summary: 'By day',
        columns: ['Day', 'Balance'],
        rows: changes.map(({ day, minor }) => [day, moneyText(minor, currency)]),
      }}
    >
      {Array.from({ length: 7 }, (_, rule) => top + (rule * height) / 6).map((at) => (
        <path key={at} d={`M0 ${at}H${width}`} stroke="var(--hairline)" strokeWidth="0.7" />
      ))}
      <path d={`M0 ${y(0)}H${width}`} stroke="var(--edge)" strokeWidth="1" />
      <path d={`${line}V${y(0)}H0Z`} fill="var(--verdigris)" fillOpacity="0.14" />
      <path d={line} fill="none" stroke="var(--copper)" strokeWidth="2" />
      <path
        d={days.map((_, index) => `M${x(index).toFixed(1)} ${height + top + 4}v${index % 7 === 0 ? 9 : 4}`).join('')}
        stroke="var(--muted)"
        strokeWidth="0.7"
      />
      {mark === undefined || marked < 0 ? null : (
        <g>
          <circle cx={x(marked)} cy={y(mark.minor)} r="5.5" fill="var(--surface)" stroke="var(--carmine)" strokeWidth="2" />
          <circle cx={x(marked)} cy={y(mark.minor)} r="10" fill="none" stroke="var(--carmine)" strokeWidth="0.8" />
        </g>
      )}
    </Plot>
  );
}
