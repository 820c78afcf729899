import { type ComponentProps, useId } from 'react';
import { classNames } from '../class-names.ts';
import { fieldClass } from './field-class.ts';

type SelectFieldProps = Omit<ComponentProps<'select'>, 'children' | 'onChange'> & {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly name: string }[];
  /** Reads the label aloud without drawing it, where what stands near says it. */
  readonly labelHidden?: boolean;
  readonly onValue?: (value: string) => void;
};

/** One choice among a few, by the browser's own control. */
export function SelectField({ label, options, labelHidden = false, onValue, className, id, ...rest }: SelectFieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <div className={classNames('flex flex-col gap-2', className)}>
      <label htmlFor={fieldId} className={labelHidden ? 'sr-only' : 'text-sm font-medium text-ink'}>
        {label}
      </label>
      <select {...rest} id={fieldId} className={fieldClass} onChange={(event) => onValue?.(event.currentTarget.value)}>
        {options.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
