import { useState } from 'react';
import { dateLabel } from '../../../web/app/domains/tasks/day.ts';
import { SelectField } from '../../../web/app/ui/fields/select-field.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { Plot } from '../../../web/app/ui/plot/plot.tsx';
import { linePath, scale, ticksPath } from '../../../web/app/ui/plot/scale.ts';
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
  const x = part.length < 2 ? () => width : scale([0, part.length - 1], [0, width]);
  const y = scale([0, 1], [lowest, highest]);
  const line = linePath(part.map((score, index) => [x(index), y(score)]));
  const days = part.map((score, index) => [dayOfNumber(first + index), percent(score)] as const);
  const begin = dayOfNumber(Math.max(first, from));
  return (
    <Panel title="Score" aside={<SelectField label="Show" labelHidden value={span} options={spans} onValue={setSpan} />}>
      <Plot
        label={`The score from ${dateLabel(begin)} ${begin.slice(0, 4)} to today: ${percent(part[0])} then, ${percent(part.at(-1))} now.`}
        viewBox={`0 0 ${width} ${height}`}
        stretched="h-44 md:h-56"
        ends={[`${dateLabel(begin, 'short')} ${begin.slice(0, 4)}`, 'today']}
        table={{ label: 'Scores', summary: 'As a table', columns: ['Day', 'Score'], rows: days.toReversed() }}
        words={marks.map((score) => (
          <span
            key={score}
            aria-hidden="true"
            className="absolute left-0 -translate-y-full font-mono text-mrz text-muted"
            style={{ top: `${(y(score) / height) * 100}%` }}
          >
            {score * 100}
          </span>
        ))}
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
      </Plot>
    </Panel>
  );
}

const ruler = ticksPath(
  Array.from({ length: 181 }, (_, tick) => (tick * width) / 180),
  height,
  [6, 12],
  10,
);

function percent(score: number | undefined): string {
  return `${Math.round((score ?? 0) * 100)}%`;
}
