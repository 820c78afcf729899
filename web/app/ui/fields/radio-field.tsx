import { useId } from 'react';

/** One of a few things to choose from, and what is said of it. */
export type RadioChoice<Id extends string> = { readonly id: Id; readonly name: string; readonly hint?: string | undefined };

type RadioFieldProps<Id extends string> = {
  readonly legend: string;
  readonly choices: readonly RadioChoice<Id>[];
  readonly value: Id;
  readonly onChoose: (id: Id) => void;
};

/** One of a few, each with its own line. */
export function RadioField<Id extends string>({ legend, choices, value, onChoose }: RadioFieldProps<Id>) {
  const group = useId();
  return (
    <fieldset className="space-y-1">
      <legend className="text-sm font-medium">{legend}</legend>
      {choices.map(({ id, name, hint }) => (
        <label key={id} className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5">
          <input
            type="radio"
            name={group}
            className="mt-0.5 size-5 shrink-0 accent-(--copper)"
            checked={value === id}
            onChange={() => onChoose(id)}
          />
          <span>
            {name}
            {hint === undefined ? null : <span className="block text-sm text-muted">{hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
