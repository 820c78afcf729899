import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { vaultHere } from '../../../../web/app/domains/passport/complete-restore.ts';
import { RecoveryKey } from '../../../../web/app/domains/vault/access/recovery-key.tsx';
import { browserVault } from '../../../../web/app/domains/vault/browser-vault.client.ts';
import UnlockForm from '../../../../web/app/domains/vault/unlock/unlock-form.client.tsx';
import { Button, GhostButton } from '../../../../web/app/ui/button.tsx';
import { Dialog } from '../../../../web/app/ui/dialog.tsx';
import { FileField } from '../../../../web/app/ui/fields/file-field.tsx';
import { Progress } from '../../../../web/app/ui/progress.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { formatBytes, formatCount } from '../format-amount.ts';
import { RestoreResult } from '../restore-result.tsx';
import { OpenBackupForm } from './open-backup-form.tsx';
import { RehearsedBackup } from './rehearsed-backup.tsx';
import { resultLists } from './result-lists.ts';
import { type RestoreStep, useBackupRestore } from './use-backup-restore.ts';

/** Opens a complete backup, says what restoring it would do, and does it. */
export default function BackupRestore({ onWritten }: { readonly onWritten: () => void }) {
  const work = useBackupRestore(onWritten);
  const here = useSyncExternalStore(browserVault().subscribe, () => vaultHere(browserVault()));
  const { step } = work;
  if (here === 'older')
    return (
      <p>
        The vault of this account has an older form. <Link to="/dashboard#vault">Set a new master password</Link> first.
      </p>
    );
  const keepKey = () => {
    browserVault().actions.recoveryKeyKept();
    work.keepRecoveryKey();
  };
  return (
    <>
      {step.kind === 'choosing' || step.kind === 'opening' ? <ChosenBackup step={step} here={here} work={work} /> : null}
      {step.kind === 'rehearsed' ? (
        <RehearsedBackup key={step.of.rehearsal.sha256} of={step.of} error={step.error} isEmpty={here === 'none'} work={work} />
      ) : null}
      <Underway step={step} onStop={work.cancel} />
      <div role="status" className="mt-4 empty:hidden">
        {step.kind === 'done' ? <RestoreResult lists={resultLists(step.of.rehearsal, step.result)} /> : null}
      </div>
      {step.kind === 'done' || step.kind === 'rehearsed' ? (
        <GhostButton className="mt-4" onClick={work.startOver}>
          {step.kind === 'done' ? 'Restore another file' : 'Choose another file'}
        </GhostButton>
      ) : null}
      <Dialog
        role="alertdialog"
        open={work.recoveryKey !== null}
        title="Your recovery key"
        onClose={() => undefined}
        actions={<Button onClick={keepKey}>I have saved it</Button>}
      >
        {work.recoveryKey === null ? null : (
          <RecoveryKey recoveryKey={work.recoveryKey} copy={(text) => browserVault().actions.copySecret(text)} />
        )}
      </Dialog>
    </>
  );
}

type ChosenBackupProps = {
  readonly step: Extract<RestoreStep, { readonly kind: 'choosing' | 'opening' }>;
  readonly here: ReturnType<typeof vaultHere>;
  readonly work: ReturnType<typeof useBackupRestore>;
};

/** The choice of a file, and what is wanted to open it: this account's vault, where there is one, and the backup's own secret. */
function ChosenBackup({ step, here, work }: ChosenBackupProps) {
  const { file, openedBy } = step;
  const isOpening = step.kind === 'opening';
  const error = step.kind === 'choosing' ? step.error : undefined;
  return (
    <>
      <FileField
        label="Complete backup"
        accept=".age"
        className="max-w-96"
        disabled={isOpening}
        onChoose={(chosen) => void work.choose(chosen)}
      />
      {file !== undefined && (here === 'locked' || here === 'unknown') && !isOpening ? (
        <div className="mt-4 max-w-96">
          <p className="mb-3">Open this account’s vault first: the backup is merged into it.</p>
          <UnlockForm />
        </div>
      ) : null}
      {file !== undefined && openedBy !== undefined && (isOpening || here === 'none' || here === 'open') ? (
        <OpenBackupForm
          openedBy={openedBy}
          busy={isOpening}
          error={error}
          onOpen={(secret) => void work.open(file, openedBy, secret)}
          onPasskey={(passkey) => void work.openByPasskey(file, openedBy, passkey)}
        />
      ) : null}
      <p role="alert" className="mt-4 empty:hidden">
        {file === undefined && error !== undefined ? <StatusMark kind="failure">{error}</StatusMark> : null}
      </p>
    </>
  );
}

const parts = { vault: 'Making the vault', entries: 'Vault entries', rows: 'Rows' } as const;

/** How far the reading or the writing is, with the way to stop it. */
function Underway({ step, onStop }: { readonly step: RestoreStep; readonly onStop: () => void }) {
  if (step.kind === 'opening')
    return (
      <div className="mt-4">
        <Progress
          label="Rehearsal"
          done={step.bytes}
          total={Math.max(1, step.file.size, step.bytes)}
          text={step.bytes === 0 ? 'Opening the file' : `${formatBytes(step.bytes)} read`}
          stop={{ label: 'Cancel', tone: 'quiet', onStop }}
        />
      </div>
    );
  if (step.kind !== 'restoring') return null;
  const { part, done, total } = step.progress;
  return (
    <div className="mt-4">
      <Progress
        label="Restore"
        done={done}
        total={Math.max(1, total)}
        text={part === 'vault' ? parts.vault : `${parts[part]}: ${formatCount(done)} of ${formatCount(total)}`}
        stop={{ label: 'Cancel restore', tone: 'quiet', onStop }}
      />
      <p className="mt-2">
        <StatusMark kind="info">
          Leave this page open. If you close it, what was written stays, and restoring again continues from there.
        </StatusMark>
      </p>
    </div>
  );
}
