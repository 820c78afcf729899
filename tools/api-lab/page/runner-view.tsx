import { use, useState } from 'react';
import { VerdictSheet } from '../../../web/app/domains/instruments/verdict-sheet.tsx';
import { Button, GhostButton } from '../../../web/app/ui/button.tsx';
import { SelectField } from '../../../web/app/ui/fields/select-field.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { Progress } from '../../../web/app/ui/progress.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { MethodMark } from './editors/method-mark.tsx';
import { type Environment, requestsOf, type Workspace } from './model.ts';
import { explainFailure } from './sending/explain-failure.ts';
import { type Ran, type Run, runCollection } from './sending/run-collection.ts';
import type { Sender } from './sending/sender.ts';
import type { HeldMessage } from './vault-values/admit-uses.ts';
import { VaultContext } from './vault-values/vault-context.ts';

type RunnerProps = {
  readonly workspace: Workspace;
  readonly environment: Environment | undefined;
  readonly sender: Sender | undefined;
};

/** Sends a collection's requests one after the other and judges their checks. */
export default function RunnerView({ workspace, environment, sender }: RunnerProps) {
  const [chosen, setChosen] = useState('');
  const [run, setRun] = useState<Run>();
  const [control, setControl] = useState<AbortController>();
  const vault = use(VaultContext);
  const collection = workspace.collections.find(({ id }) => id === chosen) ?? workspace.collections[0];
  if (collection === undefined)
    return <p className="text-muted">There is no collection to run. Make one, or import one, under Requests.</p>;
  const begin = async () => {
    if (sender === undefined) return;
    const made = new AbortController();
    setControl(made);
    await runCollection(collection, environment, sender, made.signal, setRun, vault);
    setControl(undefined);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-end gap-4">
        <SelectField
          label="Collection"
          className="w-64"
          value={collection.id}
          options={workspace.collections.map(({ id, name, items }) => ({ value: id, name: `${name} (${requestsOf(items).length})` }))}
          onValue={(value) => {
            setChosen(value);
            setRun(undefined);
          }}
        />
        {control === undefined ? (
          <Button aria-disabled={sender === undefined} onClick={() => void begin()}>
            Run
          </Button>
        ) : (
          <GhostButton onClick={() => control.abort()}>Stop</GhostButton>
        )}
      </div>
      {control === undefined || run === undefined ? null : (
        <Progress label={`Sending ${run.total} requests`} done={run.ran.length} total={run.total} />
      )}
      {run !== undefined && control === undefined ? <Verdict run={run} /> : null}
      {run?.held === undefined ? null : <Held held={run.held} />}
      {run === undefined || run.ran.length === 0 ? null : (
        <Panel title="Requests">
          <ul>
            {run.ran.map((one) => (
              <Row key={one.id} ran={one} />
            ))}
          </ul>
        </Panel>
      )}
    </div>
  );
}

/** Which requests would have taken a value of the vault where it may not go. */
function Held({ held }: { readonly held: readonly HeldMessage[] }) {
  return (
    <Panel title="Held back">
      <ul className="grid gap-2">
        {held.map(({ label, code, about }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may be the same.
          <li key={at} className="max-w-prose">
            <StatusMark kind="failure">
              {label === '' ? '' : `${label}: `}
              {explainFailure({ reason: code, about }, noRequest, false).join(' ')}
            </StatusMark>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const noRequest = { method: 'GET', url: '', headers: [] };

function Verdict({ run: { ran, total, held } }: { readonly run: Run }) {
  const checks = ran.flatMap(({ sent }) => sent.checks);
  const failed = checks.filter(({ passed }) => !passed).length;
  const silent = ran.filter(({ sent }) => sent.answer.kind === 'failed').length;
  const isSound = held === undefined && failed === 0 && silent === 0 && ran.length === total;
  const sentence =
    held !== undefined && ran.length === 0
      ? 'The run did not start.'
      : ran.length < total
        ? `Stopped after ${ran.length} of ${total} requests.`
        : silent > 0
          ? `${silent} of ${total} requests got no response.`
          : failed > 0
            ? `${failed} of ${checks.length} checks failed.`
            : checks.length === 0
              ? total === 1
                ? 'The request got a response; it has no check.'
                : `All ${total} requests got a response; none has a check.`
              : `All ${checks.length} checks passed.`;
  const time = ran.reduce((sum, { sent }) => sum + sent.answer.totalMs, 0);
  return (
    <VerdictSheet
      tone={isSound ? 'sound' : failed > 0 || silent > 0 || held !== undefined ? 'bad' : 'open'}
      sealText={isSound ? '✓' : '✕'}
      verdict={sentence}
      facts={[
        { name: 'Requests', value: `${ran.length} of ${total}` },
        { name: 'Checks passed', value: `${checks.length - failed} of ${checks.length}` },
        { name: 'No response', value: String(silent) },
        { name: 'Time', value: `${Math.round(time)} ms` },
      ]}
    />
  );
}

function Row({ ran: { name, method, sent } }: { readonly ran: Ran }) {
  const { answer, checks } = sent;
  return (
    <li className="border-t border-hairline py-2.5">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <MethodMark method={method} />
        <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
        <span className="font-mono text-sm">{answer.kind === 'answer' ? answer.status : 'no answer'}</span>
        <span className="w-20 text-right font-mono text-sm text-muted">{Math.round(answer.totalMs)} ms</span>
      </div>
      <ul className="pl-4 empty:hidden">
        {checks.map((check, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same check may stand twice.
          <li key={at} className="text-sm">
            <StatusMark kind={check.passed ? 'success' : 'failure'}>
              {check.name}
              {check.passed ? '' : `, found ${check.found}`}
            </StatusMark>
          </li>
        ))}
      </ul>
    </li>
  );
}
