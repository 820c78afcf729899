import { type FormEvent, useState } from 'react';
import { GhostButton, QuietButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { finishItem, forgetEpisode, logEpisode, type MediaInHand, setProgress, startItem } from '../edit-media.ts';
import { useMediaDesk } from '../media-desk.tsx';
import { episodeKey, episodeLabel, progressOf } from '../progress.ts';

type HandProps = { readonly hand: MediaInHand };

/** Finishes it on a day: today, another one, or one that nobody knows. */
export function FinishForm({ hand }: HandProps) {
  const { preset, write, at, today } = useMediaDesk();
  const [day, setDay] = useState(today);
  const times = progressOf(hand.item, hand.entries).times;
  const { finish } = preset.words;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const edits = finishItem(hand, { ...at(), day: day === '' ? today : day }, day === '' ? { on_day: null } : {});
    void write(edits, `${finish}: ${hand.item.title}`);
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-start gap-3">
      <TextField
        label="On"
        type="date"
        min="1870-01-01"
        max="2200-12-31"
        hint="Empty: on a day that you do not know."
        value={day}
        onValue={setDay}
      />
      <GhostButton type="submit" className="mt-7">
        {times === 0 ? finish : `${finish} again`}
      </GhostButton>
    </form>
  );
}

/** How far the book is read, by page or by percent. */
export function BookProgress({ hand }: HandProps) {
  const { write, at } = useMediaDesk();
  const { item, entries } = hand;
  const progress = progressOf(item, entries);
  const [unit, setUnit] = useState<'page' | 'percent'>(progress.percent !== undefined ? 'percent' : 'page');
  const [error, setError] = useState<string>();
  const most = unit === 'percent' ? 100 : (item.pages ?? 100_000);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('reached') ?? '').trim();
    const reached = Number(typed);
    if (!/^\d{1,6}$/.test(typed) || reached > most) return setError(`A whole number, 0 to ${most}.`);
    setError(undefined);
    void write(setProgress(hand, unit === 'percent' ? { percent: reached } : { page: reached }, at()), 'Progress kept');
  };
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)_7.5rem_auto] items-start gap-3">
      <TextField
        key={unit}
        name="reached"
        label={unit === 'percent' ? 'Read so far, in percent' : item.pages === null ? 'Read to page' : `Read to page, of ${item.pages}`}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={(unit === 'percent' ? progress.percent : progress.page) ?? ''}
        error={error}
      />
      <SelectField
        label="Unit"
        value={unit}
        onValue={(value) => setUnit(value === 'percent' ? 'percent' : 'page')}
        options={[
          { value: 'page', name: 'Page' },
          { value: 'percent', name: 'Percent' },
        ]}
      />
      <GhostButton type="submit" className="mt-7">
        Save
      </GhostButton>
    </form>
  );
}

/** The seasons of a show: each episode is a button that says whether it was seen. */
export function EpisodeProgress({ hand }: HandProps) {
  const { write, at } = useMediaDesk();
  const { item, entries } = hand;
  const { seen, next } = progressOf(item, entries);
  const [chosen, setChosen] = useState<number>();
  const season = chosen ?? next?.season ?? item.seasons.length;
  if (item.seasons.length === 0)
    return (
      <div className="grid justify-items-start gap-2">
        <p className="text-sm text-muted">How many episodes its seasons have can be said under Details: each is then shown here.</p>
        {next === undefined ? null : (
          <GhostButton onClick={() => void write(logEpisode(hand, next, at()), `${episodeLabel(next)} watched`)}>
            {`${episodeLabel(next)} watched`}
          </GhostButton>
        )}
        {entries.length === 0 ? <QuietButton onClick={() => void write(startItem(hand, at()), 'Started')}>Started</QuietButton> : null}
      </div>
    );
  return (
    <div>
      <SelectField
        label="Season"
        className="w-40"
        value={String(season)}
        onValue={(value) => setChosen(Number(value))}
        options={item.seasons.map((count, index) => ({ value: String(index + 1), name: `Season ${index + 1} (${count})` }))}
      />
      <ul aria-label={`Episodes of season ${season}`} className="mt-3 flex max-h-64 flex-wrap gap-2 overflow-y-auto">
        {Array.from({ length: item.seasons[season - 1] ?? 0 }, (_, index) => {
          const episode = { season, episode: index + 1 };
          const isSeen = seen.has(episodeKey(episode));
          return (
            <li key={episode.episode}>
              <button
                type="button"
                aria-pressed={isSeen}
                aria-label={`Episode ${episode.episode} watched`}
                onClick={() => void write(isSeen ? forgetEpisode(hand, episode, new Date()) : logEpisode(hand, episode, at()))}
                className={classNames(
                  'target rounded-control border font-mono text-sm',
                  isSeen ? 'border-ultramarine bg-raised text-ultramarine' : 'border-hairline text-muted hover:border-edge hover:text-ink',
                )}
              >
                {episode.episode}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
