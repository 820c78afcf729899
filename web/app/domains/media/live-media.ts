import { browserTimer } from '../../lib/clock.ts';
import type { Live } from '../../lib/live.ts';
import { liveCollection } from '../records/live-collection.ts';
import { type Day, dayOf } from '../tasks/day.ts';
import { addWithDiary, takeNextStep } from './edit-media.ts';
import { keepMedia } from './keep-media.ts';
import { liveJoined } from './live-joined.ts';
import { entriesByItem, type MediaEntry, type MediaItem, mediaEntries, mediaItems } from './media.ts';
import type { MediaPreset } from './preset.ts';
import { episodeLabel, progressOf } from './progress.ts';
import { readAddLine } from './read-add-line.ts';
import { isOpen, upNextOf } from './views/up-next.ts';

type Figure = { readonly label: string; readonly value: string };

/** The card's two figures: what is in progress or planned, and what was finished this year. */
export function mediaMetrics(preset: MediaPreset): Live<readonly [Figure, Figure]> {
  return liveJoined(
    liveCollection(mediaItems, (rows, today) => ({ items: ownOf(rows, preset), today })),
    liveCollection(mediaEntries, (rows) => rows),
    ({ items, today }, entries) => metricsOf(preset, items, entries, today),
  );
}

/** Of items and diary on a day. */
export function metricsOf(
  { kinds, words }: Pick<MediaPreset, 'kinds' | 'words'>,
  items: readonly MediaItem[],
  entries: readonly MediaEntry[],
  today: Day,
): readonly [Figure, Figure] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const finished = entries
    .filter(({ kind, on_day }) => kind === 'finished' && on_day?.startsWith(today.slice(0, 4)) === true)
    .flatMap(({ media_id }) => byId.get(media_id ?? '') ?? []);
  const active = items.filter(({ status }) => status === 'active').length;
  const read = finished.reduce((sum, item) => sum + (item.kind === 'book' ? (item.pages ?? 0) : 0), 0);
  const pages = read === 0 ? '' : `, ${read.toLocaleString('en-GB')} pages`;
  return [
    {
      label: active === 0 ? words.statuses.planned : `${words.statuses.planned}, ${active.toLocaleString('en-GB')} in progress`,
      value: items.filter(isOpen).length.toLocaleString('en-GB'),
    },
    {
      label: `${words.finished} this year${kinds.includes('book') ? pages : ''}`,
      value: finished.length.toLocaleString('en-GB'),
    },
  ];
}

/** What a day is meant for, late things first; each is done at once, a show by its next episode. */
export function mediaDue(preset: MediaPreset) {
  return liveJoined(
    liveCollection(mediaItems, (rows, today) => ({ items: ownOf(rows, preset), today })),
    liveCollection(mediaEntries, (rows) => rows),
    ({ items, today }, entries) => {
      const byItem = entriesByItem(entries);
      return upNextOf(items, byItem, today).today.map((item) => ({
        id: item.id,
        title: item.title,
        day: item.planned_on ?? today,
        to: `/${preset.tool.id}#item=${item.id}`,
        finish: () => finishDue(preset, item, byItem.get(item.id) ?? []),
      }));
    },
  );
}

async function finishDue(preset: MediaPreset, item: MediaItem, entries: readonly MediaEntry[]) {
  const now = new Date(browserTimer.nowMs());
  const edits = takeNextStep({ item, entries }, { day: dayOf(now), now });
  if (!(await keepMedia(preset.tool.id, edits)).ok) return undefined;
  const undo = async () => {
    const removed = { deleted_at: new Date(browserTimer.nowMs()).toISOString() };
    await keepMedia(preset.tool.id, {
      items: [{ kind: 'change', id: item.id, values: { status: item.status, planned_on: item.planned_on, rating: item.rating } }],
      entries: edits.entries.map(({ id }) => ({ kind: 'change', id, values: removed })),
    });
  };
  return { undo };
}

/** Everything there is, what is open first, as the palette finds it. */
export function mediaRecords(preset: MediaPreset) {
  return liveJoined(
    liveCollection(mediaItems, (rows, today) => ({ items: ownOf(rows, preset), today })),
    liveCollection(mediaEntries, (rows) => rows),
    ({ items }, entries) => {
      const byItem = entriesByItem(entries);
      return [...items]
        .sort((one, other) => Number(isOpen(other)) - Number(isOpen(one)) || other.created_at.localeCompare(one.created_at))
        .map((item) => {
          const next = item.kind === 'show' && item.status === 'active' ? progressOf(item, byItem.get(item.id) ?? []).next : undefined;
          const facts = [
            String(item.year ?? ''),
            item.creators[0] ?? '',
            preset.words.statuses[item.status],
            next === undefined ? '' : episodeLabel(next),
          ];
          return {
            id: item.id,
            title: item.title,
            note: facts.filter((fact) => fact !== '').join(' · '),
            to: `/${preset.tool.id}#item=${item.id}`,
          };
        });
    },
  );
}

/** A typed line becomes an item, read as the page's own line reads it. */
export function mediaCapture(preset: MediaPreset) {
  return {
    read: (line: string) => {
      const read = readAddLine(line, preset.kinds);
      return read === undefined ? undefined : { title: read.draft.title, facts: read.facts };
    },
    keep: async (line: string) => {
      const read = readAddLine(line, preset.kinds);
      if (read === undefined) return false;
      const now = new Date(browserTimer.nowMs());
      return (await keepMedia(preset.tool.id, addWithDiary(read.draft, { day: dayOf(now), now }))).ok;
    },
  };
}

const ownOf = (rows: readonly MediaItem[], { kinds }: MediaPreset) => rows.filter(({ kind }) => kinds.includes(kind));
