import type { ComponentProps } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { Panel } from '../../../ui/panel.tsx';
import './record-list.css';

/** A section of a page of records: its heading over a rule, which names the region, and rows that begin at the rule. */
export function RecordSection({ className, ...rest }: Omit<ComponentProps<typeof Panel>, 'hasRows'>) {
  return <Panel hasRows {...rest} className={classNames('record-section', className)} />;
}
