import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type SiteDraft, useSitePreview } from '../../../../web/app/domains/settings/site-preview.ts';
import type { ContentFiles } from '../../../../web/app/domains/site-content/site-content.ts';
import { browserTimer } from '../../../../web/app/lib/clock.ts';
import { GhostButton } from '../../../../web/app/ui/button.tsx';
import { TextField } from '../../../../web/app/ui/fields/text-field.tsx';
import { Spinner } from '../../../../web/app/ui/spinner.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { ArticlePictures } from './article-pictures.tsx';
import { DeleteText } from './delete-text.tsx';
import { DeletedTexts } from './deleted-texts.tsx';
import { EditFoot } from './edit-foot.tsx';
import { NotLoaded } from './json-workplace.tsx';
import { TextEditor } from './text-editor.tsx';
import { type ContentEdit, useContentEdit } from './use-content-edit.ts';
import { usePictures } from './use-pictures.ts';
import { withParagraph } from './with-paragraph.ts';

type TextsPart = 'cases' | 'articles';

const kinds = {
  cases: { kind: 'case-study', folder: '', one: 'case study' },
  articles: { kind: 'article', folder: 'writing/', one: 'article' },
} as const;

/** The Markdown files of a kind: choose one or begin one, and edit it beside its page. */
export function TextsWorkplace({ part, files }: { readonly part: TextsPart; readonly files: ContentFiles }) {
  const { kind, folder, one } = kinds[part];
  // What became of texts since the list was loaded.
  const [made, setMade] = useState<Readonly<Record<string, 'begun' | 'deleted' | 'back'>>>({});
  const [chosen, setChosen] = useState<string>();
  const ofKind = (list: ContentFiles['files']) => list.filter((file) => file.kind === kind).map(({ name }) => name);
  const known = [...new Set([...ofKind(files.files), ...ofKind(files.deleted), ...Object.keys(made)])];
  const deleted = known.filter((name) => (made[name] ?? (files.deleted.some((file) => file.name === name) ? 'deleted' : '')) === 'deleted');
  const names = known.filter((name) => !deleted.includes(name));
  const become = (name: string, state: 'begun' | 'deleted' | 'back') => {
    // The newest last: its outcome is said.
    setMade(({ [name]: _, ...others }) => ({ ...others, [name]: state }));
    setChosen(state === 'begun' ? name : undefined);
  };
  const [lastName, lastState] = Object.entries(made).at(-1) ?? [];
  return (
    <>
      <ul>
        {names.map((name) => (
          <li key={name} className="content-entry">
            <button
              type="button"
              aria-expanded={name === chosen}
              className="content-entry-head"
              onClick={() => setChosen(name === chosen ? undefined : name)}
            >
              <span className="min-w-0 truncate font-mono text-sm">{name}</span>
              <span aria-hidden="true" className="text-muted">
                {name === chosen ? '▴' : '▾'}
              </span>
            </button>
            {name === chosen ? (
              <TextPlace key={name} part={part} name={name} files={files} onDeleted={() => become(name, 'deleted')} />
            ) : null}
          </li>
        ))}
      </ul>
      <p role="status" className="content-other">
        {lastState === 'deleted' ? (
          <StatusMark kind="success">{`Deleted: ${lastName}. It is kept below, and can be brought back.`}</StatusMark>
        ) : lastState === 'back' ? (
          <StatusMark kind="success">{`Brought back: ${lastName}. The public pages have it in a moment.`}</StatusMark>
        ) : null}
      </p>
      <DeletedTexts names={deleted} isWritable={files.isWritable} onBack={(name) => become(name, 'back')} />
      <NewText
        one={one}
        taken={names.map((name) => name.slice(folder.length, -3))}
        onBegin={(slug) => become(`${folder}${slug}.md`, 'begun')}
      />
    </>
  );
}

type TextPlaceProps = {
  readonly part: TextsPart;
  readonly name: string;
  readonly files: ContentFiles;
  readonly onDeleted: () => void;
};

function TextPlace(props: TextPlaceProps) {
  const [fresh] = useState(() => beginning(props.part));
  const edit = useContentEdit(props.name, fresh);
  const profile = useContentEdit('profile.json');
  const resume = useContentEdit('resume.json');
  if (edit.file === undefined || profile.file === undefined || resume.file === undefined)
    return <NotLoaded edits={[edit, profile, resume]} />;
  const Place = props.part === 'articles' ? ArticlePlace : PlainPlace;
  return <Place {...props} edit={edit} version={edit.file.version} site={{ profile: profile.text, resume: resume.text }} />;
}

type PlaceProps = TextPlaceProps & {
  readonly edit: ContentEdit;
  readonly version: string | null;
  readonly site: { readonly profile: string; readonly resume: string };
};

function PlainPlace({ part, name, edit, site, ...rest }: PlaceProps) {
  return (
    <Beside draft={{ part, ...site, markdown: { name, text: edit.text } }}>
      <TextEditor label={`${name} in Markdown`} text={edit.text} onText={edit.change} />
      <TextFoot {...rest} part={part} name={name} edit={edit} site={site} />
    </Beside>
  );
}

/** An article, with the pictures beside it. */
function ArticlePlace({ part, name, edit, site, version, ...rest }: PlaceProps) {
  const pictures = usePictures(edit.text, version);
  const caret = useRef<number>(undefined);
  // A picture comes when it was sent: into the text as it is then.
  const insert = useEffectEvent((markdown: string) => edit.change(withParagraph(edit.text, caret.current, markdown)));
  const [arrived, setArrived] = useState<{ readonly markdown: string }>();
  useEffect(() => {
    if (arrived !== undefined) insert(arrived.markdown);
  }, [arrived]);
  return (
    <Beside draft={{ part, ...site, markdown: { name, text: edit.text, pictures: pictures.pictures } }}>
      <TextEditor
        label={`${name} in Markdown`}
        text={edit.text}
        onText={edit.change}
        onCaret={(at) => {
          caret.current = at;
        }}
      />
      <TextFoot {...rest} part={part} name={name} edit={edit} site={site} version={version} />
      {rest.files.isWritable ? (
        <ArticlePictures
          slug={name.replace(/^writing\/|\.md$/g, '')}
          text={edit.text}
          pictures={pictures}
          onInsert={(markdown) => setArrived({ markdown })}
        />
      ) : null}
    </Beside>
  );
}

function Beside({ draft, children }: { readonly draft: SiteDraft; readonly children: ReactNode }) {
  const Preview = useSitePreview();
  return (
    <div className="content-workplace">
      <div className="min-w-0">{children}</div>
      <Suspense fallback={<Spinner label="Loading" />}>
        <Preview draft={draft} />
      </Suspense>
    </div>
  );
}

function TextFoot({ part, edit, version, files, onDeleted }: PlaceProps) {
  const faults = edit.notice?.kind === 'invalid' ? edit.notice.faults : [];
  return (
    <>
      <EditFoot edit={edit} folder={files.folder} isWritable={files.isWritable} faults={faults} />
      {version === null || !files.isWritable ? null : <DeleteText edit={edit} one={kinds[part].one} onDeleted={onDeleted} />}
    </>
  );
}

type NewTextProps = { readonly one: string; readonly taken: readonly string[]; readonly onBegin: (slug: string) => void };

function NewText({ one, taken, onBegin }: NewTextProps) {
  const [slug, setSlug] = useState('');
  const [error, setError] = useState<string>();
  const begin = () => {
    const isName = /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug) && slug.length <= 70;
    setError(isName ? (taken.includes(slug) ? 'There is one of that name.' : undefined) : 'Small letters, digits and single hyphens.');
    if (!isName || taken.includes(slug)) return;
    onBegin(slug);
    setSlug('');
  };
  return (
    <div className="content-new">
      <TextField
        label={`Address of a new ${one}`}
        hint="The last part of its address, such as “keys-on-paper”."
        value={slug}
        error={error}
        autoComplete="off"
        spellCheck={false}
        onValue={setSlug}
      />
      <GhostButton onClick={begin}>Begin it</GhostButton>
    </div>
  );
}

/** What a new file begins with. */
function beginning(part: TextsPart): string {
  if (part === 'cases') return '# Title\n\nWhat it is about, in a sentence.\n\n## Problem\n\n## Threat model\n\n## Decision\n\n## Result\n';
  const day = new Date(browserTimer.nowMs()).toISOString().slice(0, 10);
  return `---\ntitle: Title\ndate: ${day}\nsummary: What it is about.\ntags: []\ndraft: true\n---\n\nText.\n`;
}
