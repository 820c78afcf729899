import type { NoteHeading } from '@castellan/notes/markdown-index';
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import type { ShownFile } from './file-embed.ts';

/** A note as a link may name it. */
export type LinkOption = { readonly title: string; readonly folder: string; readonly target: string; readonly aliases: readonly string[] };

/** What completion may ask of the vault; asked again at each opening. */
export type LinkSource = {
  readonly notes: () => readonly LinkOption[];
  /** Headings and blocks of the note that a target names; of the note itself for an empty one. */
  readonly places: (target: string) => { readonly headings: readonly NoteHeading[]; readonly blocks: readonly string[] } | undefined;
  readonly tags: () => readonly string[];
  /** The file that a target names, if it names one and no note; `from` is the path of the note that names it, if it is another one. */
  readonly file: (target: string, from?: string) => ShownFile | undefined;
  /** The note that a target names, in the same way. */
  readonly note: (target: string, from?: string) => ShownNote | undefined;
  /** Of the note itself. */
  readonly id: string | undefined;
};

/** A note as another shows it in its text. */
type ShownNote = { readonly id: string; readonly name: string; readonly path: string; readonly body: string };

/** Completes `[[` with notes, `[[note#` with its headings and blocks, and `#` with tags. */
export function completeLinks(source: LinkSource) {
  return (context: CompletionContext): CompletionResult | null => {
    const link = context.matchBefore(/\[\[[^[\]\n|]*/);
    if (link !== null) return linkOptions(source, link.from + 2, link.text.slice(2));
    const tag = context.matchBefore(/(?<!\S)#[\p{L}\p{M}\p{N}_/-]*/u);
    if (tag === null || (tag.text === '#' && !context.explicit)) return null;
    return {
      from: tag.from + 1,
      options: source.tags().map((label) => ({ label, type: 'keyword' })),
      validFor: /^[\p{L}\p{M}\p{N}_/-]*$/u,
    };
  };
}

function linkOptions(source: LinkSource, from: number, typed: string): CompletionResult | null {
  const hash = typed.indexOf('#');
  if (hash < 0) return { from, options: source.notes().flatMap(noteOptions), validFor: /^[^[\]\n|#]*$/ };
  const places = source.places(typed.slice(0, hash).trim());
  if (places === undefined) return null;
  const headings = places.headings
    .map(({ text, level }) => ({
      text: text
        .replace(/[#|^[\]]+/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
      level,
    }))
    .filter(({ text }) => text !== '')
    .map(({ text, level }): Completion => ({ label: text, detail: `Heading ${level}`, apply: ending(text) }));
  const blocks = places.blocks.map((id): Completion => ({ label: `^${id}`, detail: 'Block', apply: ending(`^${id}`) }));
  return { from: from + hash + 1, options: [...headings, ...blocks], validFor: /^[^[\]\n|#]*$/ };
}

function noteOptions({ title, folder, target, aliases }: LinkOption): readonly Completion[] {
  const isNamed = target === title || target.endsWith(`/${title}`);
  const detail = folder === '' ? undefined : folder;
  const own: Completion = {
    label: title,
    apply: ending(isNamed ? target : `${target}|${labelOf(title)}`),
    ...(detail === undefined ? {} : { detail }),
  };
  return [
    own,
    ...aliases.map((alias): Completion => ({ label: alias, detail: `alias of ${title}`, apply: ending(`${target}|${labelOf(alias)}`) })),
  ];
}

const labelOf = (text: string) => text.replace(/[[\]|\n]+/g, ' ').trim();

/** Puts the text in, with the closing brackets unless they stand there, and the cursor behind them. */
function ending(text: string) {
  return (view: EditorView, _: Completion, from: number, to: number) => {
    const isClosed = view.state.sliceDoc(to, to + 2) === ']]';
    view.dispatch({
      changes: { from, to: isClosed ? to + 2 : to, insert: `${text}]]` },
      selection: { anchor: from + text.length + 2 },
      userEvent: 'input.complete',
    });
  };
}
