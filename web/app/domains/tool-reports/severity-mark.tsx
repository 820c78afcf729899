import type { Severity } from '@castellan/probes/report';
import { classNames } from '../../ui/class-names.ts';

/** Each severity has a shape, a word and an ink. */
const marks: Readonly<Record<Severity, { readonly shape: string; readonly word: string; readonly ink: string }>> = {
  critical: { shape: '■', word: 'Critical', ink: 'text-carmine' },
  high: { shape: '◆', word: 'High', ink: 'text-carmine' },
  medium: { shape: '▲', word: 'Medium', ink: 'text-amber' },
  low: { shape: '●', word: 'Low', ink: 'text-ultramarine' },
  info: { shape: '○', word: 'Info', ink: 'text-muted' },
};

/** How bad a finding is, as shape, word and ink together. */
export function SeverityMark({ severity }: { readonly severity: Severity }) {
  const { shape, word, ink } = marks[severity];
  return (
    <span className={classNames('inline-flex items-baseline gap-2 text-sm whitespace-nowrap', ink)}>
      <span aria-hidden="true">{shape}</span>
      {word}
    </span>
  );
}
