import type { ReactNode } from 'react';
import { CopyButton } from '../../../../web/app/domains/session/copy-button.tsx';
import type { ContentFault, ContentFile } from '../../../../web/app/domains/site-content/site-content.ts';
import { saveFile } from '../../../../web/app/lib/save-file.ts';
import { Button, GhostButton, QuietButton } from '../../../../web/app/ui/button.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { formatBytes } from '../format-amount.ts';
import { ProofDialog } from './proof-dialog.tsx';
import type { ContentEdit, EditNotice } from './use-content-edit.ts';

type EditFootProps = {
  readonly edit: ContentEdit;
  readonly folder: string;
  readonly isWritable: boolean;
  /** Faults that no field of the form shows. */
  readonly faults: readonly ContentFault[];
  /** The form has a button of its own that saves. */
  readonly savesItself?: boolean;
  /** In the place of the file's own versions. */
  readonly versions?: ReactNode;
};

/** What ends every form: save, what came of it, and the versions before. */
export function EditFoot({ edit, folder, isWritable, faults, savesItself = false, versions }: EditFootProps) {
  const { notice, isChanged, name, text } = edit;
  const isReadOnly = !isWritable || notice?.kind === 'not_writable';
  return (
    <>
      <div className="content-save">
        {isReadOnly ? (
          <ByHand name={name} text={text} folder={folder} />
        ) : savesItself ? null : (
          <>
            <Button onWork={() => edit.save()} aria-disabled={!isChanged || undefined} className="content-save-button">
              Save
            </Button>
            {isChanged ? <QuietButton onWork={edit.discard}>Discard the draft</QuietButton> : null}
          </>
        )}
        <p role="status">
          <NoticeText notice={notice} isChanged={isChanged} />
        </p>
      </div>
      {faults.length === 0 ? null : <Faults name={name} faults={faults} />}
      {notice?.kind === 'conflict' ? <Conflict edit={edit} theirs={notice.theirs} /> : null}
      {versions ?? (
        <Versions versions={edit.file?.versions ?? []} act="Restore" {...(isReadOnly ? {} : { onRestore: ({ id }) => edit.restore(id) })} />
      )}
      <ProofDialog waiting={edit.waiting} onClose={edit.giveUpProof} />
    </>
  );
}

function NoticeText({ notice, isChanged }: { readonly notice: EditNotice | undefined; readonly isChanged: boolean }) {
  switch (notice?.kind) {
    case 'saved':
      return <StatusMark kind="success">Saved. The public pages have it in a moment.</StatusMark>;
    case 'invalid':
      return <StatusMark kind="failure">Not saved: the site could not be made from it.</StatusMark>;
    case 'conflict':
      return <StatusMark kind="warning">Not saved: the file was changed elsewhere.</StatusMark>;
    case 'not_writable':
      return <StatusMark kind="failure">{`Not saved: the server may not write there (${notice.reason}).`}</StatusMark>;
    case 'failed':
      return <StatusMark kind="failure">{notice.text}</StatusMark>;
    default:
      return isChanged ? <StatusMark kind="warning">A draft: not saved yet.</StatusMark> : null;
  }
}

/** Where the server cannot write: the place, and the text to put there. */
function ByHand({ name, text, folder }: { readonly name: string; readonly text: string; readonly folder: string }) {
  return (
    <div>
      <p>
        The server may not write its content. Put this text into{' '}
        <span className="font-mono text-sm wrap-anywhere">{`${folder}/${name}`}</span>.
      </p>
      <div className="-ml-2 flex flex-wrap gap-x-4">
        <CopyButton text={text}>Copy the text</CopyButton>
        <QuietButton onClick={() => saveFile({ name: name.split('/').at(-1) ?? name, type: 'text/plain', text })}>Download it</QuietButton>
      </div>
    </div>
  );
}

function Faults({ name, faults }: { readonly name: string; readonly faults: readonly ContentFault[] }) {
  return (
    <ul aria-label="Faults" className="content-faults">
      {faults.map(({ field, problem, line, example }) => (
        <li key={`${field} ${problem} ${line}`}>
          <span className="font-mono text-sm">
            {name}
            {line === undefined ? '' : `, line ${line}`}
          </span>{' '}
          {field === undefined ? '' : `${field} `}
          {problem}
          {example === undefined ? null : <span className="block font-mono text-sm wrap-anywhere text-muted">{example}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Both texts, and a choice. Whichever is taken, the other is kept: among the versions, or by a download. */
function Conflict({
  edit,
  theirs,
}: {
  readonly edit: ContentEdit;
  readonly theirs: { readonly text: string; readonly version: string | null };
}) {
  const download = () => saveFile({ name: `draft-${edit.name.split('/').at(-1) ?? ''}`, type: 'text/plain', text: edit.text });
  return (
    <section aria-label="Two versions" className="settings-section">
      <h3 className="lettering settings-heading">Two versions</h3>
      <div className="content-both">
        <label>
          On the server now
          <textarea readOnly rows={12} value={theirs.text} className="content-text" />
        </label>
        <label>
          Your draft
          <textarea readOnly rows={12} value={edit.text} className="content-text" />
        </label>
      </div>
      <div className="content-acts">
        <GhostButton onWork={() => edit.save(theirs.version)}>Save mine; keep the other as a version</GhostButton>
        <QuietButton onClick={download}>Download my draft</QuietButton>
        <QuietButton onWork={edit.discard}>Discard mine</QuietButton>
      </div>
    </section>
  );
}

/** A state that was replaced; `name` where a list is of several files. */
type KeptState = ContentFile['versions'][number] & { readonly name?: string };

/** The newest stand open. */
const shownVersions = 5;

type VersionsProps<Version extends KeptState> = {
  /** The newest first. */
  readonly versions: readonly Version[];
  readonly act: string;
  /** Left out where nothing can be written. */
  readonly onRestore?: (version: Version) => Promise<void>;
};

/** What was replaced, and a way back to each. */
export function Versions<Version extends KeptState>({ versions, act, onRestore }: VersionsProps<Version>) {
  if (versions.length === 0) return null;
  const row = (version: Version) => (
    <li key={`${version.name} ${version.id}`} className="content-version">
      <span>
        {version.name === undefined ? null : <span className="font-mono text-sm wrap-anywhere">{`${version.name}, `}</span>}
        {version.name === undefined ? 'Until ' : 'until '}
        <SavedTime savedAt={version.savedAt} />
      </span>
      <span className="text-muted">{formatBytes(version.bytes)}</span>
      {onRestore === undefined ? null : (
        <Button tone="quiet" onWork={() => onRestore(version)} className="content-restore">
          {act}
        </Button>
      )}
    </li>
  );
  return (
    <section aria-label="Versions before" className="settings-section">
      <h3 className="lettering settings-heading">Versions before</h3>
      <ul>{versions.slice(0, shownVersions).map(row)}</ul>
      {versions.length > shownVersions ? (
        <details className="settings-fold">
          <summary>{`${versions.length - shownVersions} older`}</summary>
          <ul>{versions.slice(shownVersions).map(row)}</ul>
        </details>
      ) : null}
    </section>
  );
}

/** When a version was replaced. */
export function SavedTime({ savedAt }: { readonly savedAt: string }) {
  return <time dateTime={savedAt}>{new Date(savedAt).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })}</time>;
}
