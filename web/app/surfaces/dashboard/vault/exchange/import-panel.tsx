import { type FormEvent, useEffect, useState } from 'react';
import { SecretField } from '../../../../domains/vault/access/secret-field.tsx';
import type { ImportOutcome, ImportPreview, ImportSource } from '../../../../domains/vault/contract/vault-tools.ts';
import { largestImportBytes } from '../../../../domains/vault/import-file/largest-import.ts';
import { Button, GhostButton } from '../../../../ui/button.tsx';
import { FileField } from '../../../../ui/fields/file-field.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { toolFailureText } from '../tools/tool-failure-text.ts';
import { ToolFrame, ToolProgress } from '../tools/tool-frame.tsx';
import { useToolTask } from '../tools/use-tool-task.ts';
import { useVault } from '../vault-context.ts';
import { ImportTable } from './import-table.tsx';

const formatNames: Readonly<Record<ImportPreview['format'], string>> = {
  'castellan-export': 'Castellan export',
  'bitwarden-json': 'Bitwarden JSON',
  'bitwarden-encrypted-json': 'Bitwarden encrypted JSON',
  'bitwarden-csv': 'Bitwarden CSV',
  '1password-1pux': '1Password 1PUX',
  'keepass-kdbx': 'KeePass KDBX',
  'chrome-csv': 'Chrome CSV',
  'firefox-csv': 'Firefox CSV',
  'safari-csv': 'Safari CSV',
  'lastpass-csv': 'LastPass CSV',
  'authenticator-qr': 'Google Authenticator QR code',
};

type Step =
  | { readonly kind: 'choose' }
  | { readonly kind: 'preview'; readonly preview: ImportPreview; readonly stopped: boolean }
  | { readonly kind: 'done'; readonly outcome: ImportOutcome }
  | { readonly kind: 'undone'; readonly outcome: ImportOutcome };

/** Reads a file of another program, shows what it would do, and does it once the owner has said so. */
export function ImportPanel({ onBack }: { readonly onBack: () => void }) {
  const { tools } = useVault().actions;
  const run = useToolTask();
  const [step, setStep] = useState<Step>({ kind: 'choose' });
  const [error, setError] = useState<string>();
  const busy = run.progress !== null;
  // What was read is whole in memory for as long as this screen is there, and no longer.
  useEffect(() => () => tools.forgetImport(), [tools]);
  const chooseAnother = () => {
    tools.forgetImport();
    setStep({ kind: 'choose' });
  };
  const write = async (preview: ImportPreview) => {
    setError(undefined);
    const done = await run.run(tools.runImport);
    if (done.ok) return setStep({ kind: 'done', outcome: done.value });
    setStep({ kind: 'preview', preview, stopped: true });
    setError(toolFailureText(done.failure));
  };
  const undo = async () => {
    setError(undefined);
    const done = await run.run(tools.undoImport);
    if (done.ok) setStep({ kind: 'undone', outcome: done.value });
    else setError(toolFailureText(done.failure));
  };
  return (
    <ToolFrame
      title="Import"
      lead="Bitwarden (JSON, encrypted JSON, CSV), 1Password (1PUX), KeePass (KDBX 4), Chrome, Firefox, Safari and LastPass (CSV), pictures of the QR codes that Google Authenticator exports, and Castellan’s own export. The file is read in this browser; nothing is written before you have seen what would change."
      onBack={onBack}
    >
      {step.kind === 'choose' ? <ChooseFile run={run} onRead={(preview) => setStep({ kind: 'preview', preview, stopped: false })} /> : null}
      {step.kind === 'preview' ? (
        <>
          <ImportTable format={formatNames[step.preview.format]} preview={step.preview} />
          {step.stopped ? <p>What was written before the stop is in the vault. Continue to write the rest.</p> : null}
          <ToolProgress run={run} name="Importing" />
          {busy ? null : (
            <div className="flex flex-wrap gap-3">
              <Button disabled={countOf(step.preview) === 0} onClick={() => void write(step.preview)}>
                {step.stopped ? 'Continue' : importLabel(countOf(step.preview))}
              </Button>
              <GhostButton onClick={step.stopped ? () => void undo() : chooseAnother}>
                {step.stopped ? 'Undo what was written' : 'Another file'}
              </GhostButton>
            </div>
          )}
        </>
      ) : null}
      {step.kind === 'done' ? (
        <>
          <StatusMark kind="success">{`${entries(step.outcome.written)} imported.`}</StatusMark>
          <Skipped count={step.outcome.skipped} />
          <p className="text-muted">Delete the imported file if it is not encrypted.</p>
          <ToolProgress run={run} name="Undoing" />
          {busy ? null : (
            <div className="flex flex-wrap gap-3">
              <Button onClick={onBack}>Done</Button>
              <GhostButton onClick={() => void undo()}>Undo the import</GhostButton>
            </div>
          )}
        </>
      ) : null}
      {step.kind === 'undone' ? (
        <>
          <StatusMark kind="success">The import was undone.</StatusMark>
          <Skipped count={step.outcome.skipped} />
          <Button onClick={chooseAnother}>Another file</Button>
        </>
      ) : null}
      <div role="alert">{error === undefined ? null : <StatusMark kind="failure">{error}</StatusMark>}</div>
    </ToolFrame>
  );
}

function Skipped({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return <p>{`${entries(count)} changed elsewhere in the meantime: left unchanged.`}</p>;
}

function entries(count: number): string {
  return count === 1 ? '1 entry' : `${count.toLocaleString('en')} entries`;
}

function importLabel(count: number): string {
  return count === 0 ? 'Nothing to import' : `Import ${entries(count)}`;
}

function countOf({ rows }: ImportPreview): number {
  return rows.filter(({ kind }) => kind !== 'duplicate').length;
}

type ChooseFileProps = { readonly run: ReturnType<typeof useToolTask>; readonly onRead: (preview: ImportPreview) => void };

function ChooseFile({ run, onRead }: ChooseFileProps) {
  const { tools } = useVault().actions;
  const [file, setFile] = useState<File>();
  const [keyFile, setKeyFile] = useState<File>();
  const [password, setPassword] = useState('');
  const [sealed, setSealed] = useState(false);
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (file === undefined || run.progress !== null) return;
    setError(undefined);
    const source = await sourceOf(file, sealed ? password : '', sealed ? keyFile : undefined);
    if ('fault' in source) return setError(source.fault);
    const read = await run.run((task) => tools.readImport(source, task));
    if (read.ok) return onRead(read.value);
    if (read.failure.code !== 'password_needed') return setError(toolFailureText(read.failure));
    setSealed(true);
    setError(sealed ? 'Enter the file’s password.' : undefined);
  };
  return (
    <form className="max-w-md space-y-4" noValidate onSubmit={(event) => void submit(event)}>
      <FileField
        label="File"
        onChoose={(chosen) => {
          setFile(chosen);
          setSealed(false);
          setError(undefined);
        }}
      />
      {sealed ? (
        <>
          <p role="status">This file is encrypted.</p>
          <SecretField label="File password" value={password} autoFocus onValue={setPassword} />
          <FileField label="Key file (KeePass, if it has one)" onChoose={setKeyFile} />
        </>
      ) : null}
      <div role="alert">{error === undefined ? null : <StatusMark kind="failure">{error}</StatusMark>}</div>
      {run.progress === null ? (
        <Button type="submit" disabled={file === undefined}>
          {sealed ? 'Open' : 'Read the file'}
        </Button>
      ) : (
        <ToolProgress run={run} name="Reading" />
      )}
    </form>
  );
}

type Source = ImportSource | { readonly fault: string };

async function sourceOf(file: File, password: string, keyFile: File | undefined): Promise<Source> {
  try {
    if (file.type.startsWith('image/')) return await sourceInPicture(file);
    // Refused before any of it is in memory.
    if (Math.max(file.size, keyFile?.size ?? 0) > largestImportBytes) return { fault: toolFailureText({ code: 'file_too_large' }) };
    const bytes = new Uint8Array(await file.arrayBuffer());
    const key = keyFile === undefined ? undefined : new Uint8Array(await keyFile.arrayBuffer());
    return { bytes, password: password === '' ? undefined : password, keyFile: key };
  } catch {
    return { fault: 'The file could not be read.' };
  }
}

/** The accounts that a picture of a QR code holds, as the text of it. */
async function sourceInPicture(picture: File): Promise<Source> {
  const { readQr } = await import('../../../../domains/vault/qr/read-qr.client.ts');
  const read = await readQr(picture);
  if (!read.ok) return { fault: qrFaults[read.failure.code] };
  if (/^otpauth:/i.test(read.value.trim()))
    return { fault: 'This QR code holds one account. Add the picture in its entry’s form, under “Picture of the QR code”.' };
  return { bytes: new TextEncoder().encode(read.value), password: undefined, keyFile: undefined };
}

const qrFaults = {
  no_code: 'No QR code was found in this picture.',
  not_a_picture: 'This file is not a picture that the browser can show.',
  ended: 'The picture could not be read. Try again.',
  worker_failed: 'The picture could not be read. Try again.',
} as const;
