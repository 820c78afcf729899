import { QuietButton } from '../../../web/app/ui/button.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';

/** One part of a split entry while it is typed. */
export type SplitLine = { readonly key: number; readonly category: string; readonly amount: string };

type SplitFieldsProps = {
  readonly lines: readonly SplitLine[];
  /** The list of known categories. */
  readonly listId: string;
  readonly error: string | undefined;
  readonly onChange: (lines: readonly SplitLine[]) => void;
};

/** The parts of a split entry: a category and an amount each. */
export function SplitFields({ lines, listId, error, onChange }: SplitFieldsProps) {
  const change = (key: number, values: Partial<SplitLine>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...values } : line)));
  const next = Math.max(-1, ...lines.map(({ key }) => key)) + 1;
  const add = () => onChange([...lines, { key: next, category: '', amount: '-' }]);
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">Parts of this entry</legend>
      {lines.map((line, index) => (
        <div key={line.key} className="grid grid-cols-[minmax(0,1fr)_8rem_auto] items-end gap-2">
          <TextField
            label={`Category ${index + 1}`}
            list={listId}
            maxLength={80}
            value={line.category}
            onValue={(value) => change(line.key, { category: value })}
          />
          <TextField label={`Amount ${index + 1}`} value={line.amount} onValue={(value) => change(line.key, { amount: value })} />
          <QuietButton aria-label={`Remove part ${index + 1}`} onClick={() => onChange(lines.filter(({ key }) => key !== line.key))}>
            Remove
          </QuietButton>
        </div>
      ))}
      <p role="status">{error === undefined ? null : <StatusMark kind="failure">{error}</StatusMark>}</p>
      <QuietButton
        className="-ml-2 justify-self-start"
        onClick={
          lines.length === 0
            ? () =>
                onChange([
                  { key: 0, category: '', amount: '-' },
                  { key: 1, category: '', amount: '-' },
                ])
            : add
        }
      >
        {lines.length === 0 ? 'Split it' : 'Add a part'}
      </QuietButton>
    </fieldset>
  );
}
