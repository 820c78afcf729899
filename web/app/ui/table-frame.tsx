import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import './table-frame.css';

/** Around a table that may be wider than its place: it scrolls by itself, with the keys too, and its head stays in sight. */
export function TableFrame({
  label,
  className,
  children,
}: {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keys (WCAG 2.1.1).
    <section aria-label={label} tabIndex={0} className={classNames('table-frame', className)}>
      {children}
    </section>
  );
}
