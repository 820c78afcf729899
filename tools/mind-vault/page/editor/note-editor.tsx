import { readFrontMatter } from '@castellan/notes/front-matter';
import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { commonmarkLanguage, markdown } from '@codemirror/lang-markdown';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { useCallback, useEffect, useRef, useState } from 'react';
import { noteGrammar } from '../../../../web/app/domains/notes/shown/note-grammar.ts';
import type { FollowedLink } from '../../../../web/app/domains/notes/shown/note-surround.ts';
import type { TextChange } from '../../knowledge/text-change.ts';
import { createDrawnBlocks, type DrawnBlocks, drawnBlocks } from '../blocks/block-field.ts';
import { BlockPortals } from '../blocks/block-portals.tsx';
import { FirstProperty } from '../blocks/first-property.tsx';
import { adoptEditorStyles } from './adopt-styles.ts';
import { completeLinks, type LinkSource } from './complete-links.ts';
import { editorTheme } from './editor-theme.ts';
import { redrawFiles } from './file-embed.ts';
import { linkAt } from './link-at.ts';
import { type Doubt, doubtOf, LinkLine, LinkQuestion } from './link-notices.tsx';
import { frontMatterEnd, livePreview } from './live-preview.ts';
import { watchPointing } from './watch-pointing.ts';

export type NoteEditorProps = {
  /** What the page last knew; another text that comes from elsewhere is taken in place. */
  readonly text: string;
  /** An offset of the text to go to, once for each object. */
  readonly place: { readonly at: number } | undefined;
  readonly source: LinkSource;
  /** A text to be put in, once for each object: at the offset of the editor, or else where the cursor is or was. */
  readonly insertion: Insertion | undefined;
  readonly onChange: (text: string) => void;
  /** Told where in the text the cursor is. */
  readonly onCursor?: (at: number) => void;
  readonly onFollow: (link: FollowedLink) => void;
  /** Files that were dropped or pasted; `at` is the offset in the editor, where there is one. */
  readonly onFiles: (files: readonly File[], isPasted: boolean, at: number | undefined) => void;
};

/** What was put in: an editor that is made anew puts in nothing twice. */
const inserted = new WeakSet<Insertion>();

/** A text to be put into the editor's. */
export type Insertion = { readonly text: string; readonly at: number | undefined };

/** The text of a note, drawn as it reads while it is written. Loaded after the page: it brings the editor along. */
export function NoteEditor(props: NoteEditorProps) {
  const { text, place, source, insertion, onFollow } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const [pointed, setPointed] = useState<FollowedLink>();
  const [doubt, setDoubt] = useState<Doubt>();
  const [drawn] = useState(createDrawnBlocks);
  const [hasProperties, setHasProperties] = useState(() => readFrontMatter(text).end > 0);
  const follow = useCallback((link: FollowedLink) => {
    const doubted = doubtOf(link);
    if (doubted === undefined) live.current.onFollow(link);
    else setDoubt(doubted);
  }, []);
  const live = useRef<Live>({ ...props, onPoint: setPointed, onAsk: follow, onProperties: setHasProperties });
  live.current = { ...live.current, ...props };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once, and told of changes below.
  useEffect(() => {
    adoptEditorStyles();
    const made = new EditorView({
      parent: host.current ?? document.body,
      state: EditorState.create({ doc: text, extensions: extensionsFor(live, text, drawn) }),
    });
    view.current = made;
    return () => {
      view.current = undefined;
      made.destroy();
    };
  }, []);
  useEffect(() => {
    const editor = view.current;
    if (editor !== undefined && textOf(editor.state) !== text) takeText(editor, text);
  }, [text]);
  useEffect(() => {
    const editor = view.current;
    if (editor === undefined || place === undefined) return;
    const line = editor.state.doc.line(lineOf(live.current.text, place.at, editor.state.doc.lines));
    editor.dispatch({ selection: { anchor: line.from }, effects: EditorView.scrollIntoView(line.from, { y: 'start', yMargin: 96 }) });
    editor.focus();
  }, [place]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the source is asked through `live`; that it is another one is the reason.
  useEffect(() => view.current?.dispatch({ effects: redrawFiles.of(null) }), [source]);
  useEffect(() => {
    const editor = view.current;
    if (editor === undefined || insertion === undefined || inserted.has(insertion)) return;
    inserted.add(insertion);
    const { head } = editor.state.selection.main;
    const end = editor.state.doc.length;
    // Where nobody has been in the text yet, it goes to the end: properties stand at the top.
    const at = Math.min(insertion.at ?? (head > 0 || editor.hasFocus ? head : end), end);
    const line = editor.state.doc.lineAt(at);
    // On a line of their own, and the cursor on the next, so that the files are shown at once.
    const insert = `${at > line.from ? '\n' : ''}${insertion.text}\n`;
    editor.dispatch({ changes: { from: at, insert }, selection: { anchor: at + insert.length }, scrollIntoView: true });
  }, [insertion]);
  const addFirst = ({ insert }: TextChange) => {
    const editor = view.current;
    if (editor === undefined) return;
    // A byte order mark stays the first character.
    const at = editor.state.sliceDoc(0, 1) === '\uFEFF' ? 1 : 0;
    editor.dispatch({ changes: { from: at, insert: editor.state.toText(insert) }, userEvent: 'input' });
  };
  return (
    <>
      {hasProperties ? null : <FirstProperty onAdd={addFirst} />}
      <div ref={host} />
      <BlockPortals drawn={drawn} view={view} source={source} onFollow={follow} onPoint={setPointed} />
      <LinkLine link={pointed} />
      <LinkQuestion doubt={doubt} onOpen={onFollow} onClose={() => setDoubt(undefined)} />
    </>
  );
}

/** What the editor, made once, asks for at the time. */
type Live = NoteEditorProps & {
  readonly onPoint: (link: FollowedLink | undefined) => void;
  /** Told with each change whether the text begins with properties. */
  readonly onProperties: (has: boolean) => void;
  /** Follows a link, or asks about it first. */
  readonly onAsk: (link: FollowedLink) => void;
};

function extensionsFor(live: { readonly current: Live }, text: string, drawn: DrawnBlocks): readonly Extension[] {
  const follow = (editor: EditorView, at: number): boolean => {
    const link = linkAt(editor.state, at);
    if (link === undefined) return false;
    live.current.onAsk(link);
    return true;
  };
  const source: LinkSource = {
    notes: () => live.current.source.notes(),
    places: (target) => live.current.source.places(target),
    tags: () => live.current.source.tags(),
    file: (target, from) => live.current.source.file(target, from),
    note: (target, from) => live.current.source.note(target, from),
    id: live.current.source.id,
  };
  return [
    EditorState.lineSeparator.of(lineBreakOf(text)),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': 'Text of the note', autocorrect: 'off', autocapitalize: 'sentences' }),
    placeholder('Write. [[ links to another note, # begins a tag or a heading.'),
    history(),
    markdown({ base: commonmarkLanguage, extensions: [...noteGrammar], completeHTMLTags: false }),
    livePreview(source),
    autocompletion({ override: [completeLinks(source)], icons: false }),
    drawnBlocks(drawn),
    keymap.of([
      { key: 'Mod-Enter', run: (editor) => follow(editor, editor.state.selection.main.head) },
      ...completionKeymap,
      ...historyKeymap,
      ...defaultKeymap,
    ]),
    watchPointing((link) => live.current.onPoint(link)),
    EditorView.updateListener.of((update) => {
      if (update.selectionSet || update.docChanged) live.current.onCursor?.(offsetOf(update.state));
      if (update.docChanged) live.current.onProperties(frontMatterEnd(update.state) > 0);
      if (update.docChanged && !update.transactions.some((one) => one.isUserEvent('take'))) live.current.onChange(textOf(update.state));
    }),
    EditorView.domEventHandlers({
      paste: ({ clipboardData }) => {
        const files = [...(clipboardData?.files ?? [])];
        // Office programs put a picture beside each text.
        if (files.length === 0 || clipboardData?.getData('text/plain') !== '') return false;
        live.current.onFiles(files, true, undefined);
        return true;
      },
      drop: (event, editor) => {
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length === 0) return false;
        live.current.onFiles(files, false, editor.posAtCoords({ x: event.clientX, y: event.clientY }) ?? undefined);
        return true;
      },
      mousedown: (event, editor) => {
        const isLink = event.target instanceof Element && event.target.closest('.note-follow, .note-tag') !== null;
        if (!isLink || event.button !== 0 || event.shiftKey) return false;
        const at = editor.posAtCoords({ x: event.clientX, y: event.clientY });
        if (at === null || !follow(editor, at)) return false;
        event.preventDefault();
        return true;
      },
    }),
    editorTheme,
  ];
}

/** A text of Windows line breaks alone keeps them; in any other each `\r` is a character of its line. */
function lineBreakOf(text: string): string {
  return text.includes('\r\n') && !/(?:^|[^\r])\n/.test(text) ? '\r\n' : '\n';
}

/** The cursor's place in the text; the editor counts each line break as one. */
function offsetOf(state: EditorState): number {
  const { head } = state.selection.main;
  return head + (state.lineBreak.length - 1) * (state.doc.lineAt(head).number - 1);
}

const textOf = (state: EditorState) => state.sliceDoc();

/** Puts another text in place of the editor's, changing only what differs, so that the cursor stays where it can. */
function takeText(editor: EditorView, text: string): void {
  const lines = editor.state.toText(text);
  const [old, next] = [editor.state.doc.toString(), lines.toString()];
  let from = 0;
  while (from < old.length && from < next.length && old[from] === next[from]) from += 1;
  let [oldEnd, nextEnd] = [old.length, next.length];
  while (oldEnd > from && nextEnd > from && old[oldEnd - 1] === next[nextEnd - 1]) [oldEnd, nextEnd] = [oldEnd - 1, nextEnd - 1];
  editor.dispatch({ changes: { from, to: oldEnd, insert: lines.slice(from, nextEnd) }, userEvent: 'take' });
}

/** The number of the line that an offset of the text lies in; lines are counted, because the editor counts each break as one. */
function lineOf(text: string, at: number, lines: number): number {
  return Math.min(lines, text.slice(0, at).split('\n').length);
}
