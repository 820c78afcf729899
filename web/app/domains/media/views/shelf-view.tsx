import { useDeferredValue, useMemo, useState } from 'react';
import { RecordTools } from '../../records/list/record-tools.tsx';
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
      <RecordTools
        find={{ value: words, onValue: setWords }}
        choices={[
          {
            label: 'Status',
            value: status,
            onValue: setStatus,
            options: [{ value: '', name: 'Any status' }, ...mediaStatuses.map((one) => ({ value: one, name: preset.words.statuses[one] }))],
          },
          ...(preset.kinds.length > 1
            ? [
                {
                  label: 'Kind',
                  value: kind,
                  onValue: setKind,
                  options: [{ value: '', name: 'All kinds' }, ...preset.kinds.map((one) => ({ value: one, name: `${kindNames[one]}s` }))],
                },
              ]
            : []),
          {
            label: 'Tag',
            value: tag,
            onValue: setTag,
            options: [{ value: '', name: 'All tags' }, ...tags.map((one) => ({ value: one, name: one }))],
          },
          { label: 'Order', value: order, onValue: setOrder, options: orders },
        ]}
        said={
          found.length === 0
            ? `No ${preset.words.noun} matches.`
            : found.length === items.length
              ? `${items.length.toLocaleString('en-GB')} ${items.length === 1 ? preset.words.noun : preset.words.many}`
              : `${found.length.toLocaleString('en-GB')} of ${items.length.toLocaleString('en-GB')}`
        }
      />
      <NoteList items={found} label="Shelf" />
    </>
  );
}
