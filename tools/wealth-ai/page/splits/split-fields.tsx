import { QuietButton } from '../../../../web/app/ui/button.tsx';
import { TextField } from '../../../../web/app/ui/fields/text-field.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import type { SplitLine } from './split-lines.ts';

type SplitFieldsProps = {
  readonly lines: readonly SplitLine[];
  /** What a part has: an amount, or a percentage. */
  readonly of?: 'Amount' | 'Percent';
  /** The list of known categories. */
  readonly listId: string;
  readonly error: string | undefined;
  readonly onChange: (lines: readonly SplitLine[]) => void;
};

/** The parts of what is split: a category each, and an amount or a percentage. */
export function SplitFields({ lines, of = 'Amount', listId, error, onChange }: SplitFieldsProps) {
  const change = (key: number, values: Partial<SplitLine>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...values } : line)));
  const next = Math.max(-1, ...lines.map(({ key }) => key)) + 1;
  const amount = of === 'Amount' ? '-' : '';
  const begin = (count: number) =>
    onChange([...lines, ...Array.from({ length: count }, (_, at) => ({ key: next + at, category: '', amount }))]);
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">Parts</legend>
      {lines.map((line, index) => (
        <div key={line.key} className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2 sm:grid-cols-[minmax(0,1fr)_7rem_auto]">
          <TextField
            className="max-sm:col-span-2"
            label={`Category ${index + 1}`}
            list={listId}
            maxLength={80}
            value={line.category}
            onValue={(value) => change(line.key, { category: value })}
          />
          <TextField
            label={`${of} ${index + 1}`}
            inputMode={of === 'Amount' ? 'text' : 'numeric'}
            value={line.amount}
            onValue={(value) => change(line.key, { amount: value })}
          />
          <QuietButton aria-label={`Remove part ${index + 1}`} onClick={() => onChange(lines.filter(({ key }) => key !== line.key))}>
            Remove
          </QuietButton>
        </div>
      ))}
      <p role="status">{error === undefined ? null : <StatusMark kind="failure">{error}</StatusMark>}</p>
      <QuietButton className="-ml-2 justify-self-start" onClick={() => begin(lines.length === 0 ? 2 : 1)}>
        {lines.length === 0 ? 'Split it' : 'Add a part'}
      </QuietButton>
    </fieldset>
  );
}
