import { useState } from 'react';
import { dateLabel } from '../../domains/tasks/day.ts';
import { Panel } from '../../ui/panel.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TableFrame } from '../../ui/table-frame.tsx';
import { dayOfNumber } from './day-number.ts';
import type { Standing } from './standing.ts';

const spans = [
  { value: '30', name: '30 days' },
  { value: '90', name: '90 days' },
  { value: '365', name: 'A year' },
  { value: '0', name: 'Everything' },
];

const width = 720;
const height = 200;
const lowest = 180;
const highest = 16;
const marks = [0, 0.5, 1] as const;

/** The score over time as a line over an engraver's ruler, with the same numbers as a table. */
export function ScoreLine({ standing: { scores, from, today } }: { readonly standing: Standing }) {
  const [span, setSpan] = useState('90');
  const shown = span === '0' ? scores.length : Number(span);
  const part = scores.slice(-shown);
  const first = today - part.length + 1;
  const x = (index: number) => (part.length < 2 ? width : (index / (part.length - 1)) * width);
  const y = (score: number) => lowest - score * (lowest - highest);
  const line = part.map((score, index) => `${index === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(score).toFixed(1)}`).join('');
  const begin = dayOfNumber(Math.max(first, from));
  const percent = (score: number | undefined) => `${Math.round((score ?? 0) * 100)}%`;
  return (
    <Panel
      title="Score"
      aside={<SelectField label="Show" labelHidden value={span} options={spans} onChange={(event) => setSpan(event.currentTarget.value)} />}
    >
      <div className="relative">
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className="block h-44 w-full md:h-56"
          role="img"
          aria-label={`The score from ${dateLabel(begin)} ${begin.slice(0, 4)} to today: ${percent(part[0])} then, ${percent(part.at(-1))} now.`}
        >
          {marks.map((score) => (
            <line
              key={score}
              x1="0"
              x2={width}
              y1={y(score)}
              y2={y(score)}
              stroke="var(--hairline)"
              strokeWidth={score === 0 ? 1.5 : 0.8}
              vectorEffect="non-scaling-stroke"
            />
          ))}
          <path d={ruler} stroke="var(--edge)" strokeWidth="0.8" vectorEffect="non-scaling-stroke" />
          <path d={`${line}L${width} ${lowest}L${x(0).toFixed(1)} ${lowest}Z`} fill="var(--copper)" opacity="0.1" />
          <path d={line} fill="none" stroke="var(--copper)" strokeWidth="2" strokeLinejoin="round" vectorEffect="non-scaling-stroke" />
        </svg>
        {marks.map((score) => (
          <span
            key={score}
            aria-hidden="true"
            className="absolute left-0 -translate-y-full font-mono text-mrz text-muted"
            style={{ top: `${(y(score) / height) * 100}%` }}
          >
            {score * 100}
          </span>
        ))}
      </div>
      <p className="mt-1 flex justify-between font-mono text-sm text-muted">
        <span>{`${dateLabel(begin, 'short')} ${begin.slice(0, 4)}`}</span>
        <span>today</span>
      </p>
      <details className="mt-2">
        <summary className="w-fit cursor-pointer py-3 text-sm text-muted hover:text-ink">As a table</summary>
        <TableFrame label="Scores" className="max-h-80">
          <table className="w-full text-sm">
            <thead>
              <tr className="text-left text-muted">
                <th className="py-1 font-normal">Day</th>
                <th className="py-1 text-right font-normal">Score</th>
              </tr>
            </thead>
            <tbody>
              {part
                .map((score, index) => ({ score, day: dayOfNumber(first + index) }))
                .reverse()
                .map(({ score, day }) => (
                  <tr key={day} className="border-t border-hairline">
                    <td className="py-1">{day}</td>
                    <td className="py-1 text-right tabular-nums">{percent(score)}</td>
                  </tr>
                ))}
            </tbody>
          </table>
        </TableFrame>
      </details>
    </Panel>
  );
}

const ruler = Array.from({ length: 181 }, (_, tick) => `M${(tick * width) / 180} ${height}V${height - (tick % 10 === 0 ? 12 : 6)}`).join(
  '',
);
