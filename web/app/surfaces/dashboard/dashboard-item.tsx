import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { Icon, type IconDrawing } from '../../ui/icon.tsx';
import { viewAddress } from './dashboard-view.ts';
import type { FrameCount } from './frame-counts.ts';

type ItemProps = {
  readonly icon: IconDrawing;
  readonly children: ReactNode;
  /** Shows the icon alone; the words stay for those who hear the page. */
  readonly iconOnly?: boolean;
  /** The key that does the same, for the eye; `aria-keyshortcuts` says it. */
  readonly keys?: string;
  /** How a switch stands, for the eye; `aria-pressed` says it. */
  readonly value?: string;
};

type ViewLinkProps = ItemProps & {
  readonly id: string;
  readonly current: boolean;
  /** How many wait there, and of what; zero is not shown. */
  readonly figure?: FrameCount | undefined;
};

/** A way to one of the dashboard's views. Its name is the view's alone: what waits there is a description. */
export function ViewLink({ id, current, figure, ...item }: ViewLinkProps) {
  const describedBy = useId();
  const shown = figure === undefined || figure.count === 0 ? undefined : figure;
  const text = shown === undefined ? undefined : shown.count.toLocaleString('en-GB');
  return (
    <>
      <Link
        to={viewAddress(id)}
        aria-current={current ? 'page' : undefined}
        aria-describedby={shown === undefined ? undefined : describedBy}
        className="frame-item"
        data-tip={tipOf(item)}
      >
        <ItemFace {...item} />
        {text === undefined ? null : (
          <span aria-hidden="true" className="frame-count">
            {text}
          </span>
        )}
      </Link>
      {shown === undefined ? null : (
        <span id={describedBy} hidden>
          {`${text} ${shown.words}`}
        </span>
      )}
    </>
  );
}

/** What stands beside the drawing where that is alone. */
function tipOf({ iconOnly, children }: Pick<ItemProps, 'iconOnly' | 'children'>): string | undefined {
  return iconOnly === true && typeof children === 'string' ? children : undefined;
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
      className="frame-item"
      data-tip={tipOf(item)}
      onClick={() => {
        if (!busy) onClick();
      }}
    >
      <ItemFace {...item} />
    </button>
  );
}

function ItemFace({ icon, children, iconOnly = false, keys, value }: ItemProps) {
  return (
    <>
      <Icon drawing={icon} />
      <span className={iconOnly ? 'sr-only' : 'frame-words'}>{children}</span>
      {keys === undefined || iconOnly ? null : (
        <span className="frame-keys" aria-hidden="true">
          {keys}
        </span>
      )}
      {value === undefined || iconOnly ? null : (
        <span className="frame-value" aria-hidden="true">
          {value}
        </span>
      )}
    </>
  );
}
