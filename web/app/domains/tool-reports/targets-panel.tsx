import { attentionFrom } from '@castellan/probes/judgement';
import { isAtLeast } from '@castellan/probes/report';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { gatherLive } from '../../lib/live.ts';
import { QuietButton } from '../../ui/button.tsx';
import { useLedTo } from '../../ui/hooks/use-led-to.ts';
import { Panel } from '../../ui/panel.tsx';
import { Waiting } from '../../ui/spinner.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { isSound, type Target } from './posture.ts';
import { addressOfJob } from './report-address.ts';
import { SeverityMark } from './severity-mark.tsx';

/** Targets that are listed before the rest is asked for. */
const shownAtFirst = 12;

/** Every host with the last verdict of each tool, the worst first. `isAsked` brings it into view, and gives it the focus. */
export function TargetsPanel({ isAsked }: { readonly isAsked: boolean }) {
  const gathered = useMemo(() => gatherLive([{ id: 'targets', supply: () => import('./live-targets.ts') }]), []);
  const [member] = useSyncExternalStore(gathered.subscribe, gathered.read);
  const state = member?.state ?? { status: 'loading' };
  const top = useLedTo(isAsked);
  return (
    <div ref={top} tabIndex={-1} className="scroll-mt-4">
      <Panel title="Targets" aside={<span className="text-sm text-muted">The last verdict of each tool</span>}>
        {state.status === 'ready' ? (
          <>
            {state.stale ? <StatusMark kind="warning">The server does not answer. Showing the last known state.</StatusMark> : null}
            <TargetList targets={state.value} />
          </>
        ) : state.status === 'failed' ? (
          <div role="alert" className="flex flex-wrap items-center justify-between gap-x-4">
            <StatusMark kind="warning">The server does not answer.</StatusMark>
            <QuietButton onClick={() => void gathered.refresh()}>Try again</QuietButton>
          </div>
        ) : (
          <Waiting label="Loading verdicts" className="min-h-14 text-xl" />
        )}
      </Panel>
    </div>
  );
}

function TargetList({ targets }: { readonly targets: readonly Target[] }) {
  const [isWhole, setWhole] = useState(false);
  if (targets.length === 0) return <p className="text-muted">No target checked yet. Open a tool and enter one.</p>;
  const shown = isWhole ? targets : targets.slice(0, shownAtFirst);
  return (
    <>
      <ul aria-label="Targets">
        {shown.map((target) => (
          <TargetItem key={target.host} target={target} />
        ))}
      </ul>
      {targets.length > shown.length ? (
        <QuietButton onClick={() => setWhole(true)}>{`Show all ${targets.length.toLocaleString('en-GB')}`}</QuietButton>
      ) : null}
    </>
  );
}

function TargetItem({ target }: { readonly target: Target }) {
  return (
    <li className="grid gap-x-8 gap-y-1 border-t border-hairline py-3 lg:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 pt-2 lg:block">
        <h3 className="font-mono break-all">{target.host}</h3>
        {isSound(target) ? (
          <span className="text-sm text-verdigris">
            <span aria-hidden="true">✓</span> Sound
          </span>
        ) : target.worst === null || !isAtLeast(target.worst, attentionFrom) ? (
          <span className="text-sm text-muted">
            <span aria-hidden="true">?</span> Not seen whole
          </span>
        ) : (
          <SeverityMark severity={target.worst} />
        )}
      </div>
      <ul>
        {target.verdicts.map(({ tool, title, id, port, mark, verdict, madeAt }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-4 border-t border-hairline first:border-t-0 lg:flex-nowrap">
            <Link to={addressOfJob(tool, id)} className="target inline-flex shrink-0 items-center gap-2 lg:w-52">
              <span className="underline decoration-1 underline-offset-[6px]">{title}</span>
              {port === null ? null : (
                <span className="font-mono text-sm text-muted">
                  <span className="sr-only">port </span>
                  <span aria-hidden="true">:</span>
                  {port}
                </span>
              )}
              {mark === null ? null : <b className="font-semibold text-ink">{mark}</b>}
            </Link>
            <span className="min-w-0 flex-1 basis-60 pb-2 text-sm lg:pb-0">{verdict}</span>
            <time dateTime={madeAt} className="shrink-0 pb-2 font-mono text-sm text-muted lg:pb-0">
              {madeAt.slice(0, 10)}
            </time>
          </li>
        ))}
      </ul>
    </li>
  );
}
