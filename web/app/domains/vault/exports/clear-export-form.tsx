import { type FormEvent, useState } from 'react';
import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { RadioField } from '../../../ui/fields/radio-field.tsx';
import { useWork } from '../../../ui/forms/use-work.ts';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { BackupOffer } from '../../backup/backup-offer.tsx';
import { logExport } from '../../passport/log-export.ts';
import { masterFailureText } from '../access/failure-text.ts';
import { noProof, ProofFields } from '../access/proof-fields.tsx';
import type { VaultStore } from '../vault-store.ts';
import { exportInClear } from './export-in-clear.ts';
import { exportProofOf } from './export-proof.ts';
import { type ExportedRecords, formerTextsOf, saidOfFormerTexts } from './former-texts.ts';

/** A file for the browser to save; why there is none; or what it would lack, and how to make it all the same. */
export type MadeFile =
  | { readonly name: string; readonly content: Blob }
  | { readonly fault: string }
  | { readonly lacks: string; readonly makeAnyway: () => Promise<MadeFile> };

/** A form that the records can be written in. */
export type ClearForm = {
  readonly label: string;
  readonly hint?: string | undefined;
  /** As the log names it. */
  readonly format: string;
  /** Called once the proof was taken, and never before. */
  readonly make: () => Promise<MadeFile>;
};

export type ClearExportFormProps = {
  readonly app: string;
  /** What leaves, as a sentence begins with it: `Notes`. */
  readonly what: string;
  readonly counts: Readonly<Record<string, number>>;
  /** The records that go into it. */
  readonly records: readonly ExportedRecords[];
  readonly forms: readonly [ClearForm, ...ClearForm[]];
  /** The one that is chosen at first; the first unless it is given. */
  readonly first?: string | undefined;
  /** What each form cannot hold. */
  readonly note: string;
  /** `undefined` for records that were never sealed. */
  readonly vault: Pick<VaultStore, 'core' | 'read'> | undefined;
};

type Stage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'refused' | 'failed' | 'saved' | 'warned'; readonly text: string }
  | { readonly kind: 'lacks'; readonly text: string; readonly goOn: () => Promise<void> };

/** The choice of a form, the proof, and what became of it. Each file wants a proof of its own. */
export function ClearExportForm({ app, what, counts, records, forms, first, note, vault }: ClearExportFormProps) {
  const [label, setLabel] = useState(first ?? forms[0].label);
  const [proof, setProof] = useState(noProof);
  const [stage, setStage] = useState<Stage>({ kind: 'ready' });
  // Read once: whoever adds a passkey leaves this for the vault's own page.
  const [passkeys] = useState(() => passkeysOf(vault));
  const { busy, start } = useWork();
  const { format, make } = forms.find((form) => form.label === label) ?? forms[0];
  const take = async (making: () => Promise<MadeFile>, isOver: () => boolean): Promise<void> => {
    const made = await making().catch(() => ({ fault: 'The file could not be made. Try again.' }));
    // What a lock overtakes is not handed out.
    if (isOver()) return setStage({ kind: 'failed', text: masterFailureText({ code: 'locked' }) });
    if ('fault' in made) return setStage({ kind: 'failed', text: made.fault });
    if ('lacks' in made) return setStage({ kind: 'lacks', text: made.lacks, goOn: () => take(made.makeAnyway, isOver) });
    const former = vault === undefined ? 0 : await formerTextsOf(vault.core, records);
    if (isOver()) return setStage({ kind: 'failed', text: masterFailureText({ code: 'locked' }) });
    saveFile(made);
    const text = `${made.name} was handed to your browser.${saidOfFormerTexts(former)}`;
    setStage({ kind: former === 0 ? 'saved' : 'warned', text });
  };
  const send = async () => {
    if (vault === undefined) return take(make, () => false);
    const given = exportProofOf(proof);
    if (given === undefined) return setStage({ kind: 'refused', text: 'Enter the master password.' });
    const taken = await exportInClear(vault.core, logExport, { app, what, format, counts }, given, (isOver) => {
      setProof(noProof);
      return take(make, isOver);
    });
    if (!taken.ok) setStage({ kind: 'refused', text: masterFailureText(taken.failure) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setStage({ kind: 'ready' });
    start(stage.kind === 'lacks' ? stage.goOn : send);
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      {vault === undefined ? null : <BackupOffer />}
      {forms.length === 1 ? null : (
        <RadioField
          legend="Format"
          choices={forms.map((form) => ({ id: form.label, name: form.label, hint: form.hint }))}
          value={label}
          onChoose={(id) => {
            setLabel(id);
            setStage({ kind: 'ready' });
          }}
        />
      )}
      <p className="text-sm text-muted">{note}</p>
      {vault === undefined ? null : (
        <>
          <StatusMark kind="warning">The file is not encrypted: anyone who has it can read everything. Delete it after use.</StatusMark>
          {stage.kind === 'lacks' ? null : (
            <ProofFields
              ways={{ recoveryKey: false, passkeys }}
              value={proof}
              error={stage.kind === 'refused' ? stage.text : undefined}
              autoFocus={false}
              onChange={setProof}
            />
          )}
        </>
      )}
      <div className="grid">
        <div role="alert">
          {stage.kind === 'lacks' ? (
            <StatusMark kind="warning" className="mb-4">
              {stage.text}
            </StatusMark>
          ) : null}
        </div>
        <div role="status">
          {stage.kind === 'failed' || stage.kind === 'saved' || stage.kind === 'warned' ? (
            <StatusMark kind={marks[stage.kind]} className="mb-4">
              {stage.text}
            </StatusMark>
          ) : null}
        </div>
        <Button type="submit" busy={busy} className="justify-self-end">
          {stage.kind === 'lacks' ? 'Save the file without them' : 'Save the file'}
        </Button>
      </div>
    </form>
  );
}

const marks = { failed: 'failure', saved: 'success', warned: 'warning' } as const;

function passkeysOf(vault: ClearExportFormProps['vault']) {
  const state = vault?.read();
  return state?.stage === 'open' ? state.ways.passkeys : [];
}
