import { createContext, type ReactNode, use, useEffect, useMemo, useRef } from 'react';
import type { NoteBlock, NoteTarget } from '../../../../web/app/domains/notes/shown/note-block.ts';
import { NoteBlocks } from '../../../../web/app/domains/notes/shown/note-blocks.tsx';
import { type FollowedLink, type NoteSurround, NoteSurroundContext } from '../../../../web/app/domains/notes/shown/note-surround.ts';
import { partOfNote } from '../../../../web/app/domains/notes/shown/part-of-note.ts';
import type { LinkSource } from '../editor/complete-links.ts';
import { FileEmbed, type ShownFile } from '../editor/file-embed.ts';
import { NoteCode } from './note-code.tsx';
import { NoteMath } from './note-math.tsx';

/** Notes in notes: further in, an embed is its name. */
const deepestEmbed = 4;

type NoteReadingProps = {
  readonly blocks: readonly NoteBlock[];
  readonly source: LinkSource;
  readonly onFollow: (link: FollowedLink) => void;
  readonly onPoint: (link: FollowedLink | undefined) => void;
  readonly onTick: NoteSurround['onTick'];
};

/** The notes that are around what is drawn, the outermost first: where links in it start from. */
const Around = createContext<readonly { readonly id: string; readonly path: string }[]>([]);

/** Blocks of a note with what they show of files and other notes, and with links that lead somewhere. */
export function NoteReading({ blocks, source, onFollow, onPoint, onTick }: NoteReadingProps) {
  const around = use(Around);
  const inner = around.at(-1);
  const path = inner?.path;
  const surround = useMemo((): NoteSurround => {
    const pointed = (link: FollowedLink): FollowedLink => (link.kind === 'note' && path !== undefined ? { ...link, from: path } : link);
    return {
      idOf: (target) => source.note(target, path)?.id ?? source.file(target, path)?.id,
      onFollow: (link) => onFollow(pointed(link)),
      onPoint: (link) => onPoint(link && pointed(link)),
      drawMath: (text, isBlock) => <NoteMath text={text} isBlock={isBlock} />,
      drawCode: (text, language) => <NoteCode text={text} language={language} />,
      drawEmbed: (embed) => <Embed embed={embed} source={source} onFollow={onFollow} onPoint={onPoint} />,
      onTick,
    };
  }, [source, path, onFollow, onPoint, onTick]);
  return (
    <NoteSurroundContext value={surround}>
      <NoteBlocks blocks={blocks} />
    </NoteSurroundContext>
  );
}

type EmbedProps = Omit<NoteReadingProps, 'blocks' | 'onTick'> & { readonly embed: NoteTarget & { readonly label: string | undefined } };

/** What an embed shows: a file, a note or a part of one, or why it cannot. */
function Embed({ embed: { target, subpath, label }, source, onFollow, onPoint }: EmbedProps) {
  const around = use(Around);
  const path = around.at(-1)?.path;
  const note = source.note(target, path);
  const file = note === undefined ? source.file(target, path) : undefined;
  const body = note?.body;
  const blocks = useMemo(() => (body === undefined ? undefined : partOfNote(body, subpath)), [body, subpath]);
  if (file !== undefined) return <FileView file={file} label={label} />;
  const link: FollowedLink = { kind: 'note', target, subpath, ...(path === undefined ? {} : { from: path }) };
  const name = `${note?.name ?? target}${subpath.replaceAll('#', ' › ')}`;
  if (note === undefined) return <EmbedFrame name={name} onOpen={() => onFollow(link)} says="There is no note of this name yet." />;
  if (around.some(({ id }) => id === note.id) || (around.length === 0 && note.id === source.id))
    return <EmbedFrame name={name} onOpen={() => onFollow(link)} says="This note is around itself: it is not shown again." />;
  if (around.length >= deepestEmbed) return <EmbedFrame name={name} onOpen={() => onFollow(link)} says="Notes are shown four deep." />;
  if (blocks === undefined) return <EmbedFrame name={name} onOpen={() => onFollow(link)} says="The note has no such place." />;
  return (
    <EmbedFrame name={name} onOpen={() => onFollow(link)}>
      <Around value={[...around, { id: note.id, path: note.path }]}>
        <NoteReading blocks={blocks} source={source} onFollow={onFollow} onPoint={onPoint} onTick={undefined} />
      </Around>
    </EmbedFrame>
  );
}

type EmbedFrameProps = { readonly name: string; readonly says?: string; readonly onOpen: () => void; readonly children?: ReactNode };

function EmbedFrame({ name, says, onOpen, children }: EmbedFrameProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a set of fields it is not.
    <div role="group" aria-label={name} className="note-embed">
      <p className="note-embed-head">
        <span className="font-medium">{name}</span>
        <button type="button" className="note-link" onClick={onOpen}>
          Open<span className="sr-only">{` ${name}`}</span>
        </button>
      </p>
      {says === undefined ? <div className="note-text">{children}</div> : <p className="text-sm text-muted">{says}</p>}
    </div>
  );
}

/** A file as the editor shows it. */
function FileView({ file, label }: { readonly file: ShownFile; readonly label: string | undefined }) {
  const host = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    host.current?.replaceChildren(new FileEmbed(file, label).toDOM(settled));
  }, [file, label]);
  return <span ref={host} className="note-file-view" />;
}

const settled = { requestMeasure: () => undefined };
