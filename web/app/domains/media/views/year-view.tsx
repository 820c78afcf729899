import { useMemo, useState } from 'react';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Columns } from '../../../ui/plot/columns.tsx';
import { starsFigure, starsLabel } from '../media.ts';
import { useMediaDesk } from '../media-desk.tsx';
import { GoalPanel } from './goal-panel.tsx';
import { type YearFigures, yearFigures, yearsOf } from './year-figures.ts';

const monthLetters = ['J', 'F', 'M', 'A', 'M', 'J', 'J', 'A', 'S', 'O', 'N', 'D'];
const monthNames = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2026, month, 15))),
);

/** One year in figures. */
export function YearView() {
  const { entries, items, today, preset, isSample } = useMediaDesk();
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
      <dl className="grid border-t border-hairline sm:grid-cols-2 sm:gap-x-6 lg:grid-cols-4">
        {(isBooks ? bookFigures(figures) : filmFigures(figures)).map(({ label, value, note }) => (
          <div key={label} className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 border-b border-hairline py-2">
            <dt>{label}</dt>
            <dd className="lettering text-lg tabular-nums">{value}</dd>
            <dd className="col-span-2 text-sm text-muted">{note}</dd>
          </div>
        ))}
      </dl>
      {isSample ? null : <GoalPanel key={year} year={year} finished={figures.finished} />}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Panel title="By month">
          <Columns
            label={`${preset.words.finished} in each month of ${year}`}
            columns={figures.months.map((count, month) => ({ name: monthNames[month] ?? '', mark: monthLetters[month] ?? '', count }))}
          />
        </Panel>
        <Panel title="Ratings">
          {figures.rated === 0 ? (
            <p className="text-muted">Nothing rated this year yet.</p>
          ) : (
            <Columns
              label={`Ratings of ${year}`}
              columns={figures.ratings.map((count, index) => ({ name: starsLabel(index + 1), mark: starsFigure(index + 1), count }))}
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
