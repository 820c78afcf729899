import { type ChangeEvent, type KeyboardEvent, useId, useState } from 'react';

type LineFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly maxLength?: number;
  /** Drawn as the page's title, in as many lines as it wants. */
  readonly isTitle?: boolean;
  /** Saves another value when the field is left or Enter is pressed; answers with what is wrong with it. */
  readonly onSave: (value: string) => Promise<string | undefined>;
};

const look =
  'block w-full min-w-0 rounded-control border-b border-transparent bg-transparent text-ink placeholder:text-muted hover:border-hairline focus:border-copper';

/** A line that is text until it is edited; Escape takes the edit back. */
export function LineField({ label, value, placeholder, maxLength, isTitle = false, onSave }: LineFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  const [fault, setFault] = useState<string>();
  const save = async () => {
    if (typed.trim() === value.trim()) return setTyped(value);
    setFault(await onSave(typed.trim()));
  };
  const field = {
    ...{ id, value: typed, placeholder, maxLength },
    // Browsers keep what stands in fields to fill a page in again, and keep it readable.
    autoComplete: 'off',
    'aria-invalid': fault !== undefined || undefined,
    'aria-describedby': fault === undefined ? undefined : `${id}-fault`,
    // A title is one line, also where several are pasted.
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setTyped(currentTarget.value.replace(/[\r\n]+/g, ' ')),
    onBlur: () => void save(),
    onKeyDown: (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
        event.preventDefault();
        event.currentTarget.blur();
      }
      if (event.key === 'Escape') {
        setTyped(value);
        setFault(undefined);
      }
    },
  };
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={isTitle ? 'sr-only' : 'text-sm text-muted'}>
        {label}
      </label>
      {isTitle ? (
        <div className="grid">
          {/* What stands here unseen is as high as the title: the field has its height in every browser. */}
          <span
            aria-hidden="true"
            className="invisible min-h-11 border-b py-1.5 lettering text-2xl wrap-anywhere whitespace-pre-wrap [grid-area:1/1]"
          >
            {`${typed === '' ? (placeholder ?? '') : typed} `}
          </span>
          <textarea
            {...field}
            rows={1}
            data-note-title
            className={`${look} resize-none overflow-hidden py-1.5 lettering text-2xl wrap-anywhere [grid-area:1/1]`}
          />
        </div>
      ) : (
        <input {...field} className={`${look} min-h-11 text-base`} />
      )}
      {fault === undefined ? null : (
        <p id={`${id}-fault`} role="alert" className="mt-1 text-sm text-carmine">
          {fault}
        </p>
      )}
    </div>
  );
}
