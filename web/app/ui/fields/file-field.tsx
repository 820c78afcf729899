import { useId } from 'react';
import { classNames } from '../class-names.ts';
import './file-field.css';

type FileFieldProps = {
  readonly label: string;
  /** Which files the browser offers first, as `<input accept>`; any may come. */
  readonly accept?: string;
  readonly disabled?: boolean;
  readonly className?: string;
  /** `undefined` when another one is about to be chosen: the field is empty then. */
  readonly onChoose: (file: File | undefined) => void;
};

/** A choice of one file, with its label. The same file may be chosen again after it was changed. */
export function FileField({ label, accept, disabled, className, onChoose }: FileFieldProps) {
  const id = useId();
  return (
    <div className={classNames('flex flex-col gap-2', className)}>
      <label htmlFor={id} className="text-sm font-medium text-ink">
        {label}
      </label>
      <input
        id={id}
        type="file"
        accept={accept}
        disabled={disabled}
        className="file-choice"
        // Choosing the same file once more is told of only if the earlier choice is forgotten before.
        onClick={(event) => {
          if (event.currentTarget.value === '') return;
          event.currentTarget.value = '';
          onChoose(undefined);
        }}
        onChange={(event) => onChoose(event.currentTarget.files?.[0])}
      />
    </div>
  );
}
