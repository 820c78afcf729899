import { CheckCircleIcon } from '@castellan/icons/signs/check-circle';
import { InfoIcon } from '@castellan/icons/signs/info';
import { WarningIcon } from '@castellan/icons/signs/warning';
import { XCircleIcon } from '@castellan/icons/signs/x-circle';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconDrawing } from './icon.tsx';

/** How something stands. */
export type StatusKind = 'success' | 'failure' | 'warning' | 'info';

const marks: Readonly<Record<StatusKind, { readonly drawing: IconDrawing; readonly colour: string }>> = {
  success: { drawing: CheckCircleIcon, colour: 'text-verdigris' },
  failure: { drawing: XCircleIcon, colour: 'text-carmine' },
  warning: { drawing: WarningIcon, colour: 'text-amber' },
  info: { drawing: InfoIcon, colour: 'text-ultramarine' },
};

/** A status as shape, words and colour together, so that none of them carries it alone. */
export function StatusMark({
  kind,
  children,
  className,
}: {
  readonly kind: StatusKind;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}) {
  const mark = marks[kind];
  return (
    <span className={classNames('inline-flex items-start gap-2', mark.colour, className)}>
      {/* As high as a line: it stands beside the first one. */}
      <Icon drawing={mark.drawing} className="h-lh" />
      <span>{children}</span>
    </span>
  );
}
