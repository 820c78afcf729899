import { TrashIcon } from '@castellan/icons/signs/trash';
import { useMemo } from 'react';
import { GhostButton } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { EmptyState } from '../../owner-page/empty-state.tsx';
import { RecordList } from '../../records/list/record-list.tsx';
import { RecordRow } from '../../records/list/record-row.tsx';
import { RecordSection } from '../../records/list/record-section.tsx';
import { usePaging } from '../../records/list/use-paging.ts';
import { removeEntries } from '../edit-media.ts';
import { compareEntries, type MediaEntry, type MediaItem, starsFigure, starsLabel } from '../media.ts';
import { useMediaDesk } from '../media-desk.tsx';
import type { MediaWords } from '../preset.ts';
import { episodeLabel } from '../progress.ts';

const daysAtOnce = 100;
const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The diary, by month, the newest day first. */
export function DiaryView() {
  const { entries, items, preset } = useMediaDesk();
  const byId = useMemo(() => new Map(items.map((item) => [item.id, item])), [items]);
  const newest = useMemo(() => [...entries].sort((one, other) => compareEntries(other, one)), [entries]);
  const { drawn, next, showMore } = usePaging(newest, daysAtOnce);
  const months = new Map<string, MediaEntry[]>();
  for (const entry of drawn) {
    const month = entry.on_day?.slice(0, 7) ?? '';
    months.set(month, [...(months.get(month) ?? []), entry]);
  }
  return (
    <div>
      {entries.length === 0 ? (
        <EmptyState of={preset.tool.id}>
          <p className="max-w-prose text-muted">{`The diary is empty. It fills as you mark ${preset.words.many} as ${preset.words.finish.toLowerCase()}.`}</p>
        </EmptyState>
      ) : null}
      {[...months].map(([month, days]) => (
        <RecordSection key={month} title={month === '' ? 'Date unknown' : monthName.format(new Date(`${month}-15T12:00:00Z`))}>
          <RecordList rows={days}>
            {(entry) => {
              const item = byId.get(entry.media_id ?? '');
              return item === undefined ? null : <DiaryRow key={entry.id} entry={entry} item={item} />;
            }}
          </RecordList>
        </RecordSection>
      ))}
      {next > 0 ? <GhostButton className="my-4" onClick={showMore}>{`Show ${next} more`}</GhostButton> : null}
    </div>
  );
}

function DiaryRow({ entry, item }: { readonly entry: MediaEntry; readonly item: MediaItem }) {
  const { preset, write, setOpenId } = useMediaDesk();
  return (
    <RecordRow
      id={entry.id}
      title={item.title}
      onOpen={() => setOpenId(item.id)}
      lead={<span className="w-9 shrink-0 text-muted tabular-nums">{entry.on_day?.slice(8) ?? '–'}</span>}
      facts={
        <span className="record-facts">
          <span>{entryLabel(entry, preset.words)}</span>
          {entry.note === '' ? null : <span className="wrap-anywhere whitespace-pre-wrap">{entry.note}</span>}
        </span>
      }
      aside={
        <>
          {entry.rating === null ? null : (
            <span className="text-copper tabular-nums">
              <span aria-hidden="true">{`${starsFigure(entry.rating)} ★`}</span>
              <span className="sr-only">{starsLabel(entry.rating)}</span>
            </span>
          )}
          <IconButton
            drawing={TrashIcon}
            label={`Remove from the diary: ${item.title}, ${entry.on_day ?? 'on an unknown day'}`}
            onClick={() => void write(removeEntries([entry], new Date()), 'Removed from the diary')}
          />
        </>
      }
    />
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
