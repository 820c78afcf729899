import { TrashIcon } from '@castellan/icons/signs/trash';
import { useMemo, useState } from 'react';
import { GhostButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Trash } from '../../records/trash/trash.tsx';
import { removeEntries } from '../edit-media.ts';
import { compareEntries, type MediaEntry, type MediaItem, mediaEntries, starsFigure, starsLabel } from '../media.ts';
import { useMediaDesk } from '../media-desk.tsx';
import type { MediaWords } from '../preset.ts';
import { episodeLabel } from '../progress.ts';

const shownAtOnce = 100;
const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The diary, by month, the newest day first. */
export function DiaryView() {
  const { entries, items, preset, isSample } = useMediaDesk();
  const [shown, setShown] = useState(shownAtOnce);
  const byId = useMemo(() => new Map(items.map((item) => [item.id, item])), [items]);
  const newest = useMemo(() => [...entries].sort((one, other) => compareEntries(other, one)), [entries]);
  const months = new Map<string, MediaEntry[]>();
  for (const entry of newest.slice(0, shown)) {
    const month = entry.on_day?.slice(0, 7) ?? '';
    months.set(month, [...(months.get(month) ?? []), entry]);
  }
  return (
    <div className="grid gap-6">
      {entries.length === 0 ? (
        <p className="text-muted">{`The diary is empty. It fills as you mark ${preset.words.many} as ${preset.words.finish.toLowerCase()}.`}</p>
      ) : null}
      {[...months].map(([month, days]) => (
        <Panel key={month} title={month === '' ? 'Date unknown' : monthName.format(new Date(`${month}-15T12:00:00Z`))}>
          <ul>
            {days.map((entry) => {
              const item = byId.get(entry.media_id ?? '');
              return item === undefined ? null : <DiaryRow key={entry.id} entry={entry} item={item} />;
            })}
          </ul>
        </Panel>
      ))}
      {newest.length > shown ? (
        <GhostButton className="justify-self-start" onClick={() => setShown(shown + shownAtOnce)}>
          {`Show ${Math.min(shownAtOnce, newest.length - shown)} more`}
        </GhostButton>
      ) : null}
      {isSample ? null : <EntryTrash />}
    </div>
  );
}

/** What was taken out of the diary of items that are still there. */
function EntryTrash() {
  const { entryHand, items, today, tell } = useMediaDesk();
  const { hand, collection } = useMemo(() => {
    const titles = new Map(items.map(({ id, title }) => [id, title]));
    const removed = entryHand.state.removed.filter(({ media_id }) => media_id !== null && titles.has(media_id));
    const nameOf: typeof mediaEntries.nameOf = (fields) =>
      `${titles.get(String(fields['media_id'])) ?? 'An entry'}, ${typeof fields['on_day'] === 'string' ? fields['on_day'] : 'on an unknown day'}`;
    return { hand: { ...entryHand, state: { ...entryHand.state, removed } }, collection: { ...mediaEntries, nameOf } };
  }, [entryHand, items]);
  return <Trash collection={collection} hand={hand} noun="diary entry" today={today} tell={tell} />;
}

function DiaryRow({ entry, item }: { readonly entry: MediaEntry; readonly item: MediaItem }) {
  const { preset, write, setOpenId } = useMediaDesk();
  return (
    <li className="grid grid-cols-[2.25rem_minmax(0,1fr)_auto] items-center gap-x-4 border-t border-hairline py-1.5">
      <span className="font-mono text-muted">{entry.on_day?.slice(8) ?? '–'}</span>
      <div className="min-w-0">
        <button
          type="button"
          onClick={() => setOpenId(item.id)}
          className="target text-left font-medium wrap-anywhere underline decoration-hairline underline-offset-4 hover:decoration-copper"
        >
          {item.title}
        </button>
        <span className="ml-3 text-sm text-muted">{entryLabel(entry, preset.words)}</span>
        {entry.note === '' ? null : <p className="pb-2 text-sm wrap-anywhere whitespace-pre-wrap text-muted">{entry.note}</p>}
      </div>
      <div className="flex items-center">
        {entry.rating === null ? null : (
          <span className="font-mono text-copper">
            <span aria-hidden="true">{`${starsFigure(entry.rating)} ★`}</span>
            <span className="sr-only">{starsLabel(entry.rating)}</span>
          </span>
        )}
        <button
          type="button"
          aria-label={`Remove from the diary: ${item.title}, ${entry.on_day ?? 'on an unknown day'}`}
          onClick={() => void write(removeEntries([entry], new Date()), 'Removed from the diary')}
          className="target inline-grid place-items-center rounded-control text-muted hover:text-ink"
        >
          <Icon drawing={TrashIcon} />
        </button>
      </div>
    </li>
  );
}

/** What an entry says happened: `Watched again`, `S2 E5`, `Page 236`. */
export function entryLabel(entry: MediaEntry, words: MediaWords): string {
  if (entry.kind === 'finished') return entry.again ? `${words.finished} again` : words.finished;
  if (entry.kind === 'started') return 'Started';
  if (entry.season !== null && entry.episode !== null) return episodeLabel({ season: entry.season, episode: entry.episode });
  if (entry.percent !== null) return `${entry.percent} %`;
  return entry.page === null ? 'Went on' : `Page ${entry.page}`;
}
