import type { ComponentType, SVGProps } from 'react';
import { classNames } from './class-names.ts';

/** One drawing of the icon family, imported by itself: `import { XIcon } from '@phosphor-icons/react/dist/ssr/X'`. */
export type IconDrawing = ComponentType<
  SVGProps<SVGSVGElement> & { readonly size?: string | number; readonly weight?: 'regular' | 'fill' }
>;

type IconProps = {
  readonly drawing: IconDrawing;
  /** What the icon means where no text beside it says so. Without it the icon is decoration. */
  readonly label?: string;
  /** The solid cut, for the few icons that say more with it. */
  readonly filled?: boolean;
  readonly className?: string | undefined;
};

/** An icon the size of the text around it (1.25 em), silent unless labelled. */
export function Icon({ drawing: Drawing, label, filled = false, className }: IconProps) {
  const meaning = label === undefined ? { 'aria-hidden': true as const } : { role: 'img', 'aria-label': label };
  return (
    <Drawing
      size="1.25em"
      weight={filled ? 'fill' : 'regular'}
      className={classNames('shrink-0', className)}
      focusable="false"
      {...meaning}
    />
  );
}
