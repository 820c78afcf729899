import { useDeferredValue, useMemo, useState } from 'react';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { compareText, type MediaEntry, type MediaItem } from './media.ts';
import { useMediaDesk } from './media-desk.tsx';
import { mediaStatuses } from './media-row.ts';
import { NoteList } from './note-list.tsx';
import { kindNames } from './preset.ts';

const orders = [
  { value: 'added', name: 'Added last' },
  { value: 'logged', name: 'In the diary last' },
  { value: 'rating', name: 'Best rated' },
  { value: 'title', name: 'By title' },
  { value: 'year', name: 'Newest release' },
] as const;

/** Everything there is, narrowed by words, status, kind and tag. */
export function ShelfView() {
  const { items, byItem, preset } = useMediaDesk();
  const [words, setWords] = useState('');
  const [status, setStatus] = useState('');
  const [kind, setKind] = useState('');
  const [tag, setTag] = useState('');
  const [order, setOrder] = useState('added');
  const wanted = useDeferredValue(words.trim().toLowerCase());
  const tags = useMemo(() => [...new Set(items.flatMap((item) => item.tags))].sort(), [items]);
  const found = useMemo(
    () =>
      items
        .filter(
          (item) =>
            (status === '' || item.status === status) &&
            (kind === '' || item.kind === kind) &&
            (tag === '' || item.tags.includes(tag)) &&
            (wanted === '' || textOf(item).includes(wanted)),
        )
        .sort(comparing(order, byItem)),
    [items, byItem, wanted, status, kind, tag, order],
  );
  return (
    <>
      <h2 className="sr-only">Shelf</h2>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_11rem_11rem_11rem_11rem]">
        <TextField label="Find" type="search" data-find value={words} onChange={(event) => setWords(event.currentTarget.value)} />
        <SelectField
          label="Status"
          value={status}
          onChange={(event) => setStatus(event.currentTarget.value)}
          options={[{ value: '', name: 'Any' }, ...mediaStatuses.map((one) => ({ value: one, name: preset.words.statuses[one] }))]}
        />
        {preset.kinds.length > 1 ? (
          <SelectField
            label="Kind"
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value)}
            options={[{ value: '', name: 'All' }, ...preset.kinds.map((one) => ({ value: one, name: `${kindNames[one]}s` }))]}
          />
        ) : null}
        <SelectField
          label="Tag"
          value={tag}
          onChange={(event) => setTag(event.currentTarget.value)}
          options={[{ value: '', name: 'All tags' }, ...tags.map((one) => ({ value: one, name: one }))]}
        />
        <SelectField label="Order" value={order} onChange={(event) => setOrder(event.currentTarget.value)} options={orders} />
      </div>
      <p role="status" className="my-3 text-sm text-muted">
        {found.length === 0
          ? `No ${preset.words.noun} fits.`
          : found.length === items.length
            ? `${items.length.toLocaleString('en-GB')} ${items.length === 1 ? preset.words.noun : preset.words.many}`
            : `${found.length.toLocaleString('en-GB')} of ${items.length.toLocaleString('en-GB')}`}
      </p>
      <NoteList items={found} label="Shelf" />
    </>
  );
}

function textOf({ title, creators, year, tags, isbn }: MediaItem): string {
  return `${title} ${creators.join(' ')} ${year ?? ''} ${tags.join(' ')} ${isbn ?? ''}`.toLowerCase();
}

function comparing(order: string, byItem: ReadonlyMap<string, readonly MediaEntry[]>) {
  const lastDay = ({ id }: MediaItem) => byItem.get(id)?.at(-1)?.on_day ?? '';
  const added = (one: MediaItem, other: MediaItem) => compareText(other.created_at, one.created_at) || compareText(one.title, other.title);
  return (one: MediaItem, other: MediaItem): number => {
    if (order === 'logged') return compareText(lastDay(other), lastDay(one)) || added(one, other);
    if (order === 'rating') return (other.rating ?? 0) - (one.rating ?? 0) || added(one, other);
    if (order === 'title') return compareText(one.title.toLowerCase(), other.title.toLowerCase());
    if (order === 'year') return (other.year ?? -9999) - (one.year ?? -9999) || added(one, other);
    return added(one, other);
  };
}
