import type { KeyList } from '../commands/command.ts';
import { stepRecord, useRecordKeys } from '../records/list/use-record-keys.ts';
import { changeItem, takeNextStep } from './edit-media.ts';
import { type MediaDesk, useMediaDesk } from './media-desk.tsx';
import { isOpen } from './views/up-next.ts';

const keyList: KeyList = {
  title: 'Films and books',
  keys: [
    { keys: 'q', does: 'Type a new title' },
    { keys: '/', does: 'Find on the shelf' },
    { keys: 'j k', does: 'Next and previous title' },
    { keys: 'space', does: 'Watched, read, or the next episode' },
    { keys: 'e', does: 'Open it' },
    { keys: 'f', does: 'Add to favourites, or remove' },
    { keys: '1 2 3 4 5', does: 'Set the rating; press again to remove half a star' },
    { keys: 'u', does: 'Undo' },
  ],
};
const keyLists: readonly KeyList[] = [keyList];

/** Listens for the page's keys, and has the sheet show them. `goTo` leads to one of its views. */
export function useMediaKeys(goTo: (view: string) => void): void {
  const desk = useMediaDesk();
  useRecordKeys(keyLists, {
    add: ['q', '[data-add-line]'],
    find: () => goTo('find'),
    undo: desk.undo,
    act: (key, id) => act(key, id, desk),
  });
}

/** Does what the key is for; `false` where it is for nothing. */
function act(key: string, id: string, desk: MediaDesk): boolean {
  const hand = desk.inHand(id);
  if (hand === undefined) return false;
  if (key === ' ') {
    if (!isOpen(hand.item)) return false;
    stepRecord(1);
    void desk.write(takeNextStep(hand, desk.at()), `${desk.preset.words.finish}: ${hand.item.title}`);
  } else if (key === 'e') desk.setOpenId(hand.item.id);
  else if (key === 'f') void desk.write(changeItem(hand.item.id, { favourite: !hand.item.favourite }));
  else if (/^[1-5]$/.test(key)) {
    const whole = Number(key) * 2;
    void desk.write(changeItem(hand.item.id, { rating: hand.item.rating === whole ? whole - 1 : whole }));
  } else return false;
  return true;
}
