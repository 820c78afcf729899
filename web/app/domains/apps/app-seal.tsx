import { useMemo } from 'react';
import { sealLines } from './seal-lines.ts';

/** An app's engraved seal: rings of its own around its first letter. An ornament; the title stands beside it. */
export function AppSeal({ id, title, className }: { readonly id: string; readonly title: string; readonly className?: string }) {
  const drawn = useMemo(() => sealLines(id), [id]);
  return (
    <svg viewBox="0 0 100 100" className={className} aria-hidden="true">
      <path d={drawn} fill="none" stroke="currentColor" strokeWidth="0.55" />
      <text x="50" y="62.5" textAnchor="middle" fontSize="35" className="lettering fill-ink tracking-normal">
        {title.slice(0, 1)}
      </text>
    </svg>
  );
}
