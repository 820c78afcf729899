import { useEffect, useState } from 'react';
import { classNames } from '../class-names.ts';
import type { PlateName } from './plate-geometry.ts';

type PlateProps = {
  readonly shown: PlateName;
  /** The engravings that may be shown later; they are fetched once the page has loaded and stands idle. */
  readonly others?: readonly PlateName[];
  readonly className?: string | undefined;
};

/** The engraved rosette as a still picture, an ornament; a change of `shown` fades from one to the other. */
export function Plate({ shown, others = [], className }: PlateProps) {
  const [settled, setSettled] = useState(false);
  useEffect(() => afterLoad(() => setSettled(true)), []);
  const names = settled ? new Set([shown, ...others]) : new Set([shown]);
  return (
    <div aria-hidden="true" className={classNames('plate', className)}>
      {[...names].toSorted().map((name) => (
        <div key={name} className={classNames('engraving', `engraving-${name}`, name === shown && 'engraving-shown')} />
      ))}
    </div>
  );
}

/** Calls back once the page and all it asked for has loaded; the answer stops waiting. */
function afterLoad(act: () => void): () => void {
  if (document.readyState === 'complete') {
    const timer = setTimeout(act, 0);
    return () => clearTimeout(timer);
  }
  window.addEventListener('load', act, { once: true });
  return () => window.removeEventListener('load', act);
}
