import { useEffect, useEffectEvent, useState } from 'react';
import type { BreachReport, HealthProblem, HealthReport } from '../../../../domains/vault/contract/vault-tools.ts';
import { GhostButton, QuietButton } from '../../../../ui/button.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { toolFailureText } from '../tools/tool-failure-text.ts';
import { ToolFrame, ToolProgress } from '../tools/tool-frame.tsx';
import { useToolTask } from '../tools/use-tool-task.ts';
import { type OpenState, useVault } from '../vault-context.ts';
import { BreachSection } from './breach-section.tsx';

const problems: readonly { readonly id: HealthProblem; readonly name: string; readonly text: string }[] = [
  { id: 'weak', name: 'Weak', text: 'Easy to guess: fewer than a hundred million tries.' },
  { id: 'reused', name: 'Reused', text: 'Another entry has the same password.' },
  { id: 'expired', name: 'Expired', text: 'It has expired.' },
  { id: 'plain-http', name: 'Plain http', text: 'The address sends the password unencrypted.' },
  { id: 'old', name: 'Old', text: 'The password has not changed for over a year.' },
  { id: 'no-second-factor', name: 'No second factor', text: 'A login with a web address and no one-time secret here.' },
  { id: 'duplicate', name: 'Twice', text: 'Another entry has the same address, username and password.' },
];

type HealthPanelProps = {
  readonly state: OpenState;
  readonly report: HealthReport | null;
  readonly onReport: (report: HealthReport) => void;
  readonly breaches: BreachReport | null;
  readonly onBreaches: (report: BreachReport) => void;
  readonly onOpen: (id: string) => void;
  readonly onBack: () => void;
};

/** What is amiss in the vault, each with the way to the entry. */
export function HealthPanel({ state, report, onReport, breaches, onBreaches, onOpen, onBack }: HealthPanelProps) {
  const { tools } = useVault().actions;
  const run = useToolTask();
  const [error, setError] = useState<string>();
  const check = async () => {
    setError(undefined);
    const checked = await run.run(tools.checkHealth);
    if (checked.ok) onReport(checked.value);
    else setError(toolFailureText(checked.failure));
  };
  const begin = useEffectEvent(() => void check());
  useEffect(() => begin(), []);
  const details = new Map(state.items.map((item) => [item.id, item.details]));
  const found = problems.map((problem) => ({ ...problem, ids: (report?.problems[problem.id] ?? []).filter((id) => details.has(id)) }));
  return (
    <ToolFrame
      title="Health"
      lead="Passwords are checked on this device and nothing is sent anywhere. Breaches are checked only when you ask."
      onBack={onBack}
    >
      <ToolProgress run={run} name="Checking" />
      <div role="alert">{error === undefined ? null : <StatusMark kind="failure">{error}</StatusMark>}</div>
      {run.progress === null ? <GhostButton onClick={() => void check()}>Check again</GhostButton> : null}
      {report === null ? null : (
        <>
          <p role="status">{`${report.checked.toLocaleString('en')} entries checked.`}</p>
          {report.left === 0 ? null : <p>{`${report.left} could not be read and were not checked.`}</p>}
          {found.every(({ ids }) => ids.length === 0) ? <StatusMark kind="success">Nothing is amiss.</StatusMark> : null}
          {found.map(({ id, name, text, ids }) =>
            ids.length === 0 ? null : (
              <details key={id} className="border-t border-hairline pt-2">
                <summary className="min-h-11 cursor-pointer py-2">
                  <span className="font-medium">{name}</span>
                  <span className="ml-3 font-mono tabular-nums">{ids.length.toLocaleString('en')}</span>
                  <span className="block pl-4 text-sm text-muted">{text}</span>
                </summary>
                <ul className="max-h-80 overflow-y-auto">
                  {ids.slice(0, 500).map((entryId) => (
                    <li key={entryId}>
                      <QuietButton className="wrap-anywhere" onClick={() => onOpen(entryId)}>
                        {nameOf(details.get(entryId))}
                      </QuietButton>
                    </li>
                  ))}
                </ul>
                {ids.length > 500 ? <p className="text-sm text-muted">{`and ${(ids.length - 500).toLocaleString('en')} more`}</p> : null}
              </details>
            ),
          )}
        </>
      )}
      <BreachSection
        report={breaches}
        onReport={onBreaches}
        nameOf={(id) => (details.has(id) ? nameOf(details.get(id)) : undefined)}
        onOpen={onOpen}
      />
    </ToolFrame>
  );
}

function nameOf(details: { readonly title: string; readonly username: string } | undefined): string {
  if (details === undefined) return '';
  return details.username === '' ? details.title : `${details.title} · ${details.username}`;
}
