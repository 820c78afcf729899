import { useEffect, useState } from 'react';
import { entryCodeAt } from '../../../../domains/vault/entries/entry-code.ts';
import { whileWanted } from '../../../../lib/while-wanted.ts';
import { useNow } from '../../../../ui/use-now.ts';

type Shown = { readonly code: string; readonly remainingSeconds: number; readonly periodSeconds: number };

/** The present one-time code of an entry and how long it is good for. */
export function EntryCode({ totp }: { readonly totp: string }) {
  const nowMs = useNow(1000);
  const [shown, setShown] = useState<Shown | 'unusable'>();
  useEffect(() => whileWanted(entryCodeAt(totp, nowMs), (made) => setShown(made.ok ? made.value : 'unusable')), [totp, nowMs]);
  if (shown === undefined) return null;
  if (shown === 'unusable') return <span className="text-amber">This secret cannot generate codes.</span>;
  const { code, remainingSeconds, periodSeconds } = shown;
  const half = Math.ceil(code.length / 2);
  return (
    <span className="inline-flex items-center gap-4">
      <span className="font-mono text-xl tracking-widest text-ink" translate="no">
        {`${code.slice(0, half)} ${code.slice(half)}`}
      </span>
      <span className="inline-flex items-center gap-2 font-mono text-sm text-muted">
        <svg viewBox="0 0 24 24" className="size-5 -rotate-90" fill="none" aria-hidden="true">
          <circle cx="12" cy="12" r="9" stroke="var(--hairline)" strokeWidth="3" />
          <circle
            cx="12"
            cy="12"
            r="9"
            stroke="var(--verdigris)"
            strokeWidth="3"
            pathLength={periodSeconds}
            strokeDasharray={`${remainingSeconds} ${periodSeconds}`}
          />
        </svg>
        {`${remainingSeconds} s`}
      </span>
    </span>
  );
}
