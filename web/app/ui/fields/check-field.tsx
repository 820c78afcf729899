import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';

type CheckFieldProps = Omit<ComponentProps<'input'>, 'type' | 'children' | 'onChange'> & {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly onChecked?: (isOn: boolean) => void;
};

/** Yes or no, with its label beside it. */
export function CheckField({ label, hint, onChecked, className, id, ...rest }: CheckFieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const hintId = `${fieldId}-hint`;
  return (
    <div className={classNames('flex flex-col', className)}>
      <label htmlFor={fieldId} className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          {...rest}
          id={fieldId}
          onChange={(event) => onChecked?.(event.currentTarget.checked)}
          type="checkbox"
          aria-describedby={hint === undefined ? undefined : hintId}
          className="size-5 shrink-0 accent-(--copper)"
        />
        {label}
      </label>
      {hint === undefined ? null : (
        <p id={hintId} className="pl-8 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
