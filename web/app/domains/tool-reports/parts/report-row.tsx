import type { ReactNode } from 'react';

type ReportRowProps = {
  /** A sign in front of the title; words stand for it. */
  readonly mark: ReactNode;
  readonly title: ReactNode;
  /** Stands at the right: a severity, a count. */
  readonly aside?: ReactNode;
  readonly isOpen?: boolean;
  readonly children: ReactNode;
};

/** A row of a report that opens to what is behind it. On paper all are open. */
export function ReportRow({ mark, title, aside, isOpen = false, children }: ReportRowProps) {
  return (
    <details open={isOpen} className="report-row group border-t border-hairline">
      <summary className="flex min-h-12 list-none items-start gap-x-3 py-3 hover:bg-surface [&::-webkit-details-marker]:hidden">
        <span className="w-5 shrink-0 text-center" aria-hidden="true">
          {mark}
        </span>
        <span className="min-w-0 flex-1 gap-x-4 sm:flex sm:items-baseline sm:justify-between">
          <span className="block wrap-anywhere">{title}</span>
          {aside}
        </span>
        <svg
          viewBox="0 0 12 12"
          aria-hidden="true"
          className="mt-1.5 size-3 shrink-0 text-muted transition-transform duration-feedback group-open:rotate-90 print:hidden"
        >
          <path d="m4 1.5 4.5 4.5L4 10.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </summary>
      <div className="pb-5 sm:pl-8">{children}</div>
    </details>
  );
}
