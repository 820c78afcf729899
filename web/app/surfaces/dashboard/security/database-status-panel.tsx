import { useCallback, useEffect, useState } from 'react';
import { documentVisibility, pollWhileVisible } from '../../../domains/activity/visible-polling.ts';
import {
  checkDatabase,
  type DatabaseStatus,
  databaseEnvironment,
  statusPollMs,
  writeTestLog,
} from '../../../domains/security/database-status.ts';
import { browserTimer } from '../../../lib/clock.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { GhostButton } from '../../../ui/button.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { freshness } from '../overview/relative-time.ts';
import { LogSection } from './log-section.tsx';

/** How the database stands; asks every 30 seconds while it is seen. */
export function DatabaseStatusPanel({ onTested }: { readonly onTested: () => void }) {
  const [status, setStatus] = useState<DatabaseStatus>();
  const [lastSuccessMs, setLastSuccessMs] = useState<number>();
  const [alert, setAlert] = useState<{ readonly title: string; readonly text: string }>();
  const check = useCallback(async () => {
    const found = await checkDatabase();
    setStatus(found);
    if (found.connected) setLastSuccessMs(found.checkedAtMs);
  }, []);
  useEffect(() => pollWhileVisible({ everyMs: statusPollMs, timer: browserTimer, visibility: documentVisibility, run: check }), [check]);
  const test = async () => {
    const written = await writeTestLog();
    setAlert(
      written.ok
        ? { title: 'Test log', text: 'Test log created successfully! Check your Security & Logs page.' }
        : { title: 'Test log', text: `Failed to create test log: ${written.reason}` },
    );
    await check();
    if (written.ok) onTested();
  };
  return (
    <LogSection
      title={titleOf(status)}
      aside={
        <div className="flex flex-wrap gap-3">
          <GhostButton onWork={check}>Refresh</GhostButton>
          <GhostButton onWork={test}>Test</GhostButton>
        </div>
      }
    >
      {status === undefined ? null : <StatusFacts status={status} lastSuccessMs={lastSuccessMs} />}
      <AlertDialog
        open={alert !== undefined}
        title={alert?.title ?? ''}
        description={alert?.text ?? ''}
        onClose={() => setAlert(undefined)}
      />
    </LogSection>
  );
}

function titleOf(status: DatabaseStatus | undefined): string {
  if (status === undefined) return 'Asking the database…';
  if (!status.connected) return 'The database does not answer.';
  return status.tablesReady ? 'The database answers.' : 'The database answers, but not all of its tables.';
}

function StatusFacts({ status, lastSuccessMs }: { readonly status: DatabaseStatus; readonly lastSuccessMs: number | undefined }) {
  const nowMs = useNow(1000);
  const { connected, tablesReady, total, failed, latencyMs } = status;
  return (
    <>
      <dl className="status-facts">
        <Fact label="Environment">{databaseEnvironment()}</Fact>
        <Fact label="Connection">
          <StatusMark kind={connected ? 'success' : 'failure'}>{connected ? 'Connected' : 'Disconnected'}</StatusMark>
        </Fact>
        <Fact label="Tables">
          <StatusMark kind={tablesReady ? 'success' : 'failure'}>{tablesReady ? 'Ready' : 'Not Ready'}</StatusMark>
        </Fact>
        <Fact label="Total logs">{total?.toLocaleString('en-GB') ?? '–'}</Fact>
        <Fact label="Failed logs">{failed?.toLocaleString('en-GB') ?? '–'}</Fact>
        <Fact label="Latency">{latencyMs === undefined ? '–' : `${Math.round(latencyMs)} ms`}</Fact>
        <Fact label="Last success">{lastSuccessMs === undefined ? 'never' : freshness(lastSuccessMs, nowMs)}</Fact>
      </dl>
      {connected ? null : <Checklist />}
    </>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Checklist() {
  return (
    <div role="alert" className="mt-5">
      <p>
        <StatusMark kind="failure">Cannot connect to the backend</StatusMark>
      </p>
      <h3 className="mt-3 font-medium">What to check</h3>
      <ol className="mt-1 list-decimal space-y-1 pl-6 text-muted">
        <li>The server is running: npm start shows no error in its terminal.</li>
        <li>Its address answers: /readyz reports ready.</li>
        <li>The tables exist: each start applies the migrations and names one that failed.</li>
        <li>The policies let you in: sign out and in again with your authenticator’s code.</li>
        <li>The network between this browser and the server: a VPN, a proxy or a firewall may hold it up.</li>
      </ol>
    </div>
  );
}
