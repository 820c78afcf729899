import type { KeyList } from '../commands/command.ts';
import { focusOn, stepFocus, usePageKeys } from '../commands/use-page-keys.ts';
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
  usePageKeys(keyLists, (key) => press(key, desk, goTo));
}

/** Does what the key is for; `false` where it is for nothing. */
function press(key: string, desk: MediaDesk, goTo: (view: string) => void): boolean {
  const id = document.activeElement?.closest<HTMLElement>('[data-media]')?.dataset['media'];
  const hand = id === undefined ? undefined : desk.inHand(id);
  if (key === 'q') focusOn('[data-add-line]')();
  else if (key === '/') goTo('find');
  else if (key === 'u') desk.undo();
  else if (key === 'j' || key === 'k') step(key === 'j' ? 1 : -1);
  else if (hand === undefined) return false;
  else if (key === ' ') {
    if (!isOpen(hand.item)) return false;
    step(1);
    void desk.write(takeNextStep(hand, desk.at()), `${desk.preset.words.finish}: ${hand.item.title}`);
  } else if (key === 'e') desk.setOpenId(hand.item.id);
  else if (key === 'f') void desk.write(changeItem(hand.item.id, { favourite: !hand.item.favourite }));
  else if (/^[1-5]$/.test(key)) {
    const whole = Number(key) * 2;
    void desk.write(changeItem(hand.item.id, { rating: hand.item.rating === whole ? whole - 1 : whole }));
  } else return false;
  return true;
}

const step = (by: 1 | -1) => stepFocus('[data-media-title]', '[data-media]', by);
