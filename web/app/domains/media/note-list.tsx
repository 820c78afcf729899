import { CheckIcon } from '@castellan/icons/signs/check';
import { Icon } from '../../ui/icon.tsx';
import { RecordList } from '../records/list/record-list.tsx';
import { usePaging } from '../records/list/use-paging.ts';
import { Banknote } from './banknote/banknote.tsx';
import { takeNextStep } from './edit-media.ts';
import type { MediaItem } from './media.ts';
import { useMediaDesk } from './media-desk.tsx';
import { episodeLabel, progressOf } from './progress.ts';
import { useCovers } from './use-covers.ts';
import { isOpen } from './views/up-next.ts';

/** Notes drawn at once: thousands of them need not be drawn to find one. */
const notesAtOnce = 60;

/** Items as notes, so many at once. */
export function NoteList({ items, label }: { readonly items: readonly MediaItem[]; readonly label: string }) {
  const { preset, byItem, itemHand, setOpenId, isSample } = useMediaDesk();
  const { unsent } = itemHand.state;
  const paging = usePaging(items, notesAtOnce);
  const covers = useCovers(isSample ? [] : paging.drawn.map(({ id }) => id));
  return (
    <RecordList rows={items} label={label} className="note-grid" paging={paging}>
      {(item) => (
        <Banknote
          key={item.id}
          item={item}
          progress={progressOf(item, byItem.get(item.id) ?? [])}
          words={preset.words}
          waits={unsent.has(item.id)}
          onOpen={setOpenId}
          cover={covers.get(item.id)}
          action={isOpen(item) ? <NextStep item={item} /> : undefined}
        />
      )}
    </RecordList>
  );
}

/** What comes next of an item, done by one press: the film watched, the next episode seen, the book finished. */
function NextStep({ item }: { readonly item: MediaItem }) {
  const { preset, byItem, inHand, write, at } = useMediaDesk();
  const { next } = progressOf(item, byItem.get(item.id) ?? []);
  const label = item.kind === 'show' && next !== undefined ? episodeLabel(next) : preset.words.finish;
  const press = () => {
    const hand = inHand(item.id);
    if (hand !== undefined) void write(takeNextStep(hand, at()), `${label}: ${item.title}`);
  };
  return (
    <button
      type="button"
      aria-label={`${label}: ${item.title}`}
      onClick={press}
      className="target -mr-2 inline-flex items-center gap-1.5 rounded-control px-2 text-sm font-medium text-ink hover:bg-raised"
    >
      <Icon drawing={CheckIcon} />
      {label}
    </button>
  );
}
