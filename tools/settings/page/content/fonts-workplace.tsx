import { useState } from 'react';
import { useAsked } from '../../../../web/app/domains/settings/use-asked.ts';
import {
  addContentFont,
  type ContentFiles,
  loadContentFonts,
  removeContentFont,
  restoreContentFont,
} from '../../../../web/app/domains/site-content/site-content.ts';
import { Button } from '../../../../web/app/ui/button.tsx';
import { FileField } from '../../../../web/app/ui/fields/file-field.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { NotAsked } from '../asked-view.tsx';
import { formatBytes } from '../format-amount.ts';
import { Versions } from './edit-foot.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { isUnproven, problemOf } from './save-words.ts';
import type { WaitingEdit } from './use-content-edit.ts';

type Said = { readonly kind: 'success' | 'failure'; readonly text: string };

/** The fonts of the content folder: added once the server has drawn letters with them, and removed. */
export function FontsWorkplace({ files: { folder, isWritable } }: { readonly files: ContentFiles }) {
  const { asked, again } = useAsked(loadContentFonts);
  const [file, setFile] = useState<File>();
  // A field that has given its file begins again.
  const [round, setRound] = useState(0);
  const [said, setSaid] = useState<Said>();
  const [waiting, setWaiting] = useState<WaitingEdit>();
  if (asked.value === undefined) return <NotAsked asked={asked} again={again} />;
  const { fonts, kept, maxBytes, maxFiles } = asked.value;
  const send = async (chosen: File, base64: string): Promise<void> => {
    const answer = await addContentFont(stemOf(chosen.name), base64);
    if (isUnproven(answer)) return setWaiting({ act: 'save', go: () => send(chosen, base64) });
    if (!answer.ok || answer.value.outcome !== 'saved')
      return setSaid({ kind: 'failure', text: `Not added: ${problemOf(answer, 'the file')}` });
    setSaid({ kind: 'success', text: 'Added. Cards and the resume are drawn with it in a moment.' });
    setFile(undefined);
    setRound((before) => before + 1);
    await again();
  };
  const add = async () => {
    setSaid(undefined);
    if (file === undefined) return setSaid({ kind: 'failure', text: 'Choose a font first.' });
    if (file.size > maxBytes) return setSaid({ kind: 'failure', text: `Not added: it is larger than ${formatBytes(maxBytes)}.` });
    await send(file, await base64Of(file));
  };
  const remove = async (name: string): Promise<void> => {
    const answer = await removeContentFont(name);
    if (isUnproven(answer)) return setWaiting({ act: 'delete', go: () => remove(name) });
    if (!answer.ok || answer.value.outcome !== 'deleted')
      return setSaid({ kind: 'failure', text: `Not removed: ${problemOf(answer, name)}` });
    setSaid({ kind: 'success', text: `Removed: ${name}. It is kept below.` });
    await again();
  };
  const restore = async ({ name, id }: { readonly name: string; readonly id: string }): Promise<void> => {
    const answer = await restoreContentFont(name, id);
    if (isUnproven(answer)) return setWaiting({ act: 'save', go: () => restore({ name, id }) });
    if (!answer.ok || answer.value.outcome !== 'saved')
      return setSaid({ kind: 'failure', text: `Not restored: ${problemOf(answer, name)}` });
    setSaid({ kind: 'success', text: `Restored: ${name}.` });
    await again();
  };
  return (
    <div className="mt-4 grid gap-4">
      {fonts.length === 0 ? <p>No font of your own yet.</p> : null}
      <ul>
        {fonts.map(({ name, bytes }) => (
          <li key={name} className="content-version">
            <span className="font-mono text-sm wrap-anywhere">{name}</span>
            <span className="text-muted">{formatBytes(bytes)}</span>
            {isWritable ? (
              <Button tone="quiet" aria-label={`Remove ${name}`} onWork={() => remove(name)} className="content-restore">
                Remove
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {isWritable ? (
        <>
          <FileField key={round} label="New font" accept=".ttf,.otf,font/ttf,font/otf" onChoose={setFile} />
          <Button tone="ghost" onWork={add} className="justify-self-start">
            Add the font
          </Button>
        </>
      ) : (
        <p>
          The server may not write its content. Put font files into{' '}
          <span className="font-mono text-sm wrap-anywhere">{`${folder}/fonts`}</span>.
        </p>
      )}
      <p className="content-hint">
        {`TrueType or OpenType, at most ${formatBytes(maxBytes)} each here and ${maxFiles} of them, such as Noto Sans JP. Share cards draw every script with them; the resume draws those whose letters stand side by side from left to right. Pages use the visitor’s own fonts.`}
      </p>
      <p role="status">{said === undefined ? null : <StatusMark kind={said.kind}>{said.text}</StatusMark>}</p>
      <Versions versions={kept} act="Restore" {...(isWritable ? { onRestore: restore } : {})} />
      <ProofDialog waiting={waiting} onClose={() => setWaiting(undefined)} />
    </div>
  );
}

/** A name of small letters, digits and single hyphens, without the ending. */
function stemOf(name: string): string {
  const stem = name
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replaceAll(/^-|-$/g, '');
  return stem === '' ? 'font' : stem;
}

async function base64Of(file: File): Promise<string> {
  const reader = new FileReader();
  const address = await new Promise<string>((resolve, reject) => {
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'));
    reader.readAsDataURL(file);
  });
  return address.slice(address.indexOf(',') + 1);
}
