import type { Ref } from 'react';
import { TextField } from '../../ui/fields/text-field.tsx';

type CodeFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (digits: string) => void;
  readonly error?: string | undefined;
  readonly autoFocus?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
};

/** Six digits of an authenticator: whatever else is typed or pasted is left out, and what is beyond six is cut. */
export function CodeField({ label, value, onChange, error, autoFocus = false, ref }: CodeFieldProps) {
  return (
    <TextField
      ref={ref}
      label={label}
      value={value}
      error={error}
      autoFocus={autoFocus}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]*"
      placeholder="000000"
      className="[&_input]:font-mono [&_input]:text-xl [&_input]:tracking-[0.35em]"
      onValue={(value) => onChange(value.replace(/\D/g, '').slice(0, 6))}
    />
  );
}
