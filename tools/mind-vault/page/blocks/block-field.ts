import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import { type EditorState, type Extension, type Range, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap, WidgetType } from '@codemirror/view';
import type { NoteBlock } from '../../../../web/app/domains/notes/shown/note-block.ts';
import { readBlocks } from '../../../../web/app/domains/notes/shown/read-blocks.ts';

/** A block that the editor draws as it reads, and the element that it is drawn into. */
export type DrawnBlock = { readonly host: HTMLElement; readonly block: NoteBlock; readonly source: string; readonly key: string };

/** The blocks that are drawn now; whoever draws them listens. */
export type DrawnBlocks = {
  readonly subscribe: (listen: () => void) => () => void;
  readonly now: () => readonly DrawnBlock[];
  readonly put: (host: HTMLElement, block: NoteBlock, source: string) => void;
  readonly drop: (host: HTMLElement) => void;
};

export function createDrawnBlocks(): DrawnBlocks {
  const listeners = new Set<() => void>();
  const blocks = new Map<HTMLElement, DrawnBlock>();
  let made = 0;
  let now: readonly DrawnBlock[] = [];
  const tell = () => {
    now = [...blocks.values()];
    for (const listen of listeners) listen();
  };
  return {
    subscribe: (listen) => {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
    now: () => now,
    put: (host, block, source) => {
      made += 1;
      blocks.set(host, { host, block, source, key: blocks.get(host)?.key ?? `block${made}` });
      tell();
    },
    drop: (host) => {
      if (blocks.delete(host)) tell();
    },
  };
}

/** Longer texts keep their marks: their blocks would be read anew with each key. */
const longest = 60_000;

const focusing = StateEffect.define<boolean>();

type Blocks = { readonly blocks: readonly NoteBlock[]; readonly hasFocus: boolean; readonly decorations: DecorationSet };

/** Draws tables, callouts, code, formulas, embedded notes and properties as they read, unless the cursor is in them. */
export function drawnBlocks(drawn: DrawnBlocks): Extension {
  const decorate = (state: EditorState, blocks: readonly NoteBlock[], hasFocus: boolean): DecorationSet => {
    const made: Range<Decoration>[] = [];
    for (const block of blocks) {
      if (!isDrawn(block)) continue;
      const [from, to] = [state.doc.lineAt(block.from).from, endOf(state, block)];
      const isRevealed = hasFocus && state.selection.ranges.some((range) => range.from <= to && range.to >= from);
      const widget = new BlockWidget(block, state.sliceDoc(block.from, block.to), drawn);
      if (!isRevealed) made.push(Decoration.replace({ widget, block: true }).range(from, to));
    }
    return Decoration.set(made);
  };
  const field = StateField.define<Blocks>({
    create: (state) => {
      const blocks = blocksIn(state);
      return { blocks, hasFocus: false, decorations: decorate(state, blocks, false) };
    },
    update: (value, { docChanged, selection, effects, state, startState }) => {
      const focus = effects.find((effect) => effect.is(focusing));
      const hasFocus = focus === undefined ? value.hasFocus : (focus.value as boolean);
      const isRead = docChanged || syntaxTree(startState) !== syntaxTree(state);
      if (!isRead && selection === undefined && hasFocus === value.hasFocus) return value;
      const blocks = isRead ? blocksIn(state) : value.blocks;
      return { blocks, hasFocus, decorations: decorate(state, blocks, hasFocus) };
    },
    provide: (own) => EditorView.decorations.from(own, ({ decorations }) => decorations),
  });
  /** The arrow keys go into a block that is drawn, where they would pass it. */
  const enter = (view: EditorView, isDown: boolean): boolean => {
    const { main } = view.state.selection;
    const line = view.state.doc.lineAt(main.head);
    const edge = isDown ? line.to + 1 : line.from - 1;
    const moved = view.moveVertically(main, isDown).head;
    if (!main.empty || edge < 0 || edge > view.state.doc.length || (moved >= line.from && moved <= line.to && moved !== main.head))
      return false;
    let place: number | undefined;
    view.state.field(field).decorations.between(edge, edge, (from, to) => {
      if ((isDown ? from : to) === edge) place = isDown ? from : view.state.doc.lineAt(to).from;
    });
    if (place === undefined) return false;
    view.dispatch({ selection: { anchor: place }, scrollIntoView: true, userEvent: 'select' });
    return true;
  };
  return [
    field,
    EditorView.focusChangeEffect.of((_state, hasFocus) => focusing.of(hasFocus)),
    keymap.of([
      { key: 'ArrowDown', run: (view) => enter(view, true) },
      { key: 'ArrowUp', run: (view) => enter(view, false) },
    ]),
  ];
}

function blocksIn(state: EditorState): readonly NoteBlock[] {
  const { length } = state.doc;
  if (length > longest) return [];
  const tree = ensureSyntaxTree(state, length, 50);
  return tree === null ? [] : readBlocks(state.doc.toString(), tree);
}

/** A file that stands in a line is drawn there. */
function isDrawn(block: NoteBlock): boolean {
  switch (block.kind) {
    case 'table':
    case 'callout':
    case 'code':
    case 'math':
    case 'properties':
      return true;
    case 'paragraph': {
      const [only] = block.content;
      return block.content.length === 1 && typeof only === 'object' && only.kind === 'embed' && !/\.(?!md$)\w{1,5}$/i.test(only.target);
    }
    default:
      return false;
  }
}

/** A block widget takes the place of whole lines; the properties' end is the beginning of the next. */
function endOf(state: EditorState, { from, to }: NoteBlock): number {
  const end = state.doc.lineAt(to);
  return end.from === to && to > from ? end.from - 1 : end.to;
}

class BlockWidget extends WidgetType {
  readonly block: NoteBlock;
  readonly source: string;
  readonly drawn: DrawnBlocks;
  constructor(block: NoteBlock, source: string, drawn: DrawnBlocks) {
    super();
    this.block = block;
    this.source = source;
    this.drawn = drawn;
  }
  override eq(other: BlockWidget): boolean {
    return other.source === this.source && other.block.kind === this.block.kind;
  }
  override toDOM(): HTMLElement {
    const host = document.createElement('div');
    host.className = 'note-block note-text';
    this.drawn.put(host, this.block, this.source);
    return host;
  }
  /** The same kind of block is drawn into the same element: a cell that is written keeps the focus. */
  override updateDOM(host: HTMLElement, _view: EditorView, from: WidgetType): boolean {
    if (!(from instanceof BlockWidget) || from.block.kind !== this.block.kind) return false;
    this.drawn.put(host, this.block, this.source);
    return true;
  }
  override destroy(host: HTMLElement): void {
    this.drawn.drop(host);
  }
  override get estimatedHeight(): number {
    return 28 * Math.max(1, this.source.split('\n').length);
  }
  override ignoreEvent(): boolean {
    return true;
  }
}
