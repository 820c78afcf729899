import { EyeIcon } from '@castellan/icons/signs/eye';
import { EyeSlashIcon } from '@castellan/icons/signs/eye-slash';
import { WarningIcon } from '@castellan/icons/signs/warning';
import { useId, useState } from 'react';
import { fieldClass } from '../../../../../ui/fields/field-class.ts';
import { Icon } from '../../../../../ui/icon.tsx';

type SecretAreaProps = {
  readonly label: string;
  readonly value: string;
  readonly error?: string | undefined;
  readonly required?: boolean;
  readonly onValue: (value: string) => void;
};

/** A secret of several lines, as a key or a set of codes is: a field of one line would join them, and spoil it. Dots until it is asked for. */
export function SecretArea({ label, value, error, required = false, onValue }: SecretAreaProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <div className="relative flex flex-col gap-2">
      <label htmlFor={id} className="text-sm font-medium text-ink">
        {label}
      </label>
      <textarea
        id={id}
        rows={4}
        value={value}
        required={required}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        className={`${fieldClass} resize-y py-2.5 pr-13 font-mono text-sm ${shown ? '' : '[-webkit-text-security:disc]'}`}
        onChange={(event) => onValue(event.currentTarget.value)}
      />
      <button
        type="button"
        aria-pressed={shown}
        aria-label={`Show ${label.toLowerCase()}`}
        onClick={() => setShown(!shown)}
        className="target absolute top-7.5 right-0.5 inline-grid place-items-center rounded-control text-muted hover:text-ink"
      >
        <Icon drawing={shown ? EyeSlashIcon : EyeIcon} />
      </button>
      <p id={`${id}-error`} aria-live="polite" className="flex items-center gap-2 text-sm text-carmine empty:-mt-2">
        {error === undefined ? null : (
          <>
            <Icon drawing={WarningIcon} />
            {error}
          </>
        )}
      </p>
    </div>
  );
}
