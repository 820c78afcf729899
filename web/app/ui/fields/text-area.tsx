import { WarningIcon } from '@castellan/icons/signs/warning';
import { type ComponentProps, useId } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import { useEarlyInput } from '../use-early-input.ts';
import { fieldClass } from './field-class.ts';

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'children' | 'onChange'> & {
  readonly label: string;
  /** What is wrong with the text, in a sentence; its presence marks the field invalid. */
  readonly error?: string | undefined;
  readonly onValue?: (value: string) => void;
};

/** Several lines of input with their label. */
export function TextArea({ label, error, onValue, className, id, rows = 4, ...rest }: TextAreaProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  useEarlyInput(fieldId, rest.value);
  return (
    <div className={classNames('flex flex-col gap-2', className)}>
      <label htmlFor={fieldId} className="text-sm font-medium text-ink">
        {label}
      </label>
      <textarea
        {...rest}
        id={fieldId}
        rows={rows}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${fieldId}-error`}
        className={classNames(fieldClass, 'resize-y py-2.5')}
        onChange={(event) => onValue?.(event.currentTarget.value)}
      />
      {error === undefined ? null : (
        <p id={`${fieldId}-error`} role="alert" className="flex items-center gap-2 text-sm text-carmine">
          <Icon drawing={WarningIcon} />
          {error}
        </p>
      )}
    </div>
  );
}
