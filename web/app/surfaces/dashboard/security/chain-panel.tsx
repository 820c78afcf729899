import type { CheckpointVerdict } from '../../../domains/activity/chain-checkpoint.ts';
import { type ChainVerdict, describeProblem } from '../../../domains/activity/verify-chain.ts';
import { GhostButton } from '../../../ui/button.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { LogSection } from './log-section.tsx';
import type { ChainWalk } from './use-chain-walk.ts';

type ChainPanelProps = { readonly walk: ChainWalk; readonly onBegin: () => Promise<void> };

/** How the log's hash chain stands, the way to check it again, and what that proves and what it does not. */
export function ChainPanel({ walk, onBegin }: ChainPanelProps) {
  return (
    <LogSection
      title="Log chain"
      aside={
        <GhostButton busy={walk.kind === 'walking'} onClick={() => void onBegin()}>
          Verify chain
        </GhostButton>
      }
    >
      <div role="status" className="space-y-2">
        <Outcome walk={walk} />
      </div>
      <p className="mt-3 max-w-prose text-sm text-muted">
        Each row carries the hash of the row before it. This check finds rows that were changed, removed, swapped or cut off the end after
        they were written. It cannot detect a log that someone with full control of the database rewrote from first row to last, including
        the recorded end; only a checkpoint sealed outside the database shows that, up to its own row. Nor can it tell whether an entry was
        true.
      </p>
    </LogSection>
  );
}

function Outcome({ walk }: { readonly walk: ChainWalk }) {
  switch (walk.kind) {
    case 'idle':
      return <p className="text-muted">The chain was not checked since this page was opened.</p>;
    case 'walking':
      return <p className="tabular-nums">{walk.rows.toLocaleString('en-GB')} rows checked so far…</p>;
    case 'away':
      return (
        <p>
          <StatusMark kind="warning">
            The server does not answer, so the chain could not be checked. This says nothing about the log.
          </StatusMark>
        </p>
      );
    case 'done':
      return <Verdict verdict={walk.verdict} />;
  }
}

function Verdict({ verdict: { broken, checkedRows, checkpoint } }: { readonly verdict: ChainVerdict }) {
  const rows = checkedRows.toLocaleString('en-GB');
  return (
    <>
      <p>
        {broken === undefined ? (
          <StatusMark kind="success">The chain is unbroken: {rows} rows, each with its own content and its link.</StatusMark>
        ) : (
          <StatusMark kind="failure">
            {describeProblem(broken)} The {rows} rows before it are unbroken.
          </StatusMark>
        )}
      </p>
      <p>
        <Checkpoint verdict={checkpoint} />
      </p>
    </>
  );
}

function Checkpoint({ verdict }: { readonly verdict: CheckpointVerdict }) {
  switch (verdict.kind) {
    case 'none':
      return (
        <StatusMark kind="info">
          No sealed checkpoint is available, so only the chain itself was checked. Unlock the vault to load it.
        </StatusMark>
      );
    case 'locked':
      return <StatusMark kind="info">The sealed checkpoint is in the locked vault. Unlock it to compare.</StatusMark>;
    case 'unknown':
      return <StatusMark kind="warning">The sealed checkpoint could not be compared.</StatusMark>;
    case 'intact':
      return <StatusMark kind="success">Row {verdict.sequence} matches the sealed checkpoint.</StatusMark>;
    case 'cut':
      return <StatusMark kind="failure">Row {verdict.sequence}, sealed as the checkpoint, is no longer in the log.</StatusMark>;
    case 'altered':
      return (
        <StatusMark kind="failure">
          Row {verdict.sequence} differs from the sealed checkpoint: the log was rewritten at or before it.
        </StatusMark>
      );
  }
}
