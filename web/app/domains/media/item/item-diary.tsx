import { type FormEvent, useState } from 'react';
import { Button, QuietButton } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { type MediaInHand, removeEntries } from '../edit-media.ts';
import type { MediaEntry } from '../media.ts';
import { useMediaDesk } from '../media-desk.tsx';
import { entryLabel } from '../views/diary-view.tsx';
import { StarsField } from './stars-field.tsx';

const shownAtOnce = 12;

/** The item's own days of the diary, the newest first; each can be changed and removed. */
export function ItemDiary({ hand: { entries } }: { readonly hand: MediaInHand }) {
  const { preset, write } = useMediaDesk();
  const [edited, setEdited] = useState<string>();
  const [all, setAll] = useState(false);
  if (entries.length === 0) return null;
  const newest = entries.toReversed();
  return (
    <section aria-label="Diary">
      <h3 className="font-medium">Diary</h3>
      <ul className="mt-1">
        {newest.slice(0, all ? undefined : shownAtOnce).map((entry) => (
          <li key={entry.id} className="border-t border-hairline py-1">
            <div className="flex flex-wrap items-center gap-x-3">
              <span className="font-mono text-sm">{entry.on_day ?? 'some day'}</span>
              <span className="text-sm text-muted">{entryLabel(entry, preset.words)}</span>
              <span className="-mr-3 ml-auto flex">
                <QuietButton
                  aria-expanded={edited === entry.id}
                  aria-label={`Edit the entry of ${entry.on_day ?? 'an unknown day'}`}
                  onClick={() => setEdited(edited === entry.id ? undefined : entry.id)}
                >
                  Edit
                </QuietButton>
                <QuietButton
                  aria-label={`Remove the entry of ${entry.on_day ?? 'an unknown day'}`}
                  onClick={() => void write(removeEntries([entry], new Date()), 'Removed from the diary')}
                >
                  Remove
                </QuietButton>
              </span>
            </div>
            {edited === entry.id ? <EntryForm entry={entry} onDone={() => setEdited(undefined)} /> : null}
          </li>
        ))}
      </ul>
      {newest.length > shownAtOnce && !all ? <QuietButton onClick={() => setAll(true)}>{`Show all ${newest.length}`}</QuietButton> : null}
    </section>
  );
}

function EntryForm({ entry, onDone }: { readonly entry: MediaEntry; readonly onDone: () => void }) {
  const { write } = useMediaDesk();
  const [rating, setRating] = useState(entry.rating);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const day = String(form.get('day') ?? '');
    const values = { on_day: day === '' ? null : day, rating, note: String(form.get('note') ?? '').replaceAll('\u0000', '') };
    if (await write({ items: [], entries: [{ kind: 'change', id: entry.id, values }] }, 'Diary changed')) onDone();
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-3 pb-3">
      <TextField name="day" label="Day" type="date" min="1870-01-01" max="2200-12-31" defaultValue={entry.on_day ?? ''} />
      <StarsField label="Rating that day" rating={rating} onRate={setRating} />
      <TextArea name="note" label="Note" rows={3} maxLength={20_000} defaultValue={entry.note} />
      <Button type="submit" className="justify-self-end">
        Save
      </Button>
    </form>
  );
}
