import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { changeItem } from '../edit-media.ts';
import type { MediaItem } from '../media.ts';
import { useMediaDesk } from '../media-desk.tsx';
import { type ItemFault, readItemForm, type TypedItem } from './read-item-form.ts';

/** What is known of an item, to be changed. */
export function ItemForm({ item }: { readonly item: MediaItem }) {
  const { preset, write } = useMediaDesk();
  const [fault, setFault] = useState<ItemFault>();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const text = (name: keyof TypedItem) => String(given.get(name) ?? '');
    const read = readItemForm({
      title: text('title'),
      creators: text('creators'),
      year: text('year'),
      isbn: text('isbn'),
      pages: text('pages'),
      runtime: text('runtime'),
      seasons: text('seasons'),
      planned: text('planned'),
      tags: text('tags'),
      review: text('review'),
    });
    setFault(read.ok ? undefined : read.failure);
    if (read.ok) await write(changeItem(item.id, read.value), 'Saved');
    else form.querySelector<HTMLElement>(`[name="${read.failure.field}"]`)?.focus();
  };
  const field = (name: keyof TypedItem, label: string, value: string | number | null) => (
    <TextField
      name={name}
      label={label}
      autoComplete="off"
      defaultValue={value ?? ''}
      error={fault?.field === name ? fault.sentence : undefined}
    />
  );
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-2 grid gap-4">
      {field('title', 'Title', item.title)}
      {field('creators', `${preset.words.creators}, between commas`, item.creators.join(', '))}
      <div className="grid gap-4 sm:grid-cols-2">
        {field('year', 'Year', item.year)}
        <TextField
          name="planned"
          label={preset.words.plannedOn}
          type="date"
          defaultValue={item.planned_on ?? ''}
          error={fault?.field === 'planned' ? fault.sentence : undefined}
        />
        {item.kind === 'book' ? (
          <>
            {field('isbn', 'ISBN', item.isbn)}
            {field('pages', 'Pages', item.pages)}
          </>
        ) : (
          field('runtime', item.kind === 'show' ? 'Minutes an episode' : 'Minutes', item.runtime_min)
        )}
        {item.kind === 'show' ? field('seasons', 'Episodes of each season', item.seasons.join(', ')) : null}
      </div>
      {field('tags', 'Tags, between commas', item.tags.join(', '))}
      <TextArea name="review" label="Review" rows={5} maxLength={20_000} defaultValue={item.review} />
      <Button type="submit" className="justify-self-end">
        Save
      </Button>
    </form>
  );
}
