import { useEffect, useRef, useState } from 'react';
import { Button, GhostButton, QuietButton } from '../../ui/button.tsx';
import { Waiting } from '../../ui/spinner.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { dayOf } from '../tasks/day.ts';
import { troubleOf } from '../tool-reports/trouble.ts';
import { readReach } from './engagement-client.ts';
import type { Engagement } from './engagement-record.ts';
import { judgeRun } from './judge-run.ts';
import type { AskedRun, PendingRuns } from './pending-runs.ts';

type RunQuestionProps = { readonly engagement: Engagement | undefined; readonly pending: PendingRuns; readonly onDone: () => void };

/** A run with what its engagement does not permit of it. */
type JudgedRun = { readonly run: AskedRun; readonly target: string; readonly troubles: readonly string[] };

/**
 * Begins runs that the engagement permits, without a word. Others are named, each with what is not permitted, and begin by the owner's
 * explicit word alone.
 */
export function RunQuestion({ engagement, pending, onDone }: RunQuestionProps) {
  const [judged, setJudged] = useState<readonly JudgedRun[]>();
  const [trouble, setTrouble] = useState<string>();
  const begun = useRef<PendingRuns>(undefined);
  const first = useRef<HTMLDivElement>(null);
  const begin = (id: string | null) => {
    // One word begins the runs once.
    if (begun.current === pending) return;
    begun.current = pending;
    pending.go(id);
    onDone();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: judged once for each asking, by the engagement as it is then.
  useEffect(() => {
    let isWanted = true;
    setJudged(undefined);
    setTrouble(undefined);
    if (engagement === undefined) return undefined;
    void judgeAll(engagement, pending.runs).then((answer) => {
      if (!isWanted) return;
      if (typeof answer === 'string') setTrouble(answer);
      else if (answer.every(({ troubles }) => troubles.length === 0)) begin(engagement.id);
      else setJudged(answer);
    });
    return () => {
      isWanted = false;
    };
  }, [pending, engagement?.id]);
  const isAsked = judged !== undefined || trouble !== undefined || engagement === undefined;
  useEffect(() => {
    if (isAsked) first.current?.focus();
  }, [isAsked]);
  if (!isAsked) return <Waiting label="Looking at the engagement’s scope" className="mt-3 min-h-10 text-xl" />;
  const wanting = judged?.filter(({ troubles }) => troubles.length > 0) ?? [];
  return (
    <div
      ref={first}
      role="alertdialog"
      aria-label="This run is not permitted"
      tabIndex={-1}
      className="mt-3 rounded-card border border-amber p-4"
    >
      {trouble === undefined ? null : <StatusMark kind="failure">{`Nothing was sent. ${trouble}`}</StatusMark>}
      {engagement === undefined ? (
        <StatusMark kind="warning">Nothing was sent: the engagement that was chosen is not there any more.</StatusMark>
      ) : null}
      {wanting.length === 0 ? null : (
        <StatusMark kind="warning">{`Nothing was sent: “${engagement?.title ?? ''}” does not permit this.`}</StatusMark>
      )}
      <ul className="mt-2">
        {wanting.map(({ run, target, troubles }) => (
          <li key={`${run.tool} ${target}`} className="border-t border-hairline py-2">
            <p>
              {run.title} <span className="font-mono break-all">{target}</span>
            </p>
            {troubles.map((one) => (
              <p key={one} className="text-sm wrap-anywhere">
                {one}
              </p>
            ))}
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button onClick={onDone}>Do not run</Button>
        {engagement === undefined || judged === undefined ? null : (
          <GhostButton onClick={() => begin(engagement.id)}>Run it anyway</GhostButton>
        )}
        <QuietButton onClick={() => begin(null)}>Run it in no engagement</QuietButton>
      </div>
    </div>
  );
}

/** Every run judged as the server would begin it; or why one could not be. */
async function judgeAll(engagement: Engagement, runs: readonly AskedRun[]): Promise<readonly JudgedRun[] | string> {
  const today = dayOf(new Date());
  const judged: JudgedRun[] = [];
  for (const run of runs) {
    const { tool, target, options } = run;
    const read = await readReach({ tool, target, options });
    if (!read.ok) return troubleOf(read.failure);
    judged.push({ run, target: read.value.target, troubles: judgeRun(engagement, read.value.target, read.value.reach, today) });
  }
  return judged;
}
