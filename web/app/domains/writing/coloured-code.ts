/** What a piece of code is, as far as its colour goes; empty for what has the text's own. */
export type CodeStyle = '' | 'keyword' | 'string' | 'number' | 'comment' | 'name' | 'type' | 'mark' | 'added' | 'removed';

/** A block of code in pieces, which together are its text. */
export type ColouredCode = {
  readonly kind: 'coloured-code';
  readonly pieces: readonly (readonly [style: CodeStyle, text: string])[];
};
