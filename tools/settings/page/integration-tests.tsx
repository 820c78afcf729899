import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { failureText } from '../../../web/app/domains/settings/failure-text.ts';
import { type IntegrationId, reasonText, type TestOutcome, testIntegrations } from '../../../web/app/domains/settings/integrations.ts';
import { givenContext } from '../../../web/app/lib/given-context.ts';
import { GhostButton } from '../../../web/app/ui/button.tsx';
import type { StatusKind } from '../../../web/app/ui/status-mark.tsx';
import { NotAsked } from './asked-view.tsx';
import { useServer } from './server-provider.tsx';

/** What a test says of one integration. */
export type Verdict = { readonly kind: StatusKind; readonly text: string };

type IntegrationTests = {
  /** `testing`, until its answer is there. */
  readonly verdicts: Readonly<Partial<Record<IntegrationId, Verdict | 'testing'>>>;
  /** Tests those of the named ones that are not being tested already. */
  readonly run: (ids: readonly IntegrationId[]) => void;
  readonly forget: (id: IntegrationId) => void;
  /** Calls every test off, on the server too. */
  readonly stop: () => void;
};

/** The tests of the integrations; inside `IntegrationTestsProvider` only. */
export const [TestsContext, useIntegrationTests] = givenContext<IntegrationTests>('useIntegrationTests');

/** Holds what tests said, for as long as the page is shown. Leaving the page calls off what still runs. */
export function IntegrationTestsProvider({ children }: { readonly children: ReactNode }) {
  const [verdicts, setVerdicts] = useState<IntegrationTests['verdicts']>({});
  const running = useRef(new AbortController());
  useEffect(() => () => running.current.abort(), []);
  const tests = useMemo((): IntegrationTests => {
    const put = (id: IntegrationId, verdict: Verdict | 'testing' | undefined) => setVerdicts((known) => ({ ...known, [id]: verdict }));
    const run = async (ids: readonly IntegrationId[]) => {
      if (running.current.signal.aborted) running.current = new AbortController();
      const waiting = new Set(ids);
      for (const id of ids) put(id, 'testing');
      const onOutcome = (outcome: TestOutcome) => {
        waiting.delete(outcome.id);
        put(outcome.id, verdictOf(outcome));
      };
      const tested = await testIntegrations(ids, { onOutcome, signal: running.current.signal });
      const left = tested.ok || tested.failure.code === 'cancelled' ? undefined : notTested(failureText(tested.failure));
      for (const id of waiting) put(id, left);
    };
    return {
      verdicts,
      run: (ids) => {
        const idle = ids.filter((id) => verdicts[id] !== 'testing');
        if (idle.length > 0) void run(idle);
      },
      forget: (id) => put(id, undefined),
      stop: () => running.current.abort(),
    };
  }, [verdicts]);
  return <TestsContext value={tests}>{children}</TestsContext>;
}

/** Tests everything that is on, and calls the tests off. */
export function IntegrationTestsPanel() {
  const { asked, again } = useServer().integrations;
  const { verdicts, run, stop } = useIntegrationTests();
  if (asked.value === undefined) return <NotAsked asked={asked} again={again} />;
  const ids = asked.value.filter(({ state }) => state === 'on').map(({ id }) => id);
  const left = ids.filter((id) => verdicts[id] === 'testing').length;
  return (
    <div className="setting-line">
      {left === 0 ? (
        <GhostButton aria-describedby="integration-tests-title" onClick={() => run(ids)}>
          Test all
        </GhostButton>
      ) : (
        <GhostButton onClick={stop}>Stop</GhostButton>
      )}
      <p role="status" className="text-sm text-muted empty:-ms-4">
        {left === 0 ? '' : `Waiting for ${left} of ${ids.length}.`}
      </p>
    </div>
  );
}

function verdictOf(outcome: TestOutcome): Verdict {
  switch (outcome.outcome) {
    case 'works':
      return { kind: 'success', text: `Works. It answered in ${outcome.tookMs.toLocaleString('en-GB')} ms.` };
    case 'failed':
      return { kind: 'failure', text: `No answer: ${reasonText(outcome.reason)}` };
    case 'off':
      return { kind: 'info', text: 'Off: no request was made.' };
  }
}

function notTested(why: string): Verdict {
  return { kind: 'warning', text: `Not tested. ${why}` };
}
