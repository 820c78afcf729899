import { type FormEvent, useEffect, useState } from 'react';
import { BackupOffer } from '../../../../domains/backup/backup-offer.tsx';
import { noProof, ProofFields, type ProofForm } from '../../../../domains/vault/access/proof-fields.tsx';
import { SecretField } from '../../../../domains/vault/access/secret-field.tsx';
import type { VaultWays } from '../../../../domains/vault/contract/vault-state.ts';
import type { ExportedVault, ExportRequest } from '../../../../domains/vault/contract/vault-tools.ts';
import { exportProofOf } from '../../../../domains/vault/exports/export-proof.ts';
import { Button, GhostButton } from '../../../../ui/button.tsx';
import { buttonClass } from '../../../../ui/button-class.ts';
import { RadioField } from '../../../../ui/fields/radio-field.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { toolFailureText } from '../tools/tool-failure-text.ts';
import { ToolFrame, ToolProgress } from '../tools/tool-frame.tsx';
import { useToolTask } from '../tools/use-tool-task.ts';
import { useVault } from '../vault-context.ts';

type Format = ExportRequest['format'];

const formats: readonly { readonly id: Format; readonly name: string; readonly hint: string }[] = [
  {
    id: 'encrypted',
    name: 'Encrypted JSON',
    hint: 'Everything, with a page that opens the file offline in any browser.',
  },
  { id: 'kdbx', name: 'KeePass (KDBX 4)', hint: 'For KeePassXC, KeePass and compatible apps.' },
  { id: 'csv', name: 'CSV, not encrypted', hint: 'Unencrypted, for programs that read nothing else.' },
];

/** Makes a file of the whole vault. */
export function ExportPanel({ ways, onBack }: { readonly ways: VaultWays; readonly onBack: () => void }) {
  const [made, setMade] = useState<ExportedVault>();
  return (
    <ToolFrame title="Export" lead="Files are made in this browser and not sent anywhere." onBack={onBack}>
      {made === undefined ? <ExportForm ways={ways} onMade={setMade} /> : <MadeFiles made={made} onAgain={() => setMade(undefined)} />}
    </ToolFrame>
  );
}

type Fields = { readonly password: string; readonly again: string; readonly proof: ProofForm };
const noFields: Fields = { password: '', again: '', proof: noProof };

type FieldError = { readonly field: 'password' | 'again' | 'proof'; readonly text: string };

function errorOf(format: Format, { password, again, proof }: Fields): FieldError | undefined {
  if (format !== 'csv' && Array.from(password).length < 8) return { field: 'password', text: 'Use at least 8 characters.' };
  if (format !== 'csv' && password !== again) return { field: 'again', text: 'Passwords do not match.' };
  return exportProofOf(proof) === undefined ? { field: 'proof', text: 'Enter the master password.' } : undefined;
}

type ExportFormProps = { readonly ways: VaultWays; readonly onMade: (made: ExportedVault) => void };

function ExportForm({ ways, onMade }: ExportFormProps) {
  const { tools } = useVault().actions;
  const run = useToolTask();
  const [format, setFormat] = useState<Format>('encrypted');
  const [fields, setFields] = useState<Fields>(noFields);
  const [error, setError] = useState<FieldError>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (run.progress !== null) return;
    const wrong = errorOf(format, fields);
    setError(wrong);
    const proof = exportProofOf(fields.proof);
    if (wrong !== undefined || proof === undefined) return;
    const request: ExportRequest = format === 'csv' ? { format } : { format, password: fields.password };
    const made = await run.run((task) => tools.exportVault(request, proof, task));
    if (!made.ok)
      return setError({ field: made.failure.code === 'password_too_short' ? 'password' : 'proof', text: toolFailureText(made.failure) });
    setFields(noFields);
    onMade(made.value);
  };
  const textAt = (field: FieldError['field']) => (error?.field === field ? error.text : undefined);
  const change = (part: Partial<Fields>) => setFields({ ...fields, ...part });
  return (
    <form className="max-w-md space-y-4" noValidate onSubmit={(event) => void submit(event)}>
      <BackupOffer />
      <RadioField
        legend="Format"
        choices={formats}
        value={format}
        onChoose={(id) => {
          setFormat(id);
          setError(undefined);
        }}
      />
      {format === 'csv' ? (
        <StatusMark kind="warning">Anyone with this file can read every password in it. Delete it after use.</StatusMark>
      ) : (
        <>
          <SecretField
            label="File password"
            hint="Do not reuse your master password: anyone with the file can try passwords without limit."
            value={fields.password}
            error={textAt('password')}
            onValue={(value) => change({ password: value })}
          />
          <SecretField
            label="Confirm file password"
            value={fields.again}
            error={textAt('again')}
            onValue={(value) => change({ again: value })}
          />
        </>
      )}
      <ProofFields
        ways={{ recoveryKey: false, passkeys: ways.passkeys }}
        value={fields.proof}
        error={textAt('proof')}
        autoFocus={false}
        onChange={(proof) => change({ proof })}
      />
      {run.progress === null ? <Button type="submit">Download file</Button> : <ToolProgress run={run} name="Exporting" />}
    </form>
  );
}

const lossNames: Readonly<Record<string, string>> = {
  history: 'have earlier versions, which CSV cannot hold',
  tags: 'have tags, which CSV cannot hold',
  expiry: 'have an expiry, which CSV cannot hold',
  kind: 'were exported as notes',
  trash: 'are in the trash and were skipped',
  origins: 'may be sent to addresses that you allowed; files do not take that along',
  characters: 'characters that the format cannot hold were left out or made blanks',
};

function MadeFiles({ made, onAgain }: { readonly made: ExportedVault; readonly onAgain: () => void }) {
  const { files, entries, left, defusedCells, losses } = made;
  const notes = [
    ...(defusedCells === 0
      ? []
      : [
          `${defusedCells === 1 ? '1 cell holds' : `${defusedCells} cells hold`} what a spreadsheet would run as a formula, and got an apostrophe before it, also where it is a password. Castellan takes it away again when it reads the file; elsewhere, remove it yourself.`,
        ]),
    ...Object.entries(losses).flatMap(([name, count]) => (count === 0 ? [] : [`${count} ${lossNames[name] ?? name}.`])),
    ...left.map((title) => `“${title}” is not what the vault lists, and is not in the file.`),
  ];
  return (
    <>
      <StatusMark kind="success">
        {entries === 1 ? '1 entry is in the file.' : `${entries.toLocaleString('en')} entries are in the file.`}
      </StatusMark>
      {notes.length === 0 ? null : (
        <ul className="max-w-prose list-disc pl-5 text-sm text-muted">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        {files.map(({ name, content }) => (
          <SaveLink key={name} name={name} content={content} />
        ))}
        <GhostButton onClick={onAgain}>Another format</GhostButton>
      </div>
    </>
  );
}

/** The file stays in the browser's memory until it was saved or this goes; then its address opens nothing. */
function SaveLink({ name, content }: { readonly name: string; readonly content: Blob }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(content);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return (
    <a href={address} download={name} className={`${buttonClass('primary')} wrap-anywhere`}>
      {`Save ${name}`}
    </a>
  );
}
