import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { addWithDiary } from './edit-media.ts';
import { useMediaDesk } from './media-desk.tsx';
import { readAddLine } from './read-add-line.ts';

/** One typed line becomes an item. What has stars is in the diary of today, too. */
export function AddLine() {
  const { preset, write, at } = useMediaDesk();
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
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-6">
      <div className="flex items-start gap-3">
        <TextField
          className="flex-1"
          label={`New ${preset.words.noun}`}
          data-add-line
          autoComplete="off"
          placeholder={preset.words.example}
          value={line}
          error={error}
          onChange={(event) => {
            setLine(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <Button type="submit" className="mt-7">
          Add
        </Button>
      </div>
      <p role="status" className="mt-1 min-h-5 text-sm text-muted">
        {read === undefined || read.facts.length === 0 ? '' : `${read.draft.title} · ${read.facts.join(' · ')}`}
      </p>
    </form>
  );
}
