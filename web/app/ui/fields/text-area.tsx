import { type ComponentProps, useId } from 'react';
import { classNames } from '../class-names.ts';
import { useEarlyInput } from '../use-early-input.ts';
import { fieldClass } from './field-class.ts';

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'children' | 'onChange'> & {
  readonly label: string;
  readonly onValue?: (value: string) => void;
};

/** Several lines of input with their label. */
export function TextArea({ label, onValue, className, id, rows = 4, ...rest }: TextAreaProps) {
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
        className={classNames(fieldClass, 'resize-y py-2.5')}
        onChange={(event) => onValue?.(event.currentTarget.value)}
      />
    </div>
  );
}
