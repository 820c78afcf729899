import { type ReactNode, useState } from 'react';
import { openPicture, packPicture, pictureFailureTexts } from '../../../../web/app/domains/site-content/own-picture.ts';
import { addContentPicture, type ContentPicture, removeContentPicture } from '../../../../web/app/domains/site-content/site-content.ts';
import { Button } from '../../../../web/app/ui/button.tsx';
import { FileField } from '../../../../web/app/ui/fields/file-field.tsx';
import { TextField } from '../../../../web/app/ui/fields/text-field.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { formatBytes } from '../format-amount.ts';
import { ProofDialog } from './proof-dialog.tsx';
import { isUnproven, problemOf } from './save-words.ts';
import type { WaitingEdit } from './use-content-edit.ts';
import { picturesNamedIn, type usePictures } from './use-pictures.ts';

type ArticlePicturesProps = {
  readonly slug: string;
  readonly text: string;
  readonly pictures: ReturnType<typeof usePictures>;
  /** Puts a piece of Markdown into the draft. */
  readonly onInsert: (markdown: string) => void;
};

type Said = { readonly kind: 'success' | 'failure'; readonly text: string };

/** The pictures beside an article: add one with what it shows, put one into the text, take one away. */
export function ArticlePictures({ slug, text, pictures: { list, again }, onInsert }: ArticlePicturesProps) {
  const [said, setSaid] = useState<Said>();
  const [waiting, setWaiting] = useState<WaitingEdit>();
  const named = picturesNamedIn(text);
  const isHere = ({ name, articles }: ContentPicture) =>
    named.includes(name) || name.startsWith(`${slug}-`) || name.startsWith(`${slug}.`) || articles.includes(`writing/${slug}.md`);
  const [here, others] = [list.filter(isHere), list.filter((picture) => !isHere(picture))];
  const remove = async (name: string): Promise<void> => {
    const answer = await removeContentPicture(name);
    if (answer.ok && answer.value.outcome === 'deleted') {
      setSaid({ kind: 'success', text: `Removed: ${name}. Its bytes are kept among the versions of the content folder.` });
      return again();
    }
    if (isUnproven(answer)) return setWaiting({ act: 'delete', go: () => remove(name) });
    setSaid({ kind: 'failure', text: `Not removed: ${problemOf(answer, name)}` });
  };
  const row = (picture: ContentPicture) => (
    <PictureRow key={picture.name} picture={picture} isNamed={named.includes(picture.name)} onInsert={onInsert} onRemove={remove} />
  );
  return (
    <section aria-label="Pictures" className="settings-section">
      <h3 className="lettering settings-heading">Pictures</h3>
      <ul>{here.map(row)}</ul>
      {others.length === 0 ? null : (
        <details className="settings-fold">
          <summary>{`Of other articles: ${others.length}`}</summary>
          <ul>{others.map(row)}</ul>
        </details>
      )}
      <p role="status">{said === undefined ? null : <StatusMark kind={said.kind}>{said.text}</StatusMark>}</p>
      <AddPicture
        slug={slug}
        onSaid={setSaid}
        onWaiting={setWaiting}
        onAdded={(markdown) => {
          onInsert(markdown);
          void again();
        }}
      />
      <ProofDialog waiting={waiting} onClose={() => setWaiting(undefined)} />
    </section>
  );
}

type PictureRowProps = {
  readonly picture: ContentPicture;
  readonly isNamed: boolean;
  readonly onInsert: (markdown: string) => void;
  readonly onRemove: (name: string) => Promise<void>;
};

function PictureRow({ picture: { name, bytes, width, height, articles }, isNamed, onInsert, onRemove }: PictureRowProps): ReactNode {
  const size = width === undefined || height === undefined ? '' : `${width} × ${height}, `;
  return (
    <li className="content-version">
      <span className="min-w-0">
        <span className="font-mono text-sm wrap-anywhere">{name}</span>
        <span className="passport-note">
          {size}
          {formatBytes(bytes)}
          {articles.length === 0 ? (isNamed ? '; in this draft' : '; in no article') : ''}
        </span>
      </span>
      <span className="content-restore flex gap-4">
        {isNamed ? null : (
          <button type="button" className="setting-act" aria-label={`Insert ${name}`} onClick={() => onInsert(`![What it shows](${name})`)}>
            Insert
          </button>
        )}
        {isNamed || articles.length > 0 ? null : (
          <Button tone="quiet" aria-label={`Remove ${name}`} onWork={() => onRemove(name)}>
            Remove
          </Button>
        )}
      </span>
    </li>
  );
}

/** Brackets would end the words early. */
const wordsInMark = (words: string) => words.trim().replace(/\s+/g, ' ').replaceAll('[', '(').replaceAll(']', ')').replaceAll('\\', '/');

type AddPictureProps = {
  readonly slug: string;
  readonly onSaid: (said: Said | undefined) => void;
  readonly onWaiting: (waiting: WaitingEdit) => void;
  readonly onAdded: (markdown: string) => void;
};

function AddPicture({ slug, onSaid, onWaiting, onAdded }: AddPictureProps) {
  const [file, setFile] = useState<File>();
  // A field that has given its file begins again.
  const [round, setRound] = useState(0);
  const [words, setWords] = useState('');
  const [error, setError] = useState<string>();
  const send = async (base64: string): Promise<void> => {
    const answer = await addContentPicture(slug.slice(0, 70), base64);
    if (isUnproven(answer)) return onWaiting({ act: 'save', go: () => send(base64) });
    if (!answer.ok || !('name' in answer.value)) return onSaid({ kind: 'failure', text: `Not added: ${problemOf(answer, 'The picture')}` });
    onSaid({ kind: 'success', text: `Added: ${answer.value.name}. It is in the draft now, and public once the article is saved.` });
    onAdded(`![${wordsInMark(words)}](${answer.value.name})`);
    setWords('');
    setFile(undefined);
    setRound((before) => before + 1);
  };
  const add = async () => {
    const isSaid = words.trim() !== '';
    setError(isSaid ? undefined : 'Say what the picture shows: it is read to those who do not see it.');
    if (file === undefined) return onSaid({ kind: 'failure', text: 'Choose a picture first.' });
    if (!isSaid) return;
    onSaid(undefined);
    const opened = await openPicture(file);
    if (!opened.ok) return onSaid({ kind: 'failure', text: pictureFailureTexts[opened.failure.code] });
    const base64 = await packPicture(opened.value, file.type === 'image/png');
    opened.value.close();
    if (base64 === undefined) return onSaid({ kind: 'failure', text: 'The picture stays larger than 2 MB: scale it down.' });
    await send(base64);
  };
  return (
    <div className="content-new">
      <FileField key={round} label="New picture" accept="image/png,image/jpeg,image/webp,image/avif" onChoose={setFile} />
      <p className="content-hint">
        PNG, JPEG, WebP or AVIF, at most 25 MB and 64 million pixels. It is scaled to at most 2,400 pixels a side in this browser and sent
        as PNG or JPEG, without place, date and camera.
      </p>
      <TextField
        label="What it shows"
        hint="In a sentence."
        maxLength={300}
        value={words}
        error={error}
        autoComplete="off"
        onValue={setWords}
      />
      <Button tone="ghost" onWork={add}>
        Add the picture
      </Button>
    </div>
  );
}
