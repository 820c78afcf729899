import type { ComponentProps } from 'react';
import { type ButtonTone, buttonClass } from './button-class.ts';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

type ButtonProps = ComponentProps<'button'> & {
  readonly tone?: ButtonTone;
  /** True while what the button started is under way: it stays focusable, says so, and does not start it twice. */
  readonly busy?: boolean;
};

/** A button that says what it does, in one of the kit's tones; `type` is `button` unless told otherwise. */
export function Button({ tone = 'primary', busy = false, className, children, onClick, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classNames(buttonClass(tone), className)}
      aria-disabled={busy || rest['aria-disabled']}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? <Spinner label="Working" /> : null}
      {children}
    </button>
  );
}
