import type { Severity } from '@castellan/probes/report';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';

/** Each severity has a shape, a word and an ink. */
const marks: Readonly<Record<Severity, { readonly shape: ReactNode; readonly word: string; readonly ink: string }>> = {
  critical: { shape: <path d="M2 2H16V16H2Z" fill="currentColor" />, word: 'Critical', ink: 'text-carmine' },
  high: { shape: <path d="M9 1 17 9 9 17 1 9Z" fill="currentColor" />, word: 'High', ink: 'text-carmine' },
  medium: { shape: <path d="M9 2 16.5 15.5H1.5Z" fill="currentColor" />, word: 'Medium', ink: 'text-amber' },
  low: { shape: <circle cx="9" cy="9" r="6.5" fill="currentColor" />, word: 'Low', ink: 'text-ultramarine' },
  info: { shape: <circle cx="9" cy="9" r="6" fill="none" stroke="currentColor" strokeWidth="2" />, word: 'Info', ink: 'text-muted' },
};

/** The shape of a severity alone, in its ink. Its word stands elsewhere. */
export function SeveritySign({ severity }: { readonly severity: Severity }) {
  const { shape, ink } = marks[severity];
  return (
    <svg viewBox="0 0 18 18" aria-hidden="true" className={classNames('inline-block size-3.5 shrink-0 self-center', ink)}>
      {shape}
    </svg>
  );
}

type SeverityMarkProps = {
  readonly severity: Severity;
  /** How many there are of it. */
  readonly count?: number;
  readonly hasSign?: boolean;
};

/** How bad a finding is, as shape, word and ink together. */
export function SeverityMark({ severity, count, hasSign = true }: SeverityMarkProps) {
  const { word, ink } = marks[severity];
  return (
    <span className={classNames('inline-flex items-baseline gap-2 text-sm whitespace-nowrap', ink)}>
      {hasSign ? <SeveritySign severity={severity} /> : null}
      {count === undefined ? word : `${count} ${word.toLowerCase()}`}
    </span>
  );
}
