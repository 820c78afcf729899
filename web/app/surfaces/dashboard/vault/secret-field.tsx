import { EyeIcon } from '@phosphor-icons/react/dist/ssr/Eye';
import { EyeSlashIcon } from '@phosphor-icons/react/dist/ssr/EyeSlash';
import { type ComponentProps, useState } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { TextField } from '../../../ui/text-field.tsx';

type SecretFieldProps = Omit<ComponentProps<typeof TextField>, 'type'>;

/**
 * What browsers are told of a field for the vault's master. Not `current-password` or `new-password`: they would offer to keep
 * the master beside the account's password, where the vault's own design keeps it nowhere. Not `off`, which they pass over in
 * password fields. A one-time code is what none of them saves as a password (Chromium: `form_parser.cc`, `IsNotPasswordField`).
 */
export const masterAutoComplete = 'one-time-code';

/** A field whose text is dots until the button beside it is pressed. */
export function SecretField({ label, className, ...rest }: SecretFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <TextField
        spellCheck={false}
        autoCapitalize="none"
        {...rest}
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
