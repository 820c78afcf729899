import {
  beginText,
  endMarkedContent,
  endText,
  PageSizes,
  PDFArray,
  type PDFDocument,
  type PDFFont,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  PDFString,
  type RGB,
  setFillingColor,
  setFontAndSize,
  setTextMatrix,
} from '@cantoo/pdf-lib';
import type { StructureElement, StructureTree } from './structure-tree.ts';
import { type SetLetter, type Typeface, widthOf } from './typeface.ts';

/** How a text is set. Lengths are in points. */
export type TextStyle = {
  readonly typeface: Typeface;
  readonly size: number;
  readonly leading: number;
  readonly colour: RGB;
  /** Between letters, in thousandths of the size. */
  readonly spacing?: number;
};

/** The room on every page, in points from the lower left corner. */
export const sheet = {
  width: PageSizes.A4[0],
  height: PageSizes.A4[1],
  left: 54,
  right: PageSizes.A4[0] - 54,
  top: PageSizes.A4[1] - 58,
  bottom: 62,
};

/** Puts text on pages from top to bottom, each piece as part of the document's structure. */
export class PageWriter {
  /** Where the next line's top will be. */
  y = sheet.top;
  /** How many pages there are. */
  pages = 1;
  /** Where every page ends: higher than the sheet's own end, and more is left for the last page. */
  private readonly bottom: number;
  readonly tree: StructureTree;
  private readonly document: PDFDocument;
  private current: PDFPage;
  private readonly fontNames = new Map<PDFPage, Map<PDFFont, PDFName>>();

  constructor(document: PDFDocument, tree: StructureTree, bottom = sheet.bottom) {
    this.bottom = bottom;
    this.document = document;
    this.tree = tree;
    this.current = document.addPage(PageSizes.A4);
  }

  get page(): PDFPage {
    return this.current;
  }

  /** Goes to a new page where less than `height` is left of this one. */
  ensure(height: number): void {
    if (this.y - height >= this.bottom || this.y === sheet.top) return;
    this.current = this.document.addPage(PageSizes.A4);
    this.pages += 1;
    this.y = sheet.top;
  }

  /** A paragraph of as many lines and pages as it takes, as the content of `element`; `url` makes all of it a link. */
  paragraph(
    element: StructureElement,
    text: string,
    style: TextStyle,
    { x, width }: { readonly x: number; readonly width: number },
    url?: string,
  ): void {
    const lines = breakLines(text, style, width);
    const linked = url === undefined ? element : this.tree.add(element, 'Link');
    // Whoever listens still hears what the page could not show.
    const target = style.typeface.holds(text) ? linked : this.tree.add(linked, 'Span', text);
    for (const line of lines) {
      this.ensure(style.leading);
      const baseline = this.y - baselineOf(style);
      // The space keeps apart what programs that read no structure would join: this line and whatever comes after it.
      this.write(target, [...line, ...style.typeface.set(' ')], style, [x, baseline]);
      if (url !== undefined)
        this.link(linked, url, text, [x, baseline - style.size * 0.25, x + widthOf(line, style.size), baseline + style.size * 0.8]);
      this.y -= style.leading;
    }
  }

  /** One line at a place; without an element it is an ornament, which nobody is read. */
  write(
    element: StructureElement | undefined,
    letters: readonly SetLetter[],
    { size, colour }: TextStyle,
    [x, y]: readonly [number, number],
    page = this.page,
  ): void {
    page.pushOperators(
      element === undefined
        ? PDFOperator.of(PDFOperatorNames.BeginMarkedContent, [PDFName.of('Artifact')])
        : this.beginMarked(element, page),
      beginText(),
      setFillingColor(colour),
      setTextMatrix(1, 0, 0, 1, round(x), round(y)),
      ...this.showing(letters, size, page),
      endText(),
      endMarkedContent(),
    );
  }

  /** Draws what nobody is read. */
  ornament(operators: readonly PDFOperator[], page = this.page): void {
    page.pushOperators(PDFOperator.of(PDFOperatorNames.BeginMarkedContent, [PDFName.of('Artifact')]), ...operators, endMarkedContent());
  }

  private beginMarked(element: StructureElement, page: PDFPage): PDFOperator {
    const mark = this.document.context.obj({ MCID: this.tree.mark(element, page) });
    return PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [PDFName.of(element.role), mark.toString()]);
  }

  private showing(letters: readonly SetLetter[], size: number, page: PDFPage): readonly PDFOperator[] {
    const runs: SetLetter[][] = [];
    for (const letter of letters) {
      const last = runs.at(-1);
      if (last?.[0]?.font === letter.font) last.push(letter);
      else runs.push([letter]);
    }
    return runs.flatMap((run) => [setFontAndSize(this.fontName(run[0]?.font, page), size), showAdjusted(run, this.document)]);
  }

  private fontName(font: PDFFont | undefined, page: PDFPage): PDFName {
    if (font === undefined) throw new Error('a run of letters has none');
    const names = this.fontNames.get(page) ?? new Map<PDFFont, PDFName>();
    this.fontNames.set(page, names);
    const name = names.get(font) ?? page.node.newFontDictionary(font.name, font.ref);
    names.set(font, name);
    return name;
  }

  private link(element: StructureElement, url: string, spoken: string, area: readonly number[]): void {
    const { context } = this.document;
    const annotation = context.obj({
      Type: 'Annot',
      Subtype: 'Link',
      Rect: area.map(round),
      Border: [0, 0, 0],
      F: 4,
      Contents: PDFHexString.fromText(spoken),
      A: { Type: 'Action', S: 'URI', URI: PDFString.of(new URL(url).href.replace(/[\\()]/g, '\\$&')) },
    });
    const ref = context.register(annotation);
    annotation.set(PDFName.of('StructParent'), PDFNumber.of(this.tree.own(element, this.page, ref)));
    this.page.node.addAnnot(ref);
  }
}

/** How far below a line's top its letters stand. */
export function baselineOf({ size, leading }: TextStyle): number {
  return size * 0.78 + (leading - size) / 2;
}

/** Lines that fit the width. A word that alone is wider is broken where the line ends. */
export function breakLines(text: string, { typeface, size, spacing }: TextStyle, width: number): readonly (readonly SetLetter[])[] {
  const fits = (letters: readonly SetLetter[]) => widthOf(letters, size) <= width;
  const lines: (readonly SetLetter[])[] = [];
  let line = '';
  for (const word of text.split(/[ \t\r\n]+/).filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(typeface.set(longer, spacing))) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(typeface.set(line, spacing));
    const pieces = breakWord(word, (piece) => fits(typeface.set(piece, spacing)));
    for (const piece of pieces.slice(0, -1)) lines.push(typeface.set(piece, spacing));
    line = pieces.at(-1) ?? '';
  }
  lines.push(typeface.set(line, spacing));
  return lines.filter((letters) => letters.length > 0);
}

function breakWord(word: string, fits: (piece: string) => boolean): readonly string[] {
  const pieces = [''];
  for (const letter of word) {
    const longer = pieces.at(-1) + letter;
    if (fits(longer) || longer === letter) pieces[pieces.length - 1] = longer;
    else pieces.push(letter);
  }
  return pieces;
}

/** Letters of one font, each moved by what kerning and spacing add to its own advance. */
function showAdjusted(run: readonly SetLetter[], document: PDFDocument): PDFOperator {
  const parts = PDFArray.withContext(document.context);
  let codes = '';
  const flush = () => {
    if (codes !== '') parts.push(PDFHexString.of(codes));
    codes = '';
  };
  for (const { code, ownAdvance, advance } of run) {
    codes += code;
    const back = Math.round(ownAdvance - advance);
    if (back === 0) continue;
    flush();
    parts.push(PDFNumber.of(back));
  }
  flush();
  return PDFOperator.of(PDFOperatorNames.ShowTextAdjusted, [parts]);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
