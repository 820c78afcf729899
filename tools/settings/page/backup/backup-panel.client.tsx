import { useSyncExternalStore } from 'react';
import { browserVault } from '../../../../web/app/domains/vault/browser-vault.client.ts';
import { SecretRoot } from '../../../../web/app/domains/vault/secret-root.tsx';
import UnlockForm from '../../../../web/app/domains/vault/unlock/unlock-form.client.tsx';
import { Progress } from '../../../../web/app/ui/progress.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { formatRows } from '../format-amount.ts';
import { BackupForm } from './backup-form.tsx';
import { BackupResult } from './backup-result.tsx';
import { FindingsDialog } from './findings-dialog.tsx';
import { type BackupRun, useBackupRun } from './use-backup-run.ts';

const isOpenNow = () => {
  const state = browserVault().read();
  return state.stage === 'open' && state.tier === 'secrets';
};

/** Makes a complete backup. The vault is opened for it: what opens the vault is what opens the file. */
export default function BackupPanel() {
  const isOpen = useSyncExternalStore(browserVault().subscribe, isOpenNow);
  const { run, begin, cancel, again } = useBackupRun();
  if (run.kind === 'made') return <BackupResult {...run} onAgain={again} />;
  const refused = run.kind === 'ready' ? run.refused : undefined;
  const isWriting = run.kind === 'writing';
  return (
    <>
      {isOpen ? (
        <SecretRoot draw={() => <BackupForm isHidden={isWriting} refused={refused} onBegin={(wish) => void begin(wish)} />} />
      ) : (
        <div className="max-w-md space-y-4">
          <p className="text-muted">Open the vault first: what opens the vault is what opens the backup.</p>
          <UnlockForm />
        </div>
      )}
      {isWriting ? (
        <Progress
          label="Making the backup"
          done={0}
          total={0}
          text={progressText(run)}
          stop={{ label: 'Cancel', onStop: cancel, tone: 'quiet' }}
        />
      ) : null}
      {isWriting && run.asked !== undefined ? <FindingsDialog counted={run.asked.counted} onAnswer={run.asked.answer} /> : null}
      <div role="status" className="mt-3">
        {refused?.field === 'form' ? <StatusMark kind="failure">{refused.text}</StatusMark> : null}
      </div>
    </>
  );
}

function progressText({ rows, isStopping }: Extract<BackupRun, { kind: 'writing' }>): string {
  if (isStopping) return 'Stopping …';
  return rows === 0 ? 'Deriving the keys …' : `${formatRows(rows)} read`;
}
