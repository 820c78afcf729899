/** A stretch of a note's line. What is no text of these kinds, such as markup, is text as it was written. */
export type NoteInline =
  | string
  | { readonly kind: 'strong' | 'emphasis' | 'deleted' | 'highlight'; readonly content: readonly NoteInline[] }
  | { readonly kind: 'code' | 'aside'; readonly text: string }
  | { readonly kind: 'math'; readonly text: string; readonly isBlock: boolean }
  /** To an address of the web or of mail. `text`: the words of it. */
  | { readonly kind: 'link'; readonly address: string; readonly content: readonly NoteInline[] }
  /** To a note, a file, or a place in one. */
  | ({ readonly kind: 'note-link'; readonly content: readonly NoteInline[] } & NoteTarget)
  /** What is shown in the link's place: a file, a note, or a part of one. */
  | ({ readonly kind: 'embed'; readonly label: string | undefined } & NoteTarget)
  | { readonly kind: 'tag'; readonly name: string }
  /** The mark of a footnote: `number` counts from 1, `use` says which of its marks this is. */
  | { readonly kind: 'footnote'; readonly number: number; readonly use: number }
  | { readonly kind: 'break' };

/** What a link names: `target` is empty for the note itself, `subpath` for no place in it. */
export type NoteTarget = { readonly target: string; readonly subpath: string };

/** Where a block stands in the text, in UTF-16 units. */
type Range = { readonly from: number; readonly to: number };

/** A cell of a table, and where its words stand: an empty one, where they would. */
export type NoteCell = Range & { readonly content: readonly NoteInline[] };

export type NoteItem = Range & {
  /** The place between the brackets of a task. */
  readonly task: { readonly at: number; readonly isDone: boolean } | undefined;
  readonly blocks: readonly NoteBlock[];
};

export type NoteAlign = 'left' | 'center' | 'right' | undefined;

export type NoteBlock = Range &
  (
    | { readonly kind: 'heading'; readonly level: number; readonly content: readonly NoteInline[] }
    | { readonly kind: 'paragraph'; readonly content: readonly NoteInline[] }
    /** `language` as it was written behind the fence; empty where nothing was. */
    | { readonly kind: 'code'; readonly text: string; readonly language: string }
    | { readonly kind: 'quote'; readonly blocks: readonly NoteBlock[] }
    | ({ readonly kind: 'callout'; readonly blocks: readonly NoteBlock[] } & CalloutHead)
    | { readonly kind: 'list'; readonly isOrdered: boolean; readonly start: number; readonly items: readonly NoteItem[] }
    | ({ readonly kind: 'table' } & NoteTable)
    | { readonly kind: 'math'; readonly text: string }
    | { readonly kind: 'rule' }
    /** Text that is drawn as it was written: HTML, and what nobody can have meant. */
    | { readonly kind: 'source'; readonly text: string }
    /** The properties at the top, drawn as a form; and what is not drawn: comments, names of blocks, definitions of links and footnotes. */
    | { readonly kind: 'properties' | 'hidden' }
    /** The footnotes, in the order of their marks; it comes last, has no place of its own, and `uses` is how many marks each has. */
    | { readonly kind: 'footnotes'; readonly notes: readonly { readonly blocks: readonly NoteBlock[]; readonly uses: number }[] }
  );

export type NoteTable = {
  readonly aligns: readonly NoteAlign[];
  /** Each row is as wide as the head. */
  readonly head: readonly NoteCell[];
  readonly rows: readonly (readonly NoteCell[])[];
};

type CalloutHead = {
  /** As it was written, in lower case. */
  readonly type: string;
  /** Empty where the type is the title. */
  readonly title: readonly NoteInline[];
  /** Whether it can be folded, and how it begins. */
  readonly fold: 'open' | 'folded' | undefined;
};

/** The words of a stretch, without what marks them. */
export function wordsOf(parts: readonly NoteInline[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      switch (part.kind) {
        case 'code':
        case 'math':
          return part.text;
        case 'tag':
          return `#${part.name}`;
        case 'embed':
          return part.label ?? part.target;
        case 'break':
          return ' ';
        case 'aside':
        case 'footnote':
          return '';
        default:
          return wordsOf(part.content);
      }
    })
    .join('');
}
