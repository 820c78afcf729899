import {
  closePath,
  fill,
  lineTo,
  moveTo,
  type PDFDocument,
  type PDFOperator,
  popGraphicsState,
  pushGraphicsState,
  setFillingColor,
} from '@cantoo/pdf-lib';
import type { Bookmark } from '@castellan/pdf/bookmarks';
import { drawBand, drawRule } from '@castellan/pdf/ink';
import { baselineOf, breakLines, PageWriter, sheet, type TextStyle } from '@castellan/pdf/page-writer';
import { type Role, type StructureElement, StructureTree } from '@castellan/pdf/structure-tree';
import { widthOf } from '@castellan/pdf/typeface';
import type { Severity } from '@castellan/probes/report';
import { inks, type ReportStyles, severityInks } from './report-styles.ts';

/** The whole width of a page's text. */
export const room = { x: sheet.left, width: sheet.right - sheet.left };

/** A cell of a row: its text, and where it stands. Its text is cut where it would fill pages; the whole of it stands elsewhere. */
export type Cell = {
  readonly text: string;
  readonly x: number;
  readonly width: number;
  readonly style: TextStyle;
  readonly severity?: Severity;
};

const longestCell = 400;

/** Puts the report's parts on pages from top to bottom. */
export class ReportPage {
  readonly bookmarks: Bookmark[] = [];
  readonly writer: PageWriter;
  readonly styles: ReportStyles;
  private readonly document: PDFDocument;

  constructor(document: PDFDocument, styles: ReportStyles) {
    this.document = document;
    this.styles = styles;
    this.writer = new PageWriter(document, new StructureTree(document));
  }

  /** A section: its rule, its heading and its place among the bookmarks. It begins where at least `height` is left of a page. */
  section(title: string, height = 90): StructureElement {
    const { writer, styles } = this;
    writer.ensure(height);
    const part = writer.tree.add(writer.tree.root, 'Sect');
    if (writer.y !== sheet.top) {
      writer.y -= 14;
      writer.ornament(drawRule(sheet.left, sheet.right, writer.y, inks.hairline));
      writer.y -= 12;
    }
    this.bookmarks.push({ title, page: writer.page.ref, y: writer.y + 12 });
    writer.paragraph(writer.tree.add(part, 'H2'), title, styles.section, room);
    writer.y -= 5;
    return part;
  }

  /** A text of as many paragraphs as it has lines that are not empty. Spaces at the beginning of a line stay where `keepsSpaces`. */
  text(
    part: StructureElement,
    text: string,
    style: TextStyle,
    place: { readonly x: number; readonly width: number } = room,
    keepsSpaces = false,
  ): void {
    for (const line of text.split(/\r\n|[\n\r]/)) {
      if (line.trim() === '') continue;
      const written = keepsSpaces ? line.replace(/^[ \t]+/, (spaces) => '\u00a0'.repeat(spaces.length)) : line;
      this.writer.paragraph(this.writer.tree.add(part, 'P'), written, style, place);
    }
  }

  /** The row of a table that names its columns. */
  head(table: StructureElement, columns: readonly Pick<Cell, 'x' | 'width'>[], names: readonly string[]): void {
    const cells = columns.map((column, index) => ({ ...column, text: names[index] ?? '', style: this.styles.label }));
    this.row(table, cells, { isHead: true });
  }

  /** Cells side by side, each of as many lines as it takes; they stay on one page. */
  row(table: StructureElement, cells: readonly Cell[], { isHead = false, gap = 3 } = {}): void {
    const { writer } = this;
    const cut = cells.map((cell) => ({
      ...cell,
      text: cell.text.length > longestCell ? `${cell.text.slice(0, longestCell)}…` : cell.text,
    }));
    // The first lines of all cells stand on one baseline, whatever their typeface.
    const line = Math.max(...cut.map(({ style }) => baselineOf(style)), 0);
    const dropOf = (style: TextStyle) => line - baselineOf(style);
    const heights = cut.map(({ text, style, width }) => dropOf(style) + breakLines(text, style, width).length * style.leading);
    const height = Math.max(...heights, 1) + gap;
    writer.ensure(height);
    const row = writer.tree.add(table, 'TR');
    const top = writer.y;
    for (const { text, x, width, style, severity } of cut) {
      writer.y = top - dropOf(style);
      const role: Role = isHead ? 'TH' : 'TD';
      if (severity !== undefined) writer.ornament(drawSeverity(severity, [x + 3.2, top - line + style.size * 0.34]));
      const shift = severity === undefined ? 0 : 11;
      if (text !== '') writer.paragraph(writer.tree.add(row, role), text, style, { x: x + shift, width: width - shift });
    }
    writer.y = top - height;
    writer.ornament(drawRule(cells[0]?.x ?? sheet.left, sheet.right, writer.y + gap * 0.4, inks.hairline));
    writer.y -= gap;
  }

  /** A label at the left, and what stands under it at its right. */
  fact(part: StructureElement, label: string, text: string, labelWidth = 92): void {
    const { writer, styles } = this;
    if (text === '') return;
    writer.ensure(styles.body.leading);
    const [top, page] = [writer.y, writer.page];
    writer.paragraph(writer.tree.add(part, 'P'), label, styles.label, { x: room.x, width: labelWidth });
    const below = writer.y;
    if (writer.page === page) writer.y = top;
    this.text(part, text, styles.body, { x: room.x + labelWidth, width: room.width - labelWidth });
    if (writer.page === page) writer.y = Math.min(writer.y, below);
    writer.y -= 2;
  }

  /** Every page ends in a woven band, with what it is a page of, and which of how many. */
  feet(title: string): void {
    const { writer, styles } = this;
    const pages = this.document.getPages();
    const { typeface, size } = styles.foot;
    for (const [index, page] of pages.entries()) {
      writer.ornament(drawBand(page, [sheet.left, 46], room.width, 9), page);
      const count = typeface.set(`${index + 1} / ${pages.length}`);
      const [line = []] = breakLines(title, styles.foot, room.width - 80);
      writer.write(undefined, line, styles.foot, [sheet.left, 28], page);
      writer.write(undefined, count, styles.foot, [sheet.right - widthOf(count, size), 28], page);
    }
  }
}

type Point = readonly [x: number, y: number];

/** The shape of a severity around a point: a square, a lozenge, a triangle, two circles, the last of them open. */
export function drawSeverity(severity: Severity, [x, y]: Point): readonly PDFOperator[] {
  const r = 3.2;
  const shapes: Readonly<Record<Severity, readonly Point[]>> = {
    critical: [
      [-0.9, -0.9],
      [0.9, -0.9],
      [0.9, 0.9],
      [-0.9, 0.9],
    ],
    high: [
      [0, -1.15],
      [1.15, 0],
      [0, 1.15],
      [-1.15, 0],
    ],
    medium: [
      [-1.05, -0.85],
      [1.05, -0.85],
      [0, 1],
    ],
    low: around(12, 0.85),
    info: [...around(12, 0.85), ...around(12, 0.5).toReversed()],
  };
  const [first = [0, 0], ...rest] = shapes[severity].map(([dx, dy]): Point => [x + dx * r, y + dy * r]);
  return [
    pushGraphicsState(),
    setFillingColor(severityInks[severity]),
    moveTo(...first),
    ...rest.map((point) => lineTo(...point)),
    closePath(),
    fill(),
    popGraphicsState(),
  ];
}

/** Points on a circle, the first one again at the end. */
function around(count: number, radius: number): readonly Point[] {
  return Array.from({ length: count + 1 }, (_, index): Point => {
    const angle = (2 * Math.PI * index) / count;
    return [Math.cos(angle) * radius, Math.sin(angle) * radius];
  });
}
