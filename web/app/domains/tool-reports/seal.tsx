import type { Severity } from '@castellan/probes/report';
import { Seal as Rosette, type VerdictTone } from '../instruments/seal.tsx';

type SealProps = {
  /** The worst that was found; nothing where nothing was. */
  readonly worst: Severity | undefined;
  /** Whether what everything rests on was not seen: neither sound nor broken. */
  readonly isOpen?: boolean;
  /** Stands in the middle. */
  readonly mark: string | undefined;
  readonly className?: string;
};

function toneOf(worst: Severity | undefined, isOpen: boolean): VerdictTone {
  if (worst === 'critical' || worst === 'high') return 'bad';
  if (worst === 'medium') return 'doubtful';
  return isOpen ? 'open' : 'sound';
}

/** The verdict of a report as a rosette: whole and verdigris when sound, broken and carmine when not, dotted where that was not seen. */
export function Seal({ worst, isOpen = false, mark = '', className = '' }: SealProps) {
  return <Rosette tone={toneOf(worst, isOpen)} text={mark} className={className} />;
}
