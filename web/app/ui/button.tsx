import type { ComponentProps } from 'react';
import { type ButtonTone, buttonClass } from './button-class.ts';
import { classNames } from './class-names.ts';
import { useWork } from './forms/use-work.ts';
import { Icon, type IconDrawing } from './icon.tsx';
import { Spinner } from './spinner.tsx';

type ButtonProps = ComponentProps<'button'> & {
  readonly tone?: ButtonTone;
  /** Drawn before the words. */
  readonly icon?: IconDrawing;
  /** True while what the button started is under way: it stays focusable, says so, and does not start it twice. */
  readonly busy?: boolean;
  /** In the place of `onClick`: what the button starts, and is busy with until it settles. */
  readonly onWork?: (button: HTMLButtonElement) => Promise<unknown>;
};

/** A button that says what it does, in one of the kit's tones; `type` is `button` unless told otherwise. */
export function Button({
  tone = 'primary',
  icon,
  busy = false,
  className,
  children,
  onClick,
  onWork,
  type = 'button',
  ...rest
}: ButtonProps) {
  const work = useWork();
  const isBusy = busy || work.busy;
  return (
    <button
      {...rest}
      type={type}
      className={classNames(buttonClass(tone), className)}
      aria-disabled={isBusy || rest['aria-disabled']}
      aria-busy={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) return event.preventDefault();
        onClick?.(event);
        const button = event.currentTarget;
        if (onWork !== undefined) work.start(() => onWork(button));
      }}
    >
      {isBusy ? <Spinner label="Working" /> : null}
      {icon === undefined ? null : <Icon drawing={icon} />}
      {children}
    </button>
  );
}

type OneToneProps = Omit<ButtonProps, 'tone'>;

/** A button beside the view's main one. */
export function GhostButton(props: OneToneProps) {
  return <Button {...props} tone="ghost" />;
}

/** A button for what only accompanies. */
export function QuietButton(props: OneToneProps) {
  return <Button {...props} tone="quiet" />;
}
