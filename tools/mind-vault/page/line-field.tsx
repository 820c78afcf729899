import { useId, useState } from 'react';
import { classNames } from '../../../web/app/ui/class-names.ts';

type LineFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly maxLength?: number;
  /** Drawn as the page's title. */
  readonly isTitle?: boolean;
  /** Saves another value when the field is left or Enter is pressed; answers with what is wrong with it. */
  readonly onSave: (value: string) => Promise<string | undefined>;
};

/** A line that is text until it is edited; Escape takes the edit back. */
export function LineField({ label, value, placeholder, maxLength, isTitle = false, onSave }: LineFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  const [fault, setFault] = useState<string>();
  const save = async () => {
    if (typed.trim() === value.trim()) return setTyped(value);
    setFault(await onSave(typed.trim()));
  };
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={isTitle ? 'sr-only' : 'text-sm text-muted'}>
        {label}
      </label>
      <input
        id={id}
        value={typed}
        placeholder={placeholder}
        maxLength={maxLength}
        data-note-title={isTitle || undefined}
        // Browsers keep what stands in fields to fill a page in again, and keep it readable.
        autoComplete="off"
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
          if (event.key === 'Escape') {
            setTyped(value);
            setFault(undefined);
          }
        }}
        className={classNames(
          'block min-h-11 w-full min-w-0 rounded-control border-b border-transparent bg-transparent text-ink hover:border-hairline focus:border-copper',
          isTitle ? 'lettering text-2xl placeholder:text-muted' : 'text-base placeholder:text-muted',
        )}
      />
      {fault === undefined ? null : (
        <p id={`${id}-fault`} role="alert" className="mt-1 text-sm text-carmine">
          {fault}
        </p>
      )}
    </div>
  );
}
