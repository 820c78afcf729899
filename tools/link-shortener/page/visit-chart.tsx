import { Plot } from '../../../web/app/ui/plot/plot.tsx';

type Day = { readonly day: string; readonly visits: number; readonly visitors: number };

const height = 96;
const step = 12;

/** Visits by day as bars on a ruler; every day with one stands in a table beneath it. */
export function VisitChart({ days }: { readonly days: readonly Day[] }) {
  const most = Math.max(1, ...days.map(({ visits }) => visits));
  const width = days.length * step;
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  const visited = days.filter(({ visits }) => visits > 0).toReversed();
  return (
    <Plot
      label={`Visits by day, ${first} to ${last}, at most ${most} in a day`}
      viewBox={`0 0 ${width} ${height + 12}`}
      ends={[first, last]}
      table={{
        label: 'Visits by day',
        summary: 'By day',
        columns: ['Day', 'Visits', 'Visitors'],
        rows: visited.map(({ day, visits, visitors }) => [day, visits, visitors]),
      }}
    >
      {days.map(({ day, visits }, index) => {
        const tall = (visits / most) * height;
        return <rect key={day} x={index * step + 2} y={height - tall} width={step - 4} height={tall} fill="var(--copper)" />;
      })}
      <path d={`M0 ${height + 0.5}H${width}`} stroke="var(--edge)" />
      {days.map(({ day }, index) => (
        <path
          key={day}
          d={`M${index * step + step / 2} ${height + 1}v${index % 5 === 4 ? 9 : 4}`}
          stroke="var(--muted)"
          strokeWidth="0.8"
        />
      ))}
    </Plot>
  );
}
