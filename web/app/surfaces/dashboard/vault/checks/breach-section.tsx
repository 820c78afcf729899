import { useState } from 'react';
import { RecordSection } from '../../../../domains/records/list/record-section.tsx';
import type { BreachCheckEnd, BreachReport } from '../../../../domains/vault/contract/vault-tools.ts';
import { GhostButton } from '../../../../ui/button.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { toolFailureText } from '../tools/tool-failure-text.ts';
import { ToolProgress } from '../tools/tool-frame.tsx';
import { useToolTask } from '../tools/use-tool-task.ts';
import { useVault } from '../vault-context.ts';
import { EntriesFound } from './entries-found.tsx';

type BreachSectionProps = {
  readonly report: BreachReport | null;
  readonly onReport: (report: BreachReport) => void;
  /** An entry's name, `undefined` where it is gone. */
  readonly nameOf: (id: string) => string | undefined;
  readonly onOpen: (id: string) => void;
};

/** Whether passwords are known from breaches: asked only when the owner says so, every time. */
export function BreachSection({ report, onReport, nameOf, onOpen }: BreachSectionProps) {
  const { tools } = useVault().actions;
  const run = useToolTask();
  const [error, setError] = useState<string>();
  const [pause, setPause] = useState<number | null>(null);
  const check = async () => {
    setError(undefined);
    const checked = await run.run((task) => tools.checkBreaches({ ...task, onPause: setPause }));
    setPause(null);
    if (checked.ok) onReport(checked.value);
    else setError(toolFailureText(checked.failure));
  };
  const isRunning = run.progress !== null;
  return (
    <RecordSection level={3} title="Known breaches">
      <p className="record-note max-w-prose text-sm">
        A public service lists hundreds of millions of breached passwords. Each password is hashed (SHA-1) in the vault’s Worker, and only
        the first five of forty characters leave it: your server asks the service for all hashes that begin with them, and the Worker looks
        for a match. The page, the server and the service see those five characters, which hundreds of breached passwords share, and how
        many passwords are checked: never a password, a full hash, or the entry. Nothing is stored.
      </p>
      <div className="space-y-3">
        <ToolProgress run={run} name="Asking" />
        <div role="status">
          {pause === null ? null : <StatusMark kind="info">{`The service asked us to wait. Continuing in ${seconds(pause)}.`}</StatusMark>}
        </div>
        {isRunning ? null : (
          <GhostButton onClick={() => void check()}>
            {report === null ? 'Check against known breaches' : 'Check known breaches again'}
          </GhostButton>
        )}
        <div role="alert">{error === undefined ? null : <StatusMark kind="failure">{error}</StatusMark>}</div>
        {report === null || isRunning ? null : <BreachResult report={report} nameOf={nameOf} onOpen={onOpen} />}
      </div>
    </RecordSection>
  );
}

const ends: Readonly<Record<BreachCheckEnd, string>> = {
  done: 'Some requests were not answered.',
  stopped: 'Stopped.',
  service_away: 'The breach service does not answer.',
  backend_away: 'Your server does not answer.',
  refused: 'Your server rejected the request.',
  must_wait: 'The breach service is limiting our requests. Try again in a few minutes.',
};

type BreachResultProps = Pick<BreachSectionProps, 'nameOf' | 'onOpen'> & { readonly report: BreachReport };

function BreachResult({ report, nameOf, onOpen }: BreachResultProps) {
  const { asked, total, left, ended } = report;
  const found = report.found.flatMap(({ id, count }) => {
    const name = nameOf(id);
    return name === undefined ? [] : [{ id, name, count }];
  });
  const isWhole = asked === total;
  return (
    <>
      <div role="status" className="space-y-1">
        {isWhole ? (
          <p>{`${number(total)} of ${number(total)} asked.`}</p>
        ) : (
          <StatusMark kind="warning">{`${number(asked)} of ${number(total)} could be asked. ${ends[ended]}`}</StatusMark>
        )}
        {left === 0 ? null : <p>{`${number(left)} entries could not be read and were not asked about.`}</p>}
        {found.length === 0 && asked > 0 ? (
          <p>
            <StatusMark kind={isWhole ? 'success' : 'info'}>
              {isWhole ? 'No password was found in a breach.' : 'None of the checked passwords was found in a breach.'}
            </StatusMark>
          </p>
        ) : null}
      </div>
      {found.length === 0 ? null : (
        <EntriesFound
          isOpen
          title="Found in breaches"
          text="Attackers try these first. Change them."
          entries={found.map(({ id, name, count }) => ({
            id,
            name,
            aside: `Found in breaches ${count === 1 ? 'once' : `${number(count)} times`}`,
          }))}
          onOpen={onOpen}
        />
      )}
    </>
  );
}

function number(value: number): string {
  return value.toLocaleString('en');
}

function seconds(count: number): string {
  return count === 1 ? '1 second' : `${count} seconds`;
}
