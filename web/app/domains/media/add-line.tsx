import { type FormEvent, useState } from 'react';
import { Button, GhostButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { addWithDiary } from './edit-media.ts';
import { draftOfFound, type FoundMedia } from './look-up.ts';
import { LookUpDialog } from './look-up-dialog.tsx';
import { useMediaDesk } from './media-desk.tsx';
import { readAddLine } from './read-add-line.ts';
import { keepCover } from './use-covers.ts';

/** One typed line becomes an item. What has stars is in the diary of today, too. */
export function AddLine() {
  const { preset, write, at, isSample } = useMediaDesk();
  const [isLooking, setLooking] = useState(false);
  const [line, setLine] = useState('');
  const [error, setError] = useState<string>();
  const read = readAddLine(line, preset.kinds);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (read === undefined) return setError(line.length > 500 ? 'A title has 500 characters at most.' : 'Type a title first.');
    if (!(await write(addWithDiary(read.draft, at()), `Added: ${read.draft.title}`))) return;
    setLine('');
    setError(undefined);
  };
  const takeFound = async (found: FoundMedia) => {
    const rated = read?.draft ?? { status: 'planned' as const, rating: null, tags: [] };
    const draft = { ...draftOfFound(found), status: rated.status, rating: rated.rating, tags: rated.tags };
    const edits = addWithDiary(draft, at());
    if (!(await write(edits, `Added: ${found.title}`))) return;
    setLooking(false);
    setLine('');
    const [item] = edits.items;
    if (item !== undefined && found.cover !== null) void keepCover(item.id, found.cover);
  };
  return (
    <>
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-3 mb-5">
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
          <TextField
            label={`New ${preset.words.noun}`}
            data-add-line
            autoComplete="off"
            placeholder={preset.words.example}
            value={line}
            error={error}
            onValue={(value) => {
              setLine(value);
              setError(undefined);
            }}
          />
          <Button type="submit" className="mt-7">
            Add
          </Button>
          {isSample ? null : (
            <GhostButton className="col-span-2 justify-self-start sm:col-span-1 sm:mt-7" onClick={() => setLooking(true)}>
              Look up
            </GhostButton>
          )}
        </div>
        <p role="status" className="mt-1 text-sm text-muted empty:mt-0">
          {read === undefined || read.facts.length === 0 ? '' : `${read.draft.title} · ${read.facts.join(' · ')}`}
        </p>
      </form>
      <LookUpDialog
        open={isLooking}
        words={read?.draft.isbn ?? read?.draft.title ?? line}
        verb="Add"
        take={takeFound}
        onClose={() => setLooking(false)}
      />
    </>
  );
}
