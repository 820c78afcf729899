import { useState } from 'react';
import { QuietButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { CheckField } from '../../../ui/fields/check-field.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { changeItem, type MediaInHand, setStatus } from '../edit-media.ts';
import { draftOfFound, type FoundMedia } from '../look-up.ts';
import { LookUpDialog } from '../look-up-dialog.tsx';
import type { MediaStatus } from '../media.ts';
import { useMediaDesk } from '../media-desk.tsx';
import { mediaStatuses } from '../media-row.ts';
import { kindNames } from '../preset.ts';
import { progressLabel, progressOf } from '../progress.ts';
import { keepCover } from '../use-covers.ts';
import { whatIsMissing } from '../what-is-missing.ts';
import { ItemDiary } from './item-diary.tsx';
import { ItemForm } from './item-form.tsx';
import { BookProgress, EpisodeProgress, FinishForm } from './item-progress.tsx';
import { StarsField } from './stars-field.tsx';

/** The sheet of the item that is open. */
export function ItemSheet() {
  const { openId, setOpenId, inHand } = useMediaDesk();
  const hand = openId === undefined ? undefined : inHand(openId);
  return (
    <Dialog
      open={hand !== undefined}
      title={hand?.item.title ?? ''}
      description={hand === undefined ? undefined : factsOf(hand)}
      onClose={() => setOpenId(undefined)}
    >
      {hand === undefined ? null : <Sheet key={hand.item.id} hand={hand} />}
    </Dialog>
  );
}

function factsOf({ item, entries }: MediaInHand): string {
  const said = progressLabel(item, progressOf(item, entries));
  return [kindNames[item.kind], item.year === null ? '' : String(item.year), item.creators.join(', '), said]
    .filter((part) => part !== '')
    .join(' · ');
}

function Sheet({ hand }: { readonly hand: MediaInHand }) {
  const [isLooking, setLooking] = useState(false);
  // The form shows what was filled in: it is drawn again.
  const [fills, setFills] = useState(0);
  const { preset, write, itemHand, isSample, tell, setOpenId } = useMediaDesk();
  const { item } = hand;
  const { words } = preset;
  const fillIn = async (found: FoundMedia) => {
    // What the owner has said stays; its name and status are the owner's in any case.
    const { title: _title, kind: _kind, status: _status, ...known } = draftOfFound(found);
    const added = whatIsMissing(item, known);
    if (!(await write(Object.keys(added).length === 0 ? { items: [], entries: [] } : changeItem(item.id, added), 'Filled in'))) return;
    setLooking(false);
    setFills((count) => count + 1);
    if (found.cover !== null) void keepCover(item.id, found.cover);
  };
  const remove = async () => {
    const gone = { deleted_at: new Date().toISOString() };
    const kept = isSample
      ? await write({ items: [{ kind: 'change', id: item.id, values: gone }], entries: [] })
      : await tell(itemHand.remove(item.id), `Deleted: ${item.title}`);
    if (kept) setOpenId(undefined);
  };
  return (
    <div className="grid gap-6">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Status"
          value={item.status}
          onValue={(value) => void write(setStatus(item, value as MediaStatus))}
          options={mediaStatuses.map((one) => ({ value: one, name: words.statuses[one] }))}
        />
        <StarsField label="Rating" rating={item.rating} onRate={(rating) => void write(changeItem(item.id, { rating }))} />
      </div>
      <CheckField label="A favourite" checked={item.favourite} onChecked={(isOn) => void write(changeItem(item.id, { favourite: isOn }))} />
      {item.kind === 'show' ? <EpisodeProgress hand={hand} /> : null}
      {item.kind === 'book' && item.status !== 'done' ? <BookProgress hand={hand} /> : null}
      <FinishForm hand={hand} />
      <ItemDiary hand={hand} />
      <details>
        <summary className="w-fit cursor-pointer py-3 font-medium hover:text-copper">Details and review</summary>
        <ItemForm key={fills} item={item} />
      </details>
      <div className="flex justify-between gap-3 border-t border-hairline pt-4">
        {isSample ? <span /> : <QuietButton onClick={() => setLooking(true)}>Look up details and cover</QuietButton>}
        <QuietButton onClick={() => void remove()}>Delete</QuietButton>
      </div>
      <LookUpDialog open={isLooking} words={item.isbn ?? item.title} verb="Fill in" take={fillIn} onClose={() => setLooking(false)} />
    </div>
  );
}
