import { type FormEvent, useRef, useState } from 'react';
import { longestBody, longestTitle, type Note, readTags } from '../../../web/app/domains/notes/note.ts';
import type { Edit } from '../../../web/app/domains/records/collection-state.ts';
import type { CollectionInHand } from '../../../web/app/domains/records/use-collection.ts';
import { Button } from '../../../web/app/ui/button.tsx';
import { Dialog, DialogFoot } from '../../../web/app/ui/dialog.tsx';
import { CheckField } from '../../../web/app/ui/fields/check-field.tsx';
import { TextArea } from '../../../web/app/ui/fields/text-area.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';

type NoteDialogProps = {
  readonly hand: CollectionInHand<Note>;
  /** `newNote` for one that is not there yet. */
  readonly id: string | undefined;
  readonly tell: (kept: ReturnType<CollectionInHand<Note>['change']>) => Promise<boolean>;
  readonly onClose: () => void;
};

/** Stands where a note's id would. */
export const newNote = 'new';

type NoteFields = Pick<Note, 'title' | 'body' | 'tags' | 'pinned'>;

const blank: NoteFields = { title: '', body: '', tags: [], pinned: false };

/** The form of the note that is being edited, or written. */
export function NoteDialog({ hand, id, tell, onClose }: NoteDialogProps) {
  const there = id === newNote ? undefined : hand.state.rows.find((row) => row.id === id);
  // What another device changes while the form is open is no change of the form's.
  const opened = useRef<Note>(undefined);
  if (opened.current?.id !== there?.id) opened.current = there;
  const note = opened.current;
  const open = id === newNote || note !== undefined;
  const [isEmpty, setEmpty] = useState(false);
  const close = () => {
    setEmpty(false);
    opened.current = undefined;
    onClose();
  };
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = readFields(new FormData(event.currentTarget));
    if (note === undefined) {
      const nothing = fields.title === '' && fields.body.trim() === '';
      setEmpty(nothing);
      if (!nothing && (await tell(hand.add(fields).kept))) close();
      return;
    }
    const changed = changedFields(note, fields);
    if (Object.keys(changed).length === 0 || (await tell(saveNote(hand, note, changed)))) close();
  };
  const { title, body, tags, pinned } = note ?? blank;
  return (
    <Dialog open={open} title={note === undefined ? 'New note' : 'Note'} onClose={close}>
      {open ? (
        <form key={id} noValidate autoComplete="off" onSubmit={(event) => void save(event)} className="grid gap-4">
          <TextField
            name="title"
            label="Title"
            defaultValue={title}
            maxLength={longestTitle}
            autoFocus={note === undefined}
            error={isEmpty ? 'A note has a title or a text.' : undefined}
          />
          <TextArea name="body" label="Text" rows={10} defaultValue={body} maxLength={longestBody} />
          <TextField name="tags" label="Tags, between commas" defaultValue={tags.join(', ')} maxLength={2000} />
          <CheckField name="pinned" label="Pinned" defaultChecked={pinned} />
          <DialogFoot>
            <Button type="submit">{note === undefined ? 'Add note' : 'Save'}</Button>
          </DialogFoot>
        </form>
      ) : null}
    </Dialog>
  );
}

function readFields(form: FormData): NoteFields {
  const text = (name: string) => String(form.get(name) ?? '').replaceAll('\r\n', '\n');
  return { title: text('title').trim(), body: text('body'), tags: [...readTags(text('tags'))], pinned: form.get('pinned') !== null };
}

/** Only what was changed here, so that what another tab changed meanwhile stays. */
function changedFields(note: Note, read: NoteFields): Partial<Note> {
  return {
    // A form trims titles and knows one kind of line break: that alone is no change.
    ...(read.title === note.title.trim() ? {} : { title: read.title }),
    ...(read.body === note.body.replaceAll('\r\n', '\n') ? {} : { body: read.body }),
    ...(read.tags.join('\n') === note.tags.join('\n') ? {} : { tags: read.tags }),
    ...(read.pinned === note.pinned ? {} : { pinned: read.pinned }),
  };
}

/** Keeps the state before as a version; a new title has the links to the note rewritten with it, as one step of undo. */
async function saveNote(hand: CollectionInHand<Note>, note: Note, { title, ...changed }: Partial<Note>) {
  const [{ keepVersions }, { renameNote }] = await Promise.all([
    import('../../../web/app/domains/notes/keep-versions.ts'),
    import('../../../web/app/domains/notes/rename-note.ts'),
  ]);
  const now = Date.now();
  if (title === undefined) {
    void keepVersions([note], now);
    return hand.change(note.id, changed, note);
  }
  const rows = hand.state.rows.map((row) => (row.id === note.id ? { ...row, ...changed } : row));
  const renamed = rows.find((row) => row.id === note.id) ?? note;
  const { edits, rewritten } = renameNote(rows, renamed, { title });
  void keepVersions([note, ...hand.state.rows.filter(({ id }) => id !== note.id && rewritten.some((one) => one.id === id))], now);
  return hand.edit(
    edits.map(
      (edit): Edit => (edit.id === note.id ? { ...edit, kind: 'change', values: { ...changed, ...edit.values }, over: note } : edit),
    ),
  );
}
