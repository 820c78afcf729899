type Day = { readonly day: string; readonly visits: number; readonly visitors: number };

const height = 96;
const step = 12;

/** Visits by day as bars on a ruler; every day stands in a table beneath it. */
export function VisitChart({ days }: { readonly days: readonly Day[] }) {
  const most = Math.max(1, ...days.map(({ visits }) => visits));
  const width = days.length * step;
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  return (
    <figure>
      <svg
        viewBox={`0 0 ${width} ${height + 12}`}
        className="h-auto w-full"
        role="img"
        aria-label={`Visits by day, ${first} to ${last}, at most ${most} in a day`}
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
      </svg>
      <figcaption className="flex justify-between font-mono text-sm text-muted">
        <span>{first}</span>
        <span>{last}</span>
      </figcaption>
      <details className="mt-1">
        <summary className="w-fit cursor-pointer py-3 text-sm text-muted hover:text-ink">By day</summary>
        <table className="w-full text-sm tabular-nums">
          <thead>
            <tr className="text-left text-muted">
              <th scope="col" className="py-1 font-normal">
                Day
              </th>
              <th scope="col" className="py-1 text-right font-normal">
                Visits
              </th>
              <th scope="col" className="py-1 text-right font-normal">
                Visitors
              </th>
            </tr>
          </thead>
          <tbody>
            {days
              .filter(({ visits }) => visits > 0)
              .toReversed()
              .map(({ day, visits, visitors }) => (
                <tr key={day} className="border-t border-hairline">
                  <th scope="row" className="py-1 text-left font-mono font-normal">
                    {day}
                  </th>
                  <td className="py-1 text-right">{visits}</td>
                  <td className="py-1 text-right">{visitors}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
