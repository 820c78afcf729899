import { useState } from 'react';
import { Link } from 'react-router';
import { GhostButton } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import type { RunGate } from '../engagements/run-gate.tsx';
import { listToolsFor, startJob } from './job-client.ts';
import { troubleOf } from './trouble.ts';

/** What became of one tool: it runs, needs consent for this target first, or did not start. */
type Begun = { readonly id: string; readonly title: string; readonly kind: 'success' | 'info' | 'failure'; readonly text: string };

/** Runs every other tool on a report's target, with its usual options. Those that need consent are only named. */
export function OtherTools({ tool, target, gate }: { readonly tool: string; readonly target: string; readonly gate: RunGate }) {
  const [begun, setBegun] = useState<readonly Begun[]>();
  const [trouble, setTrouble] = useState<string>();
  const run = async () => {
    setTrouble(undefined);
    const listed = await listToolsFor(target);
    if (listed.ok) {
      const others = listed.value.filter(({ id }) => id !== tool);
      if (others.length === 0) return setBegun([]);
      const runs = others.map((one) => ({ tool: one.id, title: one.title, target: one.target, options: {} }));
      gate.ask(runs, (engagement) => void Promise.all(others.map((one) => begin(one, engagement))).then(setBegun));
    } else setTrouble(troubleOf(listed.failure));
  };
  return (
    <Panel title="Other tools" className="report-aside mt-6">
      <GhostButton onWork={run}>Run the other tools on this target</GhostButton>
      <div role="status" className="mt-3 empty:hidden">
        {trouble === undefined ? null : <StatusMark kind="failure">{trouble}</StatusMark>}
        {begun?.length === 0 ? <p className="text-muted">No other tool takes this target.</p> : null}
        {begun === undefined || begun.length === 0 ? null : (
          <ul aria-label="Other tools" className="divide-y divide-hairline border-y border-hairline">
            {begun.map(({ id, title, kind, text }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
                <Link to={`/${id}`} className="target inline-flex items-center">
                  {title}
                </Link>
                <StatusMark kind={kind}>{text}</StatusMark>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}

type OtherTool = { readonly id: string; readonly title: string; readonly isActive: boolean; readonly target: string };

async function begin({ id, title, isActive, target }: OtherTool, engagement: string | null): Promise<Begun> {
  const started = await startJob({ tool: id, target, options: {}, authorised: false, engagement });
  if (started.ok) return { id, title, kind: 'success', text: `Runs on ${started.value.target}` };
  // Whoever agreed once has agreed for this target; who did not is asked on the tool's own page.
  if (isActive && started.failure.code === 'refused' && started.failure.reason === 'consent_missing')
    return { id, title, kind: 'info', text: 'Active probe: confirm on its page that you may' };
  return { id, title, kind: 'failure', text: troubleOf(started.failure) };
}
