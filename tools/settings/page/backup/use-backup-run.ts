import { useRef, useState } from 'react';
import { type BackupFile, type BackupRequest, backupName, makeBackupFile } from '../../../../web/app/domains/backup/make-backup-file.ts';
import { type CountedFindings, countFindings } from '../../../../web/app/domains/passport/backup-findings.ts';
import { askForFile, createBlobSink } from '../../../../web/app/domains/passport/file-sinks.ts';
import { browserVault } from '../../../../web/app/domains/vault/browser-vault.client.ts';
import { browserTimer } from '../../../../web/app/lib/clock.ts';
import { saveFile } from '../../../../web/app/lib/save-file.ts';
import { type BackupRefused, backupFailure } from './backup-texts.ts';

/** How far a backup is. Nothing that opens anything is in it: a lock leaves it as it is. */
export type BackupRun =
  | { readonly kind: 'ready'; readonly refused: BackupRefused | undefined }
  /** `asked`: what is to be confirmed before there is a file, and where the answer goes. */
  | {
      readonly kind: 'writing';
      readonly rows: number;
      readonly isStopping: boolean;
      readonly asked?: { readonly counted: readonly CountedFindings[]; readonly answer: (isWanted: boolean) => void };
    }
  | {
      readonly kind: 'made';
      readonly name: string;
      readonly file: BackupFile;
      readonly counted: readonly CountedFindings[];
      readonly isOwnPassphrase: boolean;
    };

const fileType = { description: 'Encrypted backup (age)', accept: { 'application/octet-stream': ['.age'] } } as const;
const ready: BackupRun = { kind: 'ready', refused: undefined };

/** Makes one backup at a time, into a file that the owner names where the browser can ask, or as a download. */
export function useBackupRun() {
  const [run, setRun] = useState<BackupRun>(ready);
  const stop = useRef<AbortController>(undefined);
  const begin = async ({ passphrase, proof }: BackupRequest) => {
    const nowMs = browserTimer.nowMs();
    const name = backupName(nowMs);
    const picked = await askForFile(name, fileType);
    if (picked === 'no-file') return;
    // A download: where it is begun again, so is what was gathered.
    let gathered = createBlobSink();
    const gather = async () => {
      gathered = createBlobSink('application/octet-stream');
      return gathered.sink;
    };
    const controller = new AbortController();
    stop.current = controller;
    const tell = (rows: number) => setRun({ kind: 'writing', rows, isStopping: controller.signal.aborted });
    tell(0);
    const confirm = (findings: BackupFile['findings']) =>
      new Promise<boolean>((resolve) => {
        const answer = (isWanted: boolean) => {
          setRun((now) => (now.kind === 'writing' ? { kind: 'writing', rows: now.rows, isStopping: !isWanted } : now));
          resolve(isWanted);
        };
        const counted = countFindings(findings);
        setRun((now) => (now.kind === 'writing' ? { ...now, asked: { counted, answer } } : now));
      });
    const { backups } = browserVault().actions.tools;
    const made = await makeBackupFile(
      { proof, passphrase },
      { nowMs, backups, openSink: picked ?? gather, tell, confirm, signal: controller.signal },
    );
    if (!made.ok) return setRun({ kind: 'ready', refused: backupFailure(made.failure) });
    if (picked === undefined) saveFile({ name, content: gathered.file() });
    const counted = countFindings(made.value.findings);
    setRun({ kind: 'made', name, file: made.value, counted, isOwnPassphrase: passphrase !== undefined });
  };
  const cancel = () => {
    stop.current?.abort();
    setRun((now) => (now.kind === 'writing' ? { ...now, isStopping: true } : now));
  };
  return { run, begin, cancel, again: () => setRun(ready) };
}
