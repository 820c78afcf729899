import { readFrontMatter } from '@castellan/notes/front-matter';
import { readNoteLink } from '@castellan/notes/markdown-index';
import { syntaxTree } from '@codemirror/language';
import type { EditorState, Range } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate, WidgetType } from '@codemirror/view';
import type { SyntaxNodeRef } from '@lezer/common';
import type { LinkSource } from './complete-links.ts';
import { FileEmbed, redrawFiles } from './file-embed.ts';
import { Formula } from './formula.ts';

/** What a note's text may ask for while it is drawn: the file or the note that a link's target names. */
type Named = Pick<LinkSource, 'file' | 'note'>;

/** Draws Markdown as it reads, with the marks of whatever the cursor is in. Decorations alone: text never becomes markup. */
export function livePreview(named: Named) {
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      constructor(view: EditorView) {
        this.decorations = draw(view, named);
      }
      update(update: ViewUpdate): void {
        const { docChanged, viewportChanged, selectionSet, focusChanged, startState, state } = update;
        const isReparsed = syntaxTree(startState) !== syntaxTree(state);
        const hasOtherFiles = update.transactions.some(({ effects }) => effects.some((effect) => effect.is(redrawFiles)));
        if (docChanged || viewportChanged || selectionSet || focusChanged || isReparsed || hasOtherFiles)
          this.decorations = draw(update.view, named);
      }
    },
    {
      decorations: (plugin) => plugin.decorations,
    },
  );
}

const lineClasses: Readonly<Record<string, string>> = {
  ATXHeading1: 'note-h1',
  ATXHeading2: 'note-h2',
  ATXHeading3: 'note-h3',
  ATXHeading4: 'note-h4',
  ATXHeading5: 'note-h4',
  ATXHeading6: 'note-h4',
  SetextHeading1: 'note-h1',
  SetextHeading2: 'note-h2',
  Blockquote: 'note-quote',
  FencedCode: 'note-code-block',
  CodeBlock: 'note-code-block',
  HorizontalRule: 'note-rule',
  Table: 'note-table',
  HTMLBlock: 'note-code-block',
  CommentBlock: 'note-aside',
  NoteCommentBlock: 'note-aside',
  MathBlock: 'note-code-block',
};

const markClasses: Readonly<Record<string, string>> = {
  Emphasis: 'note-em',
  StrongEmphasis: 'note-strong',
  Strikethrough: 'note-strike',
  InlineCode: 'note-code',
  Highlight: 'note-highlight',
  Hashtag: 'note-tag',
  HTMLTag: 'note-aside',
  NoteComment: 'note-aside',
  BlockId: 'note-aside',
  FootnoteReference: 'note-footnote',
  InlineFootnote: 'note-footnote',
};

/** Marks that are hidden while the cursor is elsewhere, and the nodes whose neighbourhood counts. */
const hiddenMarks = new Set(['HeaderMark', 'EmphasisMark', 'StrikethroughMark', 'CodeMark', 'HighlightMark', 'QuoteMark']);

const hide = Decoration.replace({});

function draw(view: EditorView, named: Named): DecorationSet {
  const { state } = view;
  const made: Range<Decoration>[] = [];
  const front = frontMatterEnd(state);
  for (let line = 1; front > 0 && line <= state.doc.lineAt(Math.max(0, front - 1)).number; line += 1)
    made.push(Decoration.line({ class: 'note-properties' }).range(state.doc.line(line).from));
  const isRevealed = (from: number, to: number) =>
    view.hasFocus && state.selection.ranges.some((range) => range.from <= to && range.to >= from);
  for (const { from, to } of view.visibleRanges)
    syntaxTree(state).iterate({
      from,
      to,
      enter: (node) => {
        if (node.name === 'Document') return true;
        return node.to <= front ? false : drawNode(state, node, isRevealed, made, named);
      },
    });
  return Decoration.set(made, true);
}

function drawNode(
  state: EditorState,
  node: SyntaxNodeRef,
  isRevealed: (from: number, to: number) => boolean,
  made: Range<Decoration>[],
  named: Named,
): boolean {
  const { name, from, to } = node;
  const lineClass = lineClasses[name];
  if (lineClass !== undefined)
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at);
      made.push(Decoration.line({ class: lineClass }).range(line.from));
      at = line.to + 1;
    }
  const markClass = markClasses[name];
  if (markClass !== undefined && to > from) made.push(Decoration.mark({ class: markClass }).range(from, to));
  const embed = isRevealed(from, to) ? undefined : embedOf(state, node, named);
  if (embed !== undefined) made.push(Decoration.replace({ widget: embed }).range(from, to));
  else if (name === 'InlineMath' && !isRevealed(from, to))
    made.push(Decoration.replace({ widget: new Formula(state.sliceDoc(from, to)) }).range(from, to));
  else if (name === 'WikiLink') drawWikiLink(state, from, to, isRevealed(from, to), made, named);
  else if (name === 'Link' || name === 'Image') drawLink(state, node, isRevealed(from, to), made);
  else if (name === 'URL' || name === 'Autolink') made.push(Decoration.mark({ class: 'note-link note-follow' }).range(from, to));
  else if (name === 'TaskMarker') {
    if (!isRevealed(from, to)) made.push(Decoration.replace({ widget: new Checkbox(/x/i.test(state.sliceDoc(from, to))) }).range(from, to));
  } else if (name === 'ListMark') {
    const isBullet = /^[-*+]$/.test(state.sliceDoc(from, to));
    made.push(Decoration.mark({ class: isBullet ? 'note-bullet' : 'note-number' }).range(from, to));
  } else if (hiddenMarks.has(name)) hideMark(state, node, isRevealed, made);
  return name !== 'Link' && name !== 'Image' && name !== 'WikiLink';
}

function hideMark(
  state: EditorState,
  { name, from, to, node }: SyntaxNodeRef,
  isRevealed: (from: number, to: number) => boolean,
  made: Range<Decoration>[],
) {
  const parent = node.parent;
  // The fences of a block of code stay: they say where it ends.
  if (parent === null || parent.name === 'FencedCode') return;
  const line = state.doc.lineAt(from);
  const isLineMark = name === 'HeaderMark' || name === 'QuoteMark';
  const [start, end] = isLineMark ? [line.from, line.to] : [parent.from, parent.to];
  if (isRevealed(start, end)) return;
  const isFollowed = isLineMark && state.sliceDoc(to, to + 1) === ' ';
  made.push(hide.range(from, isFollowed ? to + 1 : to));
}

function drawWikiLink(state: EditorState, from: number, to: number, isShown: boolean, made: Range<Decoration>[], named: Named): void {
  const text = state.sliceDoc(from, to);
  const target = readNoteLink(text)?.target ?? '';
  const isMissing = target !== '' && named.note(target) === undefined && named.file(target) === undefined;
  const classes = ['note-link', ...(isShown ? [] : ['note-follow']), ...(isMissing ? ['note-missing'] : [])];
  made.push(Decoration.mark({ class: classes.join(' ') }).range(from, to));
  if (isShown) return;
  const bar = text.indexOf('|');
  const start = text.startsWith('!') ? 3 : 2;
  made.push(hide.range(from, from + (bar > 0 ? bar + 1 : start)), hide.range(to - 2, to));
}

function drawLink(state: EditorState, { node, from, to }: SyntaxNodeRef, isShown: boolean, made: Range<Decoration>[]): void {
  // Brackets alone are no link.
  if (node.getChild('URL') === null && node.getChild('LinkLabel') === null) return;
  const marks = node.getChildren('LinkMark');
  const close = marks.find((mark) => state.sliceDoc(mark.from, mark.to) === ']');
  const [first] = marks;
  if (first === undefined || close === undefined || close.from <= first.to) {
    made.push(Decoration.mark({ class: 'note-link' }).range(from, to));
    return;
  }
  made.push(Decoration.mark({ class: isShown ? 'note-link' : 'note-link note-follow' }).range(from, to));
  if (!isShown) made.push(hide.range(from, first.to), hide.range(close.from, to));
}

/** The file that a node embeds, if it embeds one. */
function embedOf(state: EditorState, { name, from, to }: SyntaxNodeRef, named: Named): FileEmbed | undefined {
  if ((name !== 'WikiLink' && name !== 'Image') || state.sliceDoc(from, from + 1) !== '!') return undefined;
  const text = state.sliceDoc(from, to);
  // A plugin may not take the place of a line break.
  const link = /[\r\n]/.test(text) ? undefined : readNoteLink(text);
  const file = link === undefined || link.target === '' ? undefined : named.file(link.target);
  return file && new FileEmbed(file, link?.label);
}

const frontEnds = new WeakMap<EditorState['doc'], number>();

/** Where the properties at the top end, in the editor's own offsets. */
export function frontMatterEnd({ doc }: EditorState): number {
  const known = frontEnds.get(doc);
  if (known !== undefined) return known;
  const end = doc.lines > 1 && /^\uFEFF?---[ \t]*$/.test(doc.line(1).text) ? readFrontMatter(doc.toString()).end : 0;
  frontEnds.set(doc, end);
  return end;
}

/** The box of a task in a list: a press ticks it. */
class Checkbox extends WidgetType {
  readonly isTicked: boolean;
  constructor(isTicked: boolean) {
    super();
    this.isTicked = isTicked;
  }
  override eq(other: Checkbox): boolean {
    return other.isTicked === this.isTicked;
  }
  override toDOM(view: EditorView): HTMLElement {
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.className = 'note-task';
    box.checked = this.isTicked;
    box.setAttribute('aria-label', 'Done');
    box.addEventListener('click', (event) => {
      event.preventDefault();
      const at = view.posAtDOM(box);
      view.dispatch({ changes: { from: at + 1, to: at + 2, insert: this.isTicked ? ' ' : 'x' } });
    });
    return box;
  }
  override ignoreEvent(): boolean {
    return true;
  }
}
