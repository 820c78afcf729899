import { addCounts, type Counts, countLine, noCounts } from './count-line.ts';

/** Counts of a whole text. */
export type TextCounts = Counts & {
  /** Line breaks, as `wc -l` counts them: LF, with a CR before it or not. */
  readonly lineBreaks: number;
  /** Lines as an editor numbers them: one more than breaks. None in an empty text. */
  readonly lines: number;
  /** Blocks of lines that are parted by lines of white space alone. */
  readonly paragraphs: number;
};

/** Counts texts, remembering the lines of the last one: after an edit only lines that are new are counted. */
export type TextCounter = { readonly count: (text: string) => TextCounts };

export function createTextCounter(): TextCounter {
  let known: ReadonlyMap<string, Counts> = new Map();
  return {
    count: (text) => {
      const lines = text.split('\n');
      const seen = new Map<string, Counts>();
      let sum = noCounts;
      let paragraphs = 0;
      let isInParagraph = false;
      for (const line of lines) {
        const counts = seen.get(line) ?? known.get(line) ?? countLine(line);
        seen.set(line, counts);
        sum = addCounts(sum, counts);
        const isBlank = counts.whiteSpaceWords === 0;
        if (!isBlank && !isInParagraph) paragraphs += 1;
        isInParagraph = !isBlank;
      }
      known = seen;
      const lineBreaks = lines.length - 1;
      // CR LF is one cluster, and was counted with its line as CR alone: LF adds a cluster only where no CR stands before it.
      const withCr = lines.slice(0, -1).filter((line) => line.endsWith('\r')).length;
      return {
        ...sum,
        graphemes: sum.graphemes + lineBreaks - withCr,
        codePoints: sum.codePoints + lineBreaks,
        utf16: sum.utf16 + lineBreaks,
        bytes: sum.bytes + lineBreaks,
        lineBreaks,
        lines: text === '' ? 0 : lines.length,
        paragraphs,
      };
    },
  };
}
