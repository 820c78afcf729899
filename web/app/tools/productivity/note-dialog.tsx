import type { FormEvent } from 'react';
import { longestBody, longestTitle, type Note, readTags } from '../../domains/notes/note.ts';
import type { CollectionInHand } from '../../domains/records/use-collection.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';

type NoteDialogProps = {
  readonly hand: CollectionInHand<Note>;
  readonly id: string | undefined;
  readonly tell: (kept: ReturnType<CollectionInHand<Note>['change']>) => Promise<boolean>;
  readonly onClose: () => void;
};

/** The form of the note that is being edited. */
export function NoteDialog({ hand, id, tell, onClose }: NoteDialogProps) {
  const note = hand.state.rows.find((row) => row.id === id);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (note === undefined) return;
    const changed = changedFields(note, new FormData(event.currentTarget));
    if (Object.keys(changed).length === 0 || (await tell(hand.change(note.id, changed)))) onClose();
  };
  return (
    <Dialog open={note !== undefined} title="Note" onClose={onClose}>
      {note === undefined ? null : (
        <form key={note.id} noValidate autoComplete="off" onSubmit={(event) => void save(event)} className="grid gap-4">
          <TextField name="title" label="Title" defaultValue={note.title} maxLength={longestTitle} />
          <TextArea name="body" label="Text" rows={10} defaultValue={note.body} maxLength={longestBody} />
          <TextField name="tags" label="Tags, between commas" defaultValue={note.tags.join(', ')} maxLength={2000} />
          <CheckField name="pinned" label="Pinned" defaultChecked={note.pinned} />
          <div className="mt-2 flex justify-end">
            <Button type="submit">Save</Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

/** Only what was changed here, so that what another tab changed meanwhile stays. */
function changedFields(note: Note, form: FormData): Partial<Note> {
  const text = (name: string) => String(form.get(name) ?? '').replaceAll('\r\n', '\n');
  const read = { title: text('title').trim(), body: text('body'), tags: [...readTags(text('tags'))], pinned: form.get('pinned') !== null };
  return {
    ...(read.title === note.title ? {} : { title: read.title }),
    ...(read.body === note.body ? {} : { body: read.body }),
    ...(read.tags.join('\n') === note.tags.join('\n') ? {} : { tags: read.tags }),
    ...(read.pinned === note.pinned ? {} : { pinned: read.pinned }),
  };
}
