import { useEffect, useRef, useState } from 'react';
import { type CompleteBackup, openCompleteBackup, outlineBackup } from '../../../../web/app/domains/passport/complete-backup.ts';
import {
  type CompleteRehearsal,
  type CompleteRestore,
  type RestoreProgress,
  rehearseComplete,
  restoreComplete,
  vaultHere,
} from '../../../../web/app/domains/passport/complete-restore.ts';
import { logExport } from '../../../../web/app/domains/passport/log-export.ts';
import { browserVault } from '../../../../web/app/domains/vault/browser-vault.client.ts';
import type { BackupOutline, BackupSecret, BackupWayIn } from '../../../../web/app/domains/vault/contract/vault-backup.ts';
import { backupFailureText } from './backup-failure-text.ts';
import type { FileOpener } from './open-backup-form.tsx';
import type { Choices } from './restore-choices.ts';

/** A file that was opened and rehearsed. `master`: what it was opened with, where that is what a new vault takes. */
export type Rehearsed = { readonly backup: CompleteBackup; readonly rehearsal: CompleteRehearsal; readonly master: string | undefined };

/** Where a restore is. */
export type RestoreStep =
  | {
      readonly kind: 'choosing';
      readonly file: File | undefined;
      readonly openedBy: FileOpener | undefined;
      readonly error: string | undefined;
    }
  | { readonly kind: 'opening'; readonly file: File; readonly openedBy: FileOpener; readonly bytes: number }
  | { readonly kind: 'rehearsed'; readonly of: Rehearsed; readonly error: string | undefined }
  | { readonly kind: 'restoring'; readonly of: Rehearsed; readonly progress: RestoreProgress }
  | { readonly kind: 'done'; readonly of: Rehearsed; readonly result: CompleteRestore };

/** What is asked for when a rehearsed backup is restored. */
export type Wanted = { readonly choices: Choices; readonly master: string | undefined };

const atFirst = { kind: 'choosing', file: undefined, openedBy: undefined, error: undefined } as const;

function logRestore({ exportDate }: CompleteRehearsal, { entries, lists }: CompleteRestore): void {
  const written = lists.map((list) => [list.name, list.restored + list.overwritten] as const).filter(([, rows]) => rows > 0);
  logExport('Data were restored from a complete backup', {
    vault_entries: entries.written,
    ...Object.fromEntries(written),
    made_at: exportDate,
  });
}

const passkeyCodes = { refused: 'passkey_refused', unsupported: 'passkey_unsupported', known: 'passkey_refused' } as const;

function openerOf(outline: BackupOutline): FileOpener {
  return outline.kind === 'keys'
    ? { kind: 'keys', passkeys: outline.ways.filter(({ kind }) => kind === 'passkey') }
    : { kind: 'passphrase' };
}

/** Opening, rehearsing and restoring a complete backup, step by step; `onWritten`: the server holds something else than before. */
export function useBackupRestore(onWritten: () => void) {
  const [step, setStep] = useState<RestoreStep>(atFirst);
  const [recoveryKey, setRecoveryKey] = useState<string | null>(null);
  const stop = useRef<AbortController>(undefined);
  const opened = useRef<CompleteBackup>(undefined);
  // What the Worker opened is forgotten with the page that asked for it.
  useEffect(
    () => () => {
      stop.current?.abort();
      opened.current?.tools.forget();
    },
    [],
  );
  const choose = async (file: File | undefined) => {
    opened.current?.tools.forget();
    setStep({ ...atFirst, file });
    if (file === undefined) return;
    const outline = await outlineBackup(browserVault(), file);
    setStep(
      outline.ok
        ? { ...atFirst, file, openedBy: openerOf(outline.value) }
        : { ...atFirst, file: undefined, error: backupFailureText(outline.failure) },
    );
  };
  const open = async (file: File, openedBy: FileOpener, secret: BackupSecret) => {
    stop.current = new AbortController();
    setStep({ kind: 'opening', file, openedBy, bytes: 0 });
    const refuse = (failure: Parameters<typeof backupFailureText>[0]) =>
      setStep({ kind: 'choosing', file, openedBy, error: backupFailureText(failure, secret.kind) });
    const backup = await openCompleteBackup(browserVault(), file, secret);
    if (!backup.ok) return refuse(backup.failure);
    opened.current = backup.value;
    const rehearsal = await rehearseComplete(browserVault(), backup.value, {
      tell: (bytes) => setStep({ kind: 'opening', file, openedBy, bytes }),
      signal: stop.current.signal,
    });
    if (!rehearsal.ok) return refuse(rehearsal.failure);
    const master = secret.kind === 'master' ? secret.master : undefined;
    setStep({ kind: 'rehearsed', of: { backup: backup.value, rehearsal: rehearsal.value, master }, error: undefined });
  };
  const openByPasskey = async (file: File, openedBy: FileOpener, { credentialId, prfSalt }: BackupWayIn) => {
    setStep({ kind: 'opening', file, openedBy, bytes: 0 });
    const asked = await browserVault().core.ports.passkeys.open(credentialId, prfSalt);
    if (asked.ok) return open(file, openedBy, { kind: 'passkey', credentialId, prfOutput: asked.value });
    setStep({ kind: 'choosing', file, openedBy, error: backupFailureText({ code: passkeyCodes[asked.failure.code] }) });
  };
  const restore = async (of: Rehearsed, { choices, master }: Wanted) => {
    stop.current = new AbortController();
    setStep({ kind: 'restoring', of, progress: { part: 'vault', done: 0, total: 1 } });
    const restored = await restoreComplete(browserVault(), of.backup, {
      master,
      onFounded: setRecoveryKey,
      entries: choices.get('vault_entries') ?? 'mine',
      overwrite: new Set([...choices].filter(([, choice]) => choice === 'theirs').map(([name]) => name)),
      rows: of.rehearsal.lists.reduce((total, { rows }) => total + rows, 0),
      tell: (progress) => setStep({ kind: 'restoring', of, progress }),
      signal: stop.current.signal,
    });
    onWritten();
    if (!restored.ok) return setStep({ kind: 'rehearsed', of, error: backupFailureText(restored.failure) });
    logRestore(of.rehearsal, restored.value);
    setStep({ kind: 'done', of, result: restored.value });
  };
  return {
    step,
    /** The vault that a backup would be merged into. */
    here: vaultHere(browserVault()),
    recoveryKey,
    choose,
    open,
    openByPasskey,
    restore,
    refuse: (of: Rehearsed, error: string) => setStep({ kind: 'rehearsed', of, error }),
    cancel: () => stop.current?.abort(),
    startOver: () => void choose(undefined),
    keepRecoveryKey: () => setRecoveryKey(null),
  };
}
