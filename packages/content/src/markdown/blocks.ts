/** A stretch of a line. What is no text of these kinds, such as markup, is text as it was written. */
export type Inline =
  | string
  | { readonly kind: 'strong' | 'emphasis' | 'deleted'; readonly content: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly href: string; readonly content: readonly Inline[] }
  | ({ readonly kind: 'picture'; readonly alt: string; readonly caption?: string } & Picture)
  /** The mark of a footnote: `number` counts from 1, `use` says which of its marks this is. */
  | { readonly kind: 'note'; readonly number: number; readonly use: number }
  | { readonly kind: 'break' };

/** A picture that may be shown: where it is on this site, and its pixels, as far as its file says how many. */
export type Picture = { readonly address: string; readonly width?: number; readonly height?: number };

export type Block =
  /** `id` is unique in the text, and begins with `h-`, so that it is never the id of something else on a page. */
  | { readonly kind: 'heading'; readonly level: number; readonly id: string; readonly content: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly content: readonly Inline[] }
  /** `language` as it was written behind the fence; left out where nothing was. */
  | { readonly kind: 'code'; readonly text: string; readonly language?: string }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly start: number; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'table'; readonly head: readonly (readonly Inline[])[]; readonly rows: readonly (readonly (readonly Inline[])[])[] }
  | { readonly kind: 'rule' }
  /** The footnotes of a text, in the order of their marks; it comes last. `uses`: how many marks lead there. */
  | { readonly kind: 'notes'; readonly notes: readonly { readonly blocks: readonly Block[]; readonly uses: number }[] };

/** The words of a stretch, without what marks them. */
export function plainTextOf(parts: readonly Inline[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if (part.kind === 'code') return part.text;
      if (part.kind === 'picture') return part.alt;
      if (part.kind === 'break') return ' ';
      return part.kind === 'note' ? '' : plainTextOf(part.content);
    })
    .join('');
}
