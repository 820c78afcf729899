import { useDeferredValue, useMemo, useState } from 'react';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { findOnShelf } from '../find-on-shelf.ts';
import { useMediaDesk } from '../media-desk.tsx';
import { mediaStatuses } from '../media-row.ts';
import { NoteList } from '../note-list.tsx';
import { kindNames } from '../preset.ts';

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
  const wanted = useDeferredValue(words);
  const tags = useMemo(() => [...new Set(items.flatMap((item) => item.tags))].sort(), [items]);
  const found = useMemo(
    () => findOnShelf(items, byItem, { words: wanted, status, kind, tag, order }),
    [items, byItem, wanted, status, kind, tag, order],
  );
  return (
    <>
      <h2 className="sr-only">Shelf</h2>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_11rem_11rem_11rem_11rem]">
        <TextField label="Find" type="search" data-find value={words} onValue={setWords} />
        <SelectField
          label="Status"
          value={status}
          onValue={setStatus}
          options={[{ value: '', name: 'Any' }, ...mediaStatuses.map((one) => ({ value: one, name: preset.words.statuses[one] }))]}
        />
        {preset.kinds.length > 1 ? (
          <SelectField
            label="Kind"
            value={kind}
            onValue={setKind}
            options={[{ value: '', name: 'All' }, ...preset.kinds.map((one) => ({ value: one, name: `${kindNames[one]}s` }))]}
          />
        ) : null}
        <SelectField
          label="Tag"
          value={tag}
          onValue={setTag}
          options={[{ value: '', name: 'All tags' }, ...tags.map((one) => ({ value: one, name: one }))]}
        />
        <SelectField label="Order" value={order} onValue={setOrder} options={orders} />
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
