import { WarningIcon } from '@castellan/icons/signs/warning';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import { useEarlyInput } from '../use-early-input.ts';
import { fieldClass } from './field-class.ts';

type TextFieldProps = Omit<ComponentProps<'input'>, 'children' | 'onChange'> & {
  readonly label: string;
  /** Stays while the field is filled in. */
  readonly hint?: ReactNode;
  /** What is wrong with the value, in a sentence; its presence marks the field invalid. */
  readonly error?: string | undefined;
  readonly onValue?: (value: string) => void;
};

/** One line of input with its label; hint and error are tied to it, and an error that appears is announced. */
export function TextField({ label, hint, error, onValue, className, id, ...rest }: TextFieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  useEarlyInput(fieldId, rest.value);
  const hintId = `${fieldId}-hint`;
  const errorId = `${fieldId}-error`;
  const described = [hint === undefined ? undefined : hintId, error === undefined ? undefined : errorId, rest['aria-describedby']];
  return (
    <div className={classNames('flex flex-col gap-2', className)}>
      <label htmlFor={fieldId} className="text-sm font-medium text-ink">
        {label}
      </label>
      <input
        {...rest}
        id={fieldId}
        onChange={(event) => onValue?.(event.currentTarget.value)}
        data-autofocus={rest.autoFocus === true || undefined}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={classNames(...described) || undefined}
        className={fieldClass}
      />
      {hint === undefined ? null : (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <p id={errorId} aria-live="polite" className="flex items-center gap-2 text-sm text-carmine empty:-mt-2">
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
