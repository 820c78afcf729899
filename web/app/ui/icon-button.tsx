import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconDrawing } from './icon.tsx';

type IconButtonProps = Omit<ComponentProps<'button'>, 'type' | 'children' | 'aria-label' | 'aria-pressed'> & {
  readonly drawing: IconDrawing;
  readonly label: string;
  /** Of a button that stays pressed. */
  readonly pressed?: boolean;
  /** The class of its ink, which is full where it is pressed and muted elsewhere: copper is what acts. */
  readonly ink?: string;
};

/** A button that is a drawing alone. */
export function IconButton({ drawing, label, pressed, ink, className, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      className={classNames(
        'target inline-grid place-items-center rounded-control hover:bg-raised hover:text-ink',
        ink ?? (pressed === true ? 'bg-raised text-ink' : 'text-muted'),
        className,
      )}
    >
      <Icon drawing={drawing} />
    </button>
  );
}
