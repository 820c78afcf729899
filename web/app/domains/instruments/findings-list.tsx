import type { ReactNode } from 'react';

export type Severity = 'info' | 'low' | 'medium' | 'high' | 'critical';

/** One thing that a check found. `fix`: what to do about it. */
export type Finding = {
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  readonly evidence: string;
  readonly why: string;
  readonly fix: string;
};

const words: Readonly<Record<Severity, string>> = { info: 'Info', low: 'Low', medium: 'Medium', high: 'High', critical: 'Critical' };

const inks: Readonly<Record<Severity, string>> = {
  info: 'text-muted',
  low: 'text-ultramarine',
  medium: 'text-amber',
  high: 'text-carmine',
  critical: 'text-carmine',
};

const shapes: Readonly<Record<Severity, ReactNode>> = {
  info: <circle cx="9" cy="9" r="6.5" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  low: <circle cx="9" cy="9" r="6.5" fill="currentColor" />,
  medium: <path d="M9 2 16.5 15.5H1.5Z" fill="currentColor" />,
  high: <path d="M9 1 17 9 9 17 1 9Z" fill="currentColor" />,
  critical: <path d="M2 2H16V16H2Z" fill="currentColor" />,
};

/** What was found, the worst first, each with its severity as shape, ink and word. `nothing`: said where there is none. */
export function FindingsList({ findings, nothing }: { readonly findings: readonly Finding[]; readonly nothing: string }) {
  if (findings.length === 0)
    return (
      <p className="flex items-center gap-3 border-y border-hairline py-4">
        <svg viewBox="0 0 18 18" className="size-4.5 shrink-0 text-verdigris" aria-hidden="true">
          <path d="m3 9.5 4 4L15 5" fill="none" stroke="currentColor" strokeWidth="2" />
        </svg>
        {nothing}
      </p>
    );
  return (
    <ul className="border-b border-hairline">
      {findings.map(({ id, severity, title, evidence, why, fix }) => (
        <li
          key={`${id} ${evidence}`}
          className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] gap-x-3 gap-y-1 border-t border-hairline py-3.5"
        >
          <svg viewBox="0 0 18 18" className={`mt-1 size-4.5 ${inks[severity]}`} aria-hidden="true">
            {shapes[severity]}
          </svg>
          <h3 className="font-semibold">{title}</h3>
          <span className={`text-sm ${inks[severity]}`}>{words[severity]}</span>
          <p className="col-start-2 col-end-4 font-mono text-sm wrap-anywhere text-muted">{evidence}</p>
          <p className="col-start-2 col-end-4 text-sm text-muted">{why}</p>
          <p className="col-start-2 col-end-4 text-sm">{fix}</p>
        </li>
      ))}
    </ul>
  );
}
