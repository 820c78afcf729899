import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { failedSignIns, formatLogFilter } from '../../../domains/security/log-filter.ts';
import type { LogVerdict as Verdict } from '../../../domains/security/log-verdict.ts';

type LogVerdictProps = {
  /** `undefined` until the log was read. */
  readonly verdict: Verdict | undefined;
  /** What the sentence is until then. */
  readonly waiting: string;
  /** What stands at the right where there is room. */
  readonly children?: ReactNode;
};

/** What the log says in one sentence, with its seal, and the way to the failed sign-ins. */
export function LogVerdict({ verdict, waiting, children }: LogVerdictProps) {
  const { kind, sentence, detail, count } = verdict ?? { kind: 'empty', sentence: waiting, detail: '', count: undefined };
  return (
    <section className="log-verdict" aria-label="Verdict">
      <div className={`log-seal is-${kind}`} aria-hidden="true">
        <span className="log-seal-lines" />
        {count === undefined ? null : <b className="lettering">{count > 999 ? '999+' : count}</b>}
      </div>
      <div className="log-verdict-words">
        <h2 className="lettering">{sentence}</h2>
        <p>
          {detail === '' ? null : <span className="log-verdict-detail">{detail} </span>}
          <Link to={formatLogFilter(failedSignIns)} replace preventScrollReset className="log-word">
            Failed sign-ins
          </Link>
        </p>
      </div>
      <div className="log-verdict-aside">{children}</div>
    </section>
  );
}
