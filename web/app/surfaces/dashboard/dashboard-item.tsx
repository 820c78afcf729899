import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from '../../ui/class-names.ts';
import { Icon, type IconDrawing } from '../../ui/icon.tsx';

type ItemProps = {
  readonly icon: IconDrawing;
  readonly children: ReactNode;
  /** Shows the icon alone; the words stay for those who hear the page. */
  readonly iconOnly?: boolean;
  /** The key that does the same, for the eye; `aria-keyshortcuts` says it. */
  readonly keys?: string;
};

const itemClass =
  'relative flex min-h-11 w-full items-center gap-4 rounded-control px-4 text-left text-base leading-none text-muted no-underline transition-colors duration-feedback hover:bg-raised hover:text-ink';

/** A way to one of the dashboard's views. */
export function ViewLink({ id, current, ...item }: ItemProps & { readonly id: string; readonly current: boolean }) {
  return (
    <Link
      to={`#${id}`}
      aria-current={current ? 'page' : undefined}
      className={classNames(
        itemClass,
        current && 'bg-raised text-ink before:absolute before:inset-y-2 before:left-0 before:w-0.5 before:bg-copper',
      )}
    >
      <ItemFace {...item} />
    </Link>
  );
}

/** Something the dashboard's frame does. */
export function FrameButton({
  onClick,
  pressed,
  expanded,
  busy = false,
  ariaKeys,
  ...item
}: ItemProps & {
  readonly onClick: () => void;
  readonly pressed?: boolean;
  readonly expanded?: boolean;
  readonly busy?: boolean;
  readonly ariaKeys?: string;
}) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-expanded={expanded}
      aria-disabled={busy}
      aria-busy={busy || undefined}
      aria-keyshortcuts={ariaKeys}
      className={itemClass}
      onClick={() => {
        if (!busy) onClick();
      }}
    >
      <ItemFace {...item} />
    </button>
  );
}

function ItemFace({ icon, children, iconOnly = false, keys }: ItemProps) {
  return (
    <>
      <Icon drawing={icon} className="text-[1.125rem]" />
      <span className={classNames(iconOnly && 'sr-only')}>{children}</span>
      {keys === undefined || iconOnly ? null : (
        <span className="frame-keys" aria-hidden="true">
          {keys}
        </span>
      )}
    </>
  );
}
