import fontkit, { type Font, type Subset } from '@pdf-lib/fontkit';

/** What the engine keeps of a font with PostScript outlines; Chinese, Japanese and Korean ones are of parts, each with outlines' pieces of its own. */
type Outlines = {
  length: number;
  readonly topDict: {
    readonly FDSelect?: { readonly ranges?: readonly { readonly first: number; readonly fd: number }[] } | null;
  };
  fdForGlyph: (glyph: number) => number | null;
};

type PartedDict = { readonly FDSelect: { fds: number[] } };

type OutlineSubset = Subset & {
  readonly cff?: Outlines;
  glyphs: number[];
  subsetFontdict: (dict: PartedDict) => void;
};

/**
 * The font engine as the document wants it. The engine's subsets have an `encode` of another meaning than the one that the
 * document would call; without it, it takes `encodeStream`.
 */
export const fontEngine = {
  create: (bytes: Uint8Array): Font => {
    const font = fontkit.create(bytes);
    const createSubset = font.createSubset.bind(font);
    font.createSubset = () => {
      const subset = createSubset();
      if (hasOutlines(subset)) mend(subset, subset.cff);
      return {
        // By this the document tells which kind of outlines it takes up.
        ...(hasOutlines(subset) ? { cff: subset.cff } : {}),
        includeGlyph: (glyph) => subset.includeGlyph(glyph),
        encodeStream: () => {
          // The engine cannot write PostScript outlines of no letter at all.
          if (hasOutlines(subset) && subset.glyphs.length === 1) subset.includeGlyph(1);
          return subset.encodeStream();
        },
      };
    };
    return font;
  },
};

function hasOutlines(subset: Subset): subset is OutlineSubset & { readonly cff: Outlines } {
  return 'cff' in subset;
}

/**
 * Keeps each letter in its part of the font. The engine puts every letter into the part that it saw last, and takes the first
 * letter of a part for one of the part before: such letters would come out in pieces.
 */
function mend(subset: OutlineSubset, cff: Outlines): void {
  // What the engine writes as the bytes that an offset takes, of which there are at most four.
  cff.length = 4;
  const ranges = cff.topDict.FDSelect?.ranges;
  if (ranges !== undefined) cff.fdForGlyph = (glyph) => ranges.findLast(({ first }) => first <= glyph)?.fd ?? null;
  const write = subset.subsetFontdict.bind(subset);
  subset.subsetFontdict = (dict) => {
    const { glyphs } = subset;
    const order = glyphs.map((glyph, place) => ({ glyph, place, part: cff.fdForGlyph(glyph) ?? 0 })).toSorted((a, b) => a.part - b.part);
    // Part by part, what the engine writes is right.
    subset.glyphs = order.map(({ glyph }) => glyph);
    write(dict);
    subset.glyphs = glyphs;
    const parts = dict.FDSelect.fds;
    dict.FDSelect.fds = glyphs.map((_, place) => parts[order.findIndex((entry) => entry.place === place)] ?? 0);
  };
}
