import { useState } from 'react';
import { type CountedFindings, findingsList } from '../../../../web/app/domains/passport/backup-findings.ts';
import type { ExportedFile } from '../../../../web/app/domains/passport/export-file.ts';
import { CopyButton } from '../../../../web/app/domains/session/copy-button.tsx';
import { browserVault } from '../../../../web/app/domains/vault/browser-vault.client.ts';
import { saveFile } from '../../../../web/app/lib/save-file.ts';
import { GhostButton, QuietButton } from '../../../../web/app/ui/button.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { TableFrame } from '../../../../web/app/ui/table-frame.tsx';
import { formatBytes, formatCount, formatRows } from '../format-amount.ts';
import { FindingList } from './finding-list.tsx';
import { titleOfList } from './list-titles.ts';

type BackupResultProps = {
  readonly name: string;
  readonly file: ExportedFile;
  /** What the vault lists and the file does not hold as it should. */
  readonly counted: readonly CountedFindings[];
  readonly isOwnPassphrase: boolean;
  readonly onAgain: () => void;
};

/** What was made, and what whoever keeps it should know. */
export function BackupResult({ name, file, counted, isOwnPassphrase, onAgain }: BackupResultProps) {
  const rows = Object.values(file.rows).reduce((sum, count) => sum + count, 0);
  return (
    <div className="space-y-4">
      <p role="status">
        <StatusMark kind={counted.length === 0 ? 'success' : 'warning'}>
          {`${name}: ${formatRows(rows)}, ${formatBytes(file.bytes)}.${counted.length === 0 ? '' : ' It does not hold everything that the vault lists.'}`}
        </StatusMark>
      </p>
      <FindingList counted={counted} />
      <div>
        <p className="text-sm text-muted">SHA-256</p>
        <p className="font-mono text-sm wrap-anywhere" translate="no">
          {file.sha256}
        </p>
        <CopyButton text={file.sha256}>Copy the checksum</CopyButton>
      </div>
      <StatusMark kind="warning">
        {isOwnPassphrase
          ? 'Anyone with this file and its passphrase can open it. Nothing else opens the file itself, and nobody can reset the passphrase.'
          : 'Anyone with this file and a master password or recovery key that was valid when it was made can open it, even if you have changed it since.'}
      </StatusMark>
      <p className="text-sm text-muted">
        Not in it: your sign-in, sessions and authenticator, keys of connected services, reports and schedules of tools, visits of short
        links, who promised which wish, and what the server keeps for 30 days of removed rows.
      </p>
      <Counts rows={file.rows} />
      <div className="flex flex-wrap items-center gap-3">
        <SaveDecryptor />
        <QuietButton onClick={onAgain}>Make another</QuietButton>
      </div>
    </div>
  );
}

function Counts({ rows }: { readonly rows: ExportedFile['rows'] }) {
  return (
    <TableFrame label="Rows in the backup">
      <table className="passport-table">
        <caption className="sr-only">Rows in the backup</caption>
        <thead>
          <tr>
            <th scope="col">List</th>
            <th scope="col" className="number">
              Rows
            </th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(rows)
            .filter(([list, count]) => list !== findingsList || count > 0)
            .map(([list, count]) => (
              <tr key={list}>
                <th scope="row">{titleOfList(list)}</th>
                <td className="number">{formatCount(count)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

/** The page that opens the file on a machine without this server. */
function SaveDecryptor() {
  const [state, setState] = useState<'ready' | 'making' | 'failed'>('ready');
  const begin = async () => {
    setState('making');
    const made = await browserVault().actions.tools.backups.decryptor();
    setState(made.ok ? 'ready' : 'failed');
    if (made.ok) saveFile(made.value);
  };
  return (
    <>
      <GhostButton busy={state === 'making'} onClick={() => void begin()}>
        Save the page that opens it offline
      </GhostButton>
      <span role="status">
        {state === 'failed' ? <StatusMark kind="failure">The page could not be made. Reload, and try again.</StatusMark> : null}
      </span>
    </>
  );
}
