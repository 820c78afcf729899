import { parseJson } from '@castellan/foundation/parse-json';
import { useCallback, useState } from 'react';
import { CopyButton } from '../../../../web/app/domains/session/copy-button.tsx';
import { failureText } from '../../../../web/app/domains/settings/failure-text.ts';
import { useAsked } from '../../../../web/app/domains/settings/use-asked.ts';
import { type ContentFiles, loadContentFile, loadKeptText, saveContentKey } from '../../../../web/app/domains/site-content/site-content.ts';
import { Button } from '../../../../web/app/ui/button.tsx';
import { FileField } from '../../../../web/app/ui/fields/file-field.tsx';
import { TextArea } from '../../../../web/app/ui/fields/text-area.tsx';
import { verbatim } from '../../../../web/app/ui/fields/verbatim.ts';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { EditFoot, Versions } from './edit-foot.tsx';
import { NotLoaded } from './json-workplace.tsx';
import { useContentEdit } from './use-content-edit.ts';

const keyName = 'key.asc';

/** A key with many signatures on it has some hundred kilobytes. */
const maxLength = 1_000_000;

/** Takes the owner's public key: chosen or pasted, checked by the server, served as `/pgp.asc`. A private key never leaves the browser. */
export function KeyWorkplace({ files }: { readonly files: ContentFiles }) {
  const edit = useContentEdit('profile.json');
  const [text, setText] = useState('');
  const [isSaved, setSaved] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { asked: key, again } = useAsked(useCallback(() => loadContentFile(keyName), []));
  if (edit.file === undefined) return <NotLoaded edits={[edit]} />;
  const { version } = edit.file;
  const isPrivate = text.includes('PRIVATE KEY');
  const isReadOnly = !files.isWritable || edit.notice?.kind === 'not_writable';
  const change = (next: string) => {
    setSaved(false);
    setProblem(undefined);
    setText(next);
  };
  // It is taken as any other key is, by the button, once its text is seen.
  const takeUp = async ({ id }: { readonly id: string }) => {
    const kept = await loadKeptText(keyName, id);
    if (kept.ok) change(kept.value.text);
    else setProblem(failureText(kept.failure));
  };
  const choose = async (file: File | undefined) => {
    if (file !== undefined) change(file.size > maxLength ? '' : await file.text());
  };
  const save = async (): Promise<void> => {
    if (version === null) return;
    const answer = await saveContentKey(text, version);
    if (!answer.ok || answer.value.outcome !== 'saved') return edit.take(edit.text, answer, save);
    // The profile that names the key was written by the server.
    await Promise.all([edit.discard(), again()]);
    setText('');
    setSaved(true);
  };
  return (
    <div className="mt-4 grid gap-4">
      <CurrentKey profile={edit.file.text ?? ''} />
      <FileField label="Public key file" accept=".asc,.pgp,.gpg,.txt" onChoose={(file) => void choose(file)} />
      <TextArea
        label="Or paste it"
        rows={8}
        value={text}
        maxLength={maxLength}
        {...verbatim}
        translate="no"
        placeholder="-----BEGIN PGP PUBLIC KEY BLOCK-----"
        className="[&_textarea]:font-mono [&_textarea]:text-sm"
        onValue={change}
      />
      <p className="content-hint">
        A public key in ASCII armour, of at most 1 MB (gpg --armor --export). Its fingerprint is read from it and written into the profile,
        and the site serves it as /pgp.asc.
      </p>
      {isPrivate ? (
        <p role="alert">
          <StatusMark kind="failure">This is a private key. It was not sent: export the public key alone.</StatusMark>
        </p>
      ) : null}
      {edit.isChanged ? <StatusMark kind="warning">The profile has a draft: save or discard it first.</StatusMark> : null}
      {isReadOnly ? <KeyByHand folder={files.folder} text={isPrivate ? '' : text} /> : null}
      {isReadOnly || isPrivate || edit.isChanged || text.trim() === '' ? null : (
        <Button onWork={save} className="justify-self-start">
          Use this key
        </Button>
      )}
      <p role="status">
        {isSaved ? <StatusMark kind="success">Saved. Visitors can fetch it in a moment.</StatusMark> : null}
        {problem === undefined ? null : <StatusMark kind="failure">{problem}</StatusMark>}
      </p>
      {isReadOnly ? null : (
        <EditFoot
          savesItself
          edit={edit}
          folder={files.folder}
          isWritable
          faults={edit.notice?.kind === 'invalid' ? edit.notice.faults : []}
          versions={<Versions versions={key.value?.versions ?? []} act="Use again" onRestore={takeUp} />}
        />
      )}
    </div>
  );
}

function CurrentKey({ profile }: { readonly profile: string }) {
  const { fingerprint, file } = keyOf(profile);
  if (fingerprint === undefined) return <p>No key is on the site yet.</p>;
  return (
    <div>
      <p>{file === undefined ? 'The site gives this fingerprint, and serves no key:' : `The site serves ${file}, whose fingerprint is:`}</p>
      <p className="mt-1 font-mono text-sm wrap-anywhere">{fingerprint.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
    </div>
  );
}

/** What a profile says of the key; the server has read it, and this only shows it. */
function keyOf(profile: string): { readonly fingerprint?: string; readonly file?: string } {
  const value = parseJson(profile.replace(/^\uFEFF/, ''));
  const pgp = typeof value === 'object' && value !== null && 'pgp' in value ? value.pgp : undefined;
  if (typeof pgp !== 'object' || pgp === null) return {};
  return {
    ...('fingerprint' in pgp && typeof pgp.fingerprint === 'string' ? { fingerprint: pgp.fingerprint.replaceAll(/\s+/g, '') } : {}),
    ...('file' in pgp && typeof pgp.file === 'string' ? { file: pgp.file } : {}),
  };
}

/** Where the server cannot write: the place, the text to put there, and what the profile then says. */
function KeyByHand({ folder, text }: { readonly folder: string; readonly text: string }) {
  return (
    <div>
      <p>
        The server may not write its content. Put the key into{' '}
        <span className="font-mono text-sm wrap-anywhere">{`${folder}/${keyName}`}</span>, and name it in{' '}
        <span className="font-mono text-sm wrap-anywhere">{`${folder}/profile.json`}</span>:
      </p>
      <p className="mt-2 font-mono text-sm wrap-anywhere">{'"pgp": { "fingerprint": "its 40 digits", "file": "key.asc" }'}</p>
      {text === '' ? null : (
        <div className="-ml-2">
          <CopyButton text={text}>Copy the key</CopyButton>
        </div>
      )}
    </div>
  );
}
