import { EyeIcon } from '@castellan/icons/signs/eye';
import { EyeSlashIcon } from '@castellan/icons/signs/eye-slash';
import { type ComponentProps, useState } from 'react';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { secretAutoComplete } from '../entries/secret-auto-complete.ts';

type SecretFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'autoComplete'>;

/** A field for a secret: its text is dots until the button beside it is pressed. */
export function SecretField({ label, className, ...rest }: SecretFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <TextField
        spellCheck={false}
        autoCapitalize="none"
        {...rest}
        autoComplete={secretAutoComplete}
        label={label}
        type={shown ? 'text' : 'password'}
        className={`[&_input]:pr-13 [&_input]:font-mono ${className ?? ''}`}
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
    </div>
  );
}
