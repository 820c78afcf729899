import { useEffect, useEffectEvent, useState } from 'react';
import { RecordSection } from '../../../../domains/records/list/record-section.tsx';
import type { BreachReport, HealthProblem, HealthReport } from '../../../../domains/vault/contract/vault-tools.ts';
import { QuietButton } from '../../../../ui/button.tsx';
import { toolFailureText } from '../tools/tool-failure-text.ts';
import { ToolColumns, ToolFrame, ToolProgress, type ToolVerdict } from '../tools/tool-frame.tsx';
import { useToolTask } from '../tools/use-tool-task.ts';
import { type OpenState, useVault } from '../vault-context.ts';
import { BreachSection } from './breach-section.tsx';
import { EntriesFound } from './entries-found.tsx';
import { urgentEntries } from './urgent-entries.ts';

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
  const found = problems.flatMap(({ id, name, text }) => {
    const ids = (report?.problems[id] ?? []).filter((entryId) => details.has(entryId));
    return ids.length === 0
      ? []
      : [{ id, name, text, entries: ids.map((entryId) => ({ id: entryId, name: nameOf(details.get(entryId)) })) }];
  });
  const urgent = report === null ? 0 : [...urgentEntries(report)].filter((id) => details.has(id)).length;
  const isRunning = run.progress !== null;
  return (
    <ToolFrame
      title="Health"
      verdict={error === undefined ? verdictOf(report, urgent, found.length > 0) : { kind: 'failure', text: error }}
      lead="Passwords are checked on this device and nothing is sent anywhere. Breaches are checked only when you ask."
      onBack={onBack}
    >
      <ToolColumns
        wide={
          <RecordSection
            level={3}
            title="Findings"
            aside={isRunning ? undefined : <QuietButton onClick={() => void check()}>Check again</QuietButton>}
          >
            <ToolProgress run={run} name="Checking" />
            {report === null ? null : (
              <>
                {found.map((one) => (
                  <EntriesFound key={one.id} title={one.name} text={one.text} entries={one.entries} onOpen={onOpen} />
                ))}
                <p className="record-note text-sm">
                  {`${entriesText(report.checked)} checked.`}
                  {report.left === 0
                    ? ''
                    : ` ${entriesText(report.left)} could not be read and ${report.left === 1 ? 'was' : 'were'} not checked.`}
                </p>
              </>
            )}
          </RecordSection>
        }
        narrow={
          <BreachSection
            report={breaches}
            onReport={onBreaches}
            nameOf={(id) => (details.has(id) ? nameOf(details.get(id)) : undefined)}
            onOpen={onOpen}
          />
        }
      />
    </ToolFrame>
  );
}

function verdictOf(report: HealthReport | null, urgent: number, hasAdvice: boolean): ToolVerdict {
  if (report === null) return { kind: 'info', text: 'Checking every password.' };
  if (urgent > 0)
    return {
      kind: 'warning',
      text: `${urgent.toLocaleString('en-GB')} of ${entriesText(report.checked)} ${urgent === 1 ? 'needs' : 'need'} attention.`,
    };
  if (report.left > 0) return { kind: 'warning', text: 'No problems found in the entries that could be read.' };
  return hasAdvice ? { kind: 'info', text: 'No urgent problems found.' } : { kind: 'success', text: 'No problems found.' };
}

const entriesText = (count: number) => (count === 1 ? '1 entry' : `${count.toLocaleString('en-GB')} entries`);

function nameOf(details: { readonly title: string; readonly username: string } | undefined): string {
  if (details === undefined) return '';
  return details.username === '' ? details.title : `${details.title} · ${details.username}`;
}
