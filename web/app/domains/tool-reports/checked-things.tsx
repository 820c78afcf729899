import { useId } from 'react';
import { classNames } from '../../ui/class-names.ts';
import type { ReportTool } from './report-tool.ts';

/** What a tool checks, in a line each. */
export function CheckedThings({ tool, className }: { readonly tool: Pick<ReportTool, 'checks'>; readonly className?: string }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={classNames('report-aside', className)}>
      <h2 id={titleId} className="lettering text-xl">
        What it checks
      </h2>
      <ul className="mt-3 grid gap-x-8 border-b border-hairline [grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr))]">
        {tool.checks.map((check) => (
          <li key={check} className="border-t border-hairline py-3 text-sm text-muted">
            {check}
          </li>
        ))}
      </ul>
    </section>
  );
}
