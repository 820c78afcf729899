import { useMemo, useState } from 'react';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { starsFigure, starsLabel } from '../media.ts';
import { useMediaDesk } from '../media-desk.tsx';
import { type YearFigures, yearFigures, yearsOf } from './year-figures.ts';

const monthLetters = ['J', 'F', 'M', 'A', 'M', 'J', 'J', 'A', 'S', 'O', 'N', 'D'];
const monthNames = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2026, month, 15))),
);

/** One year in figures. */
export function YearView() {
  const { entries, items, today, preset } = useMediaDesk();
  const years = useMemo(() => {
    const known = yearsOf(entries);
    const current = Number(today.slice(0, 4));
    return known.includes(current) ? known : [current, ...known];
  }, [entries, today]);
  const [chosen, setChosen] = useState<number>();
  const year = chosen !== undefined && years.includes(chosen) ? chosen : (years[0] ?? 0);
  const figures = useMemo(() => {
    const byId = new Map(items.map((item) => [item.id, item]));
    return yearFigures(year, entries, (id) => byId.get(id));
  }, [year, entries, items]);
  const isBooks = preset.kinds.includes('book');
  return (
    <div className="grid gap-6">
      <SelectField
        label="Year"
        className="w-40"
        value={String(year)}
        onValue={(value) => setChosen(Number(value))}
        options={years.map((one) => ({ value: String(one), name: String(one) }))}
      />
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {(isBooks ? bookFigures(figures) : filmFigures(figures)).map(({ label, value, note }) => (
          <div key={label} className="rounded-card border border-hairline bg-surface px-5 py-4">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="lettering mt-1 text-2xl tabular-nums">{value}</dd>
            <dd className="mt-1 text-sm text-muted">{note}</dd>
          </div>
        ))}
      </dl>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Panel title="By month">
          <Bars
            label={`${preset.words.finished} in each month of ${year}`}
            bars={figures.months.map((count, month) => ({ name: monthNames[month] ?? '', mark: monthLetters[month] ?? '', count }))}
          />
        </Panel>
        <Panel title="Ratings">
          {figures.rated === 0 ? (
            <p className="text-muted">Nothing of this year is rated yet.</p>
          ) : (
            <Bars
              label={`Ratings of ${year}`}
              bars={figures.ratings.map((count, index) => ({ name: starsLabel(index + 1), mark: starsFigure(index + 1), count }))}
            />
          )}
        </Panel>
      </div>
      {figures.creators.length === 0 ? null : (
        <Panel title={preset.words.creators}>
          <ol className="grid gap-x-8 sm:grid-cols-2">
            {figures.creators.map(({ name, count }) => (
              <li key={name} className="flex justify-between gap-4 border-b border-hairline py-2">
                <span className="wrap-anywhere">{name}</span>
                <span className="font-mono text-muted">{count}</span>
              </li>
            ))}
          </ol>
        </Panel>
      )}
    </div>
  );
}

type Figure = { readonly label: string; readonly value: string; readonly note: string };

function filmFigures(figures: YearFigures): readonly Figure[] {
  const { finished, again, episodes, minutes, timed, untimed } = figures;
  return [
    { label: 'Watched', value: figure(finished), note: again === 0 ? 'none of them again' : `${figure(again)} again` },
    { label: 'Episodes', value: figure(episodes), note: 'of shows' },
    {
      label: 'Hours',
      value: timed === 0 ? '–' : figure(Math.round(minutes / 60)),
      note:
        timed + untimed === 0 ? 'nothing watched yet' : untimed === 0 ? 'of everything' : `the length of ${figure(untimed)} is not known`,
    },
    meanFigure(figures),
  ];
}

function bookFigures(figures: YearFigures): readonly Figure[] {
  const { finished, again, pages, paged } = figures;
  const unknown = finished - paged;
  return [
    { label: 'Books read', value: figure(finished), note: again === 0 ? 'none of them again' : `${figure(again)} again` },
    {
      label: 'Pages',
      value: paged === 0 ? '–' : figure(pages),
      note: finished === 0 ? 'nothing read yet' : unknown === 0 ? 'of everything' : `the length of ${figure(unknown)} is not known`,
    },
    { label: 'Pages a book', value: paged === 0 ? '–' : figure(Math.round(pages / paged)), note: 'on average' },
    meanFigure(figures),
  ];
}

function meanFigure({ meanRating, rated, finished }: YearFigures): Figure {
  return {
    label: 'Mean rating',
    value: meanRating === undefined ? '–' : (meanRating / 2).toFixed(1),
    note: rated === 0 ? 'nothing is rated' : rated === finished ? 'stars' : `stars, of ${figure(rated)} that are rated`,
  };
}

const figure = (value: number) => value.toLocaleString('en-GB');

type BarsProps = {
  readonly label: string;
  readonly bars: readonly { readonly name: string; readonly mark: string; readonly count: number }[];
};

/** Columns engraved as fine lines, with their figures in a list for whoever does not see them. */
function Bars({ label, bars }: BarsProps) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ol aria-label={label} className="grid auto-cols-fr grid-flow-col items-end gap-1">
      {bars.map(({ name, mark, count }) => (
        <li key={name} className="grid justify-items-center gap-1 text-sm">
          <span aria-hidden="true" className="font-mono text-muted">
            {count === 0 ? '' : count}
          </span>
          <svg aria-hidden="true" viewBox="0 0 20 100" preserveAspectRatio="none" className="h-28 w-full text-copper">
            {Array.from({ length: 5 }, (_, line) => (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a bar have no other name.
                key={line}
                x={1 + line * 4}
                y={100 - Math.max(1, (count / most) * 100)}
                width="1.6"
                height={Math.max(1, (count / most) * 100)}
                fill={count === 0 ? 'var(--hairline)' : 'currentColor'}
              />
            ))}
          </svg>
          <span aria-hidden="true">{mark}</span>
          <span className="sr-only">{`${name}: ${count}`}</span>
        </li>
      ))}
    </ol>
  );
}
