import { useState } from 'react';
import { isRestorable } from '../../../../web/app/domains/passport/rehearse-restore.ts';
import { proofFailureText, showProof } from '../../../../web/app/domains/session/show-proof.ts';
import { useProof } from '../../../../web/app/domains/session/use-proof.tsx';
import { Button } from '../../../../web/app/ui/button.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { formatRows } from '../format-amount.ts';
import { BackupLists } from './backup-lists.tsx';
import { type NewMaster, NewVaultFields, newMasterFault, noNewMaster } from './new-vault-fields.tsx';
import { firstChoices, rowsWritten, wantsProof } from './restore-choices.ts';
import type { Rehearsed, useBackupRestore } from './use-backup-restore.ts';

type RehearsedBackupProps = {
  readonly of: Rehearsed;
  readonly error: string | undefined;
  /** The account has no vault: one is made. */
  readonly isEmpty: boolean;
  readonly work: Pick<ReturnType<typeof useBackupRestore>, 'restore'>;
};

/** What a restore would do, what is to be chosen before, and the button that does it. */
export function RehearsedBackup({ of, error, isEmpty, work }: RehearsedBackupProps) {
  const { lists } = of.rehearsal;
  const [choices, setChoices] = useState(() => firstChoices(isEmpty));
  const [typed, setTyped] = useState<NewMaster>(noNewMaster);
  const [busy, setBusy] = useState(false);
  const needsProof = wantsProof(lists, choices);
  const needsMaster = isEmpty && of.master === undefined;
  const proof = useProof({ label: 'Authenticator code', isWanted: needsProof });
  const rows = rowsWritten(lists, choices);
  const begin = async () => {
    const fault = needsMaster ? await newMasterFault(typed) : undefined;
    if (fault !== undefined) return setTyped({ ...typed, error: fault });
    if (needsProof) {
      const given = proof.take();
      if (given === undefined) return;
      const shown = await showProof(given);
      if (!shown.ok) return proof.refuse(proofFailureText(shown.failure));
    }
    await work.restore(of, { choices, master: of.master ?? typed.master });
  };
  const press = async () => {
    setBusy(true);
    await begin();
    setBusy(false);
  };
  return (
    <>
      <BackupLists rehearsal={of.rehearsal} choices={choices} onChoices={setChoices} />
      {isEmpty && of.master !== undefined ? (
        <p className="mt-4 text-muted">
          This account has no vault yet. One is made that opens with the same master password, and its recovery key is shown once.
        </p>
      ) : null}
      {needsMaster ? <NewVaultFields value={typed} onValue={setTyped} /> : null}
      {needsProof ? <div className="mt-4 max-w-80">{proof.field}</div> : null}
      <p role="alert" className="mt-4 empty:hidden">
        {error === undefined ? null : (
          <StatusMark kind="failure">{`${error} What was written before that stays, and restoring again continues from there.`}</StatusMark>
        )}
      </p>
      {isRestorable(of.rehearsal) ? (
        <Button className="mt-4 mr-3" busy={busy} disabled={rows === 0 && !isEmpty} onClick={() => void press()}>
          {rows === 0 && !isEmpty ? 'Nothing to restore' : `Restore ${formatRows(rows)}`}
        </Button>
      ) : null}
    </>
  );
}
