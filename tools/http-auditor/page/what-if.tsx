import type { Report } from '@castellan/probes/report';
import { reportAsMarkdown } from '@castellan/probes/report-text';
import { CopyButton } from '../../../web/app/domains/session/copy-button.tsx';
import { GhostButton, QuietButton } from '../../../web/app/ui/button.tsx';
import type { HttpAuditFacts } from '../knowledge/audit.ts';
import type { DraftAudit } from './audit-engine.ts';
import type { Draft } from './draft.ts';

type WhatIfProps = {
  readonly now: DraftAudit;
  /** Of what was pasted, before any change. */
  readonly before: Report<HttpAuditFacts> | undefined;
  readonly onTry: (draft: Draft) => void;
  readonly onUndo: (() => void) | undefined;
};

/** Where the score stands against what was pasted, and the headers that would raise it, each to be tried by a press. */
export function WhatIf({ now, before, onTry, onUndo }: WhatIfProps) {
  return (
    <section aria-label="What if" className="mt-6 border-t border-hairline pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="font-mono tabular-nums">
          {compare(before, now.report)}
        </p>
        <div className="flex flex-wrap gap-x-2">
          {onUndo === undefined ? null : <QuietButton onClick={onUndo}>Undo all changes</QuietButton>}
          <CopyButton text={reportAsMarkdown(now.report)}>Copy as Markdown</CopyButton>
          <CopyButton text={JSON.stringify(now.report, undefined, 2)}>Copy as JSON</CopyButton>
        </div>
      </div>
      {now.tries.length === 0 ? null : (
        <>
          <h3 className="mt-3 text-sm text-muted">What if the server also sent …</h3>
          <ul className="mt-2 flex flex-wrap gap-2">
            {now.tries.map(({ test, header, gain, grade, draft }) => (
              <li key={test}>
                <GhostButton className="text-sm!" onClick={() => onTry(draft)}>
                  {header}{' '}
                  <span className="font-mono font-normal text-muted">
                    +{gain}, {grade}
                  </span>
                </GhostButton>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function compare(before: Report<HttpAuditFacts> | undefined, now: Report<HttpAuditFacts>): string {
  const stand = standOf(now);
  const began = before === undefined ? stand : standOf(before);
  return began === stand ? stand : `As pasted ${began}. Now ${stand}.`;
}

function standOf({ observatory }: HttpAuditFacts): string {
  return observatory === null ? 'not scored' : `${observatory.grade} (${observatory.score})`;
}
