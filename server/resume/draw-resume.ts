import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import type { LinkedText, OutlineEntry, OutlineSection } from '@castellan/content/resume-outline';
import { type Bookmark, writeBookmarks } from '@castellan/pdf/bookmarks';
import { fontEngine } from '@castellan/pdf/font-engine';
import { fontFilesFor, isHeldLetter } from '@castellan/pdf/font-files';
import { drawBand, drawRule } from '@castellan/pdf/ink';
import { baselineOf, breakLines, PageWriter, sheet, type TextStyle } from '@castellan/pdf/page-writer';
import { type StructureElement, StructureTree } from '@castellan/pdf/structure-tree';
import { openTypeface, type Typeface, widthOf } from '@castellan/pdf/typeface';
import { standsAlone } from '../fonts/drawable-letters.ts';
import { balancePages, type PageLayout } from './balance-pages.ts';
import { drawLettering } from './drawn-lettering.ts';
import { readFont } from './read-font.ts';
import { drawPlate, inks } from './resume-ink.ts';
import type { Outline } from './resume-outline.ts';

/** A finished document, and the letters that its typefaces lack. */
export type DrawnResume = { readonly bytes: Uint8Array; readonly lacking: readonly string[] };

/** What stands for a letter that no typeface has and that has no plainer one. */
const substitute = '¤';

const lackingNote = `Some letters of this text could not be drawn here: each stands as ${substitute}, or without its mark. The resume on the site has them.`;

/** Dates stand in the margin, everything else in the column right of it. */
const margin = { x: sheet.left, width: 108 };
const column = { x: sheet.left + 124, width: sheet.right - sheet.left - 124 };

/** The head's text ends here: the plate begins. */
const headWidth = 352;

/** An entry of at most this height is not broken over two pages. */
const largestWhole = 150;

/** A section's rule and heading, with the room around them. */
const sectionHead = 40;

type Styles = Readonly<
  Record<
    'name' | 'jobTitle' | 'contact' | 'lead' | 'section' | 'dates' | 'aside' | 'label' | 'title' | 'subtitle' | 'body' | 'small' | 'foot',
    TextStyle
  >
>;

/**
 * Draws the resume as a PDF of A4 pages: fonts embedded, text selectable in reading order, tagged, with bookmarks and
 * links. It is encrypted (AES-256, revision 6) with an empty password, and asks viewers to allow reading, printing and
 * assistive technology only; the owner's password is random and kept nowhere. Viewers may ignore such a wish.
 */
export async function drawResume(outline: Outline, now: Date): Promise<DrawnResume> {
  const document = await PDFDocument.create();
  document.registerFontkit(fontEngine);
  const lacking = new Set<string>();
  const tree = new StructureTree(document);
  const styles = await openStyles(document, outline, (letter) => lacking.add(letter));
  const layout = await chooseLayout(outline, styles, () => lacking.size > 0);
  const drawing = new Drawing(new PageWriter(document, tree, layout.bottom), withLeading(styles, layout.leading));
  drawing.all(outline, lacking.size > 0);
  drawing.feet(document, outline);
  tree.write();
  writeBookmarks(document, drawing.bookmarks);
  describe(document, outline, now);
  document.encrypt({
    userPassword: '',
    ownerPassword: randomBytes(32).toString('base64url'),
    permissions: { printing: 'highResolution', contentAccessibility: true },
  });
  return { bytes: await document.save({ useObjectStreams: true }), lacking: [...lacking] };
}

class Drawing {
  readonly bookmarks: Bookmark[] = [];
  private readonly writer: PageWriter;
  private readonly styles: Styles;

  constructor(writer: PageWriter, styles: Styles) {
    this.writer = writer;
    this.styles = styles;
  }

  /** Everything but the feet. */
  all(outline: Outline, isLacking: boolean): void {
    this.head(outline);
    for (const section of outline.sections) this.section(section);
    if (isLacking) this.note(lackingNote);
  }

  private note(text: string): void {
    const { writer, styles } = this;
    writer.y -= 9;
    writer.paragraph(writer.tree.add(writer.tree.root, 'P'), text, styles.small, { x: sheet.left, width: sheet.right - sheet.left });
  }

  private head({ name, printedName, jobTitle, machineLine, contacts, summary }: Outline): void {
    const { writer, styles } = this;
    const { tree } = writer;
    writer.ornament(drawPlate(writer.page, [sheet.width - 62, sheet.height - 70], 280));
    const room = { x: sheet.left, width: headWidth };
    // Drawn, not written: whoever reads the text alone begins with the name.
    writer.ornament(drawLettering(machineLine, [sheet.left, writer.y - 8], { size: 7.2, spacing: 90, colour: inks.muted }));
    writer.y -= 26;
    const nameStyle = fitted(printedName, styles.name, headWidth);
    // Whoever listens hears the name as its bearer writes it.
    writer.paragraph(tree.add(tree.root, 'H1', printedName === name ? undefined : name), printedName, nameStyle, room);
    writer.y -= 4;
    writer.paragraph(tree.add(tree.root, 'P'), jobTitle, styles.jobTitle, room);
    writer.y -= 14;
    this.contacts(contacts);
    writer.y -= 20;
    writer.paragraph(tree.add(tree.root, 'P'), summary, styles.lead, { x: sheet.left, width: sheet.right - sheet.left });
    writer.y -= 6;
  }

  /** As many to a line as there is room for, each whole. */
  private contacts(contacts: readonly LinkedText[]): void {
    const { writer, styles } = this;
    const list = writer.tree.add(writer.tree.root, 'L');
    const gap = 16;
    let x = sheet.left;
    for (const { text, url } of contacts) {
      const width = widthOf(styles.contact.typeface.set(text), styles.contact.size);
      if (x > sheet.left && x + width > sheet.left + headWidth) {
        x = sheet.left;
        writer.y -= styles.contact.leading;
      }
      const item = writer.tree.add(writer.tree.add(list, 'LI'), 'LBody');
      const before = writer.y;
      const style = url === undefined ? styles.contact : { ...styles.contact, colour: inks.verdigris };
      writer.paragraph(item, text, style, { x, width: Math.max(width + 1, 1) }, url);
      writer.y = before;
      x += width + gap;
    }
    writer.y -= styles.contact.leading;
  }

  private section({ title, entries }: OutlineSection): void {
    const { writer, styles } = this;
    const [first] = entries;
    writer.ensure(sectionHead + (first === undefined ? 0 : this.unbroken(first)));
    const part = writer.tree.add(writer.tree.root, 'Sect');
    if (writer.y !== sheet.top) {
      writer.y -= 9;
      writer.ornament(drawRule(sheet.left, sheet.right, writer.y, inks.hairline));
      writer.y -= 10;
    }
    this.bookmarks.push({ title, page: writer.page.ref, y: writer.y + 12 });
    writer.paragraph(writer.tree.add(part, 'H2'), title, styles.section, { x: sheet.left, width: sheet.right - sheet.left });
    writer.y -= 4;
    for (const entry of entries) this.entry(part, entry);
  }

  /** What must stay together: title, subtitle and the first lines of the text. */
  private headHeight({ title, subtitle, paragraphs, highlights }: OutlineEntry): number {
    const { styles } = this;
    const of = (text: string | undefined, style: TextStyle) =>
      text === undefined ? 0 : breakLines(text, style, column.width).length * style.leading;
    const body = paragraphs[0] ?? highlights[0];
    const firstLines = body === undefined ? 0 : Math.min(breakLines(body, styles.body, column.width).length, 3) * styles.body.leading;
    return of(title?.text, styles.title) + of(subtitle?.text, styles.subtitle) + firstLines;
  }

  /** How much of an entry must come on one page. */
  private unbroken(entry: OutlineEntry): number {
    const whole = this.height(entry);
    return whole <= largestWhole ? whole : this.headHeight(entry);
  }

  /** All of an entry, as if it stood on one page. */
  private height(entry: OutlineEntry): number {
    const { styles } = this;
    const lines = (text: string, style: TextStyle, width = column.width) => breakLines(text, style, width).length * style.leading;
    const titles = this.headHeight({ ...entry, paragraphs: [], highlights: [] });
    const paragraphs = entry.paragraphs.reduce((sum, text) => sum + lines(text, styles.body), 0);
    const highlights = entry.highlights.reduce((sum, text) => sum + lines(text, styles.body, column.width - 12) + 1.5, 0);
    return titles + paragraphs + highlights + (entry.keywords === undefined ? 0 : lines(entry.keywords, styles.small)) + 4;
  }

  private entry(section: StructureElement, entry: OutlineEntry): void {
    const { writer, styles } = this;
    const { tree } = writer;
    writer.ensure(this.unbroken(entry));
    const part = tree.add(section, 'Sect');
    const top = writer.y;
    const topPage = writer.page;
    // Skills and languages have their name in the margin, and it is read first.
    if (entry.label !== undefined) writer.paragraph(tree.add(part, 'H3'), entry.label, styles.label, margin);
    const titleStyle = entry.compact === true ? styles.label : styles.title;
    let marginEnd = writer.y;
    writer.y = top;
    this.titles(part, entry);
    const bodyTop = writer.y;
    writer.y = entry.label === undefined ? top - baselineOf(titleStyle) + baselineOf(styles.dates) : marginEnd;
    if (entry.dates !== undefined && entry.dates !== '') writer.paragraph(tree.add(part, 'P'), entry.dates, styles.dates, margin);
    if (entry.aside !== undefined) writer.paragraph(tree.add(part, 'P'), entry.aside, styles.aside, margin);
    marginEnd = writer.y;
    writer.y = bodyTop;
    this.body(part, entry);
    if (writer.page === topPage) writer.y = Math.min(writer.y, marginEnd);
    writer.y -= entry.compact === true ? 3 : 7.5;
  }

  private titles(part: StructureElement, { title, subtitle, compact = false }: OutlineEntry): void {
    const { writer, styles } = this;
    const { tree } = writer;
    const titleStyle = compact ? styles.label : styles.title;
    const before = writer.y;
    if (title !== undefined) writer.paragraph(tree.add(part, 'H3'), title.text, titleStyle, column, title.url);
    if (subtitle === undefined) return;
    const indent = title === undefined ? 0 : widthOf(titleStyle.typeface.set(title.text), titleStyle.size) + 7;
    const fits = indent + widthOf(styles.subtitle.typeface.set(subtitle.text), styles.subtitle.size) <= column.width;
    const room = compact && fits ? { x: column.x + indent, width: column.width - indent + 1 } : column;
    if (compact && fits) writer.y = before;
    writer.paragraph(
      tree.add(part, 'P'),
      subtitle.text,
      { ...styles.subtitle, ...(compact ? { leading: titleStyle.leading } : {}) },
      room,
      subtitle.url,
    );
  }

  private body(part: StructureElement, { paragraphs, highlights, keywords }: OutlineEntry): void {
    const { writer, styles } = this;
    const { tree } = writer;
    for (const paragraph of paragraphs) writer.paragraph(tree.add(part, 'P'), paragraph, styles.body, column);
    if (highlights.length > 0) {
      writer.y -= 2;
      const list = tree.add(part, 'L');
      for (const highlight of highlights) this.highlight(list, highlight);
    }
    if (keywords !== undefined) {
      writer.y -= 2;
      writer.paragraph(tree.add(part, 'P'), keywords, styles.small, column);
    }
  }

  private highlight(list: StructureElement, text: string): void {
    const { writer, styles } = this;
    const { body } = styles;
    writer.ensure(body.leading);
    const item = writer.tree.add(list, 'LI');
    const top = writer.y;
    writer.paragraph(writer.tree.add(item, 'Lbl'), '–', { ...body, colour: inks.copper }, column);
    writer.y = top;
    writer.paragraph(writer.tree.add(item, 'LBody'), text, body, { x: column.x + 12, width: column.width - 12 });
    writer.y -= 1.5;
  }

  /** Every page ends in a woven band, whose it is, and which of how many. */
  feet(document: PDFDocument, { printedName }: Outline): void {
    const { writer, styles } = this;
    const pages = document.getPages();
    for (const [index, page] of pages.entries()) {
      writer.ornament(drawBand(page, [sheet.left, 46], sheet.right - sheet.left, 9), page);
      const count = styles.foot.typeface.set(`${index + 1} / ${pages.length}`);
      writer.write(undefined, styles.foot.typeface.set(printedName), styles.foot, [sheet.left, 28], page);
      writer.write(undefined, count, styles.foot, [sheet.right - widthOf(count, styles.foot.size), 28], page);
    }
  }
}

/** Tries layouts on pages that are thrown away. What is lacking is known once the text was set. */
async function chooseLayout(outline: Outline, styles: Styles, isLacking: () => boolean): Promise<PageLayout> {
  const scratch = await PDFDocument.create();
  return balancePages(({ leading, bottom }) => {
    const writer = new TrialWriter(scratch, new StructureTree(scratch), bottom);
    new Drawing(writer, withLeading(styles, leading)).all(outline, isLacking());
    return { pages: writer.pages, used: sheet.top - writer.y };
  });
}

/** Takes up the room of what it is given, and writes nothing. */
class TrialWriter extends PageWriter {
  override write(): void {}
  override ornament(): void {}
}

function withLeading(styles: Styles, share: number): Styles {
  const { name, ...others } = styles;
  const entries = Object.entries(others).map(([key, style]) => [key, { ...style, leading: style.leading * share }]);
  return { ...styles, ...Object.fromEntries(entries), name };
}

/** Opens the typefaces that the outline's letters want, and the owner's font files where ours lack some. */
async function openStyles(document: PDFDocument, outline: Outline, lacking: (letter: string) => void): Promise<Styles> {
  const written = JSON.stringify(outline);
  const isOwnEnough = Array.from(written.normalize('NFC')).every(isHeldLetter);
  const given = isOwnEnough ? [] : outline.fontFiles.map((path) => ({ bytes: new Uint8Array(readFileSync(path)), takes: standsAlone }));
  const open = (...files: readonly string[]) =>
    openTypeface(document, [...files.map((file) => ({ bytes: readFont(file) })), ...given], { onLacking: lacking, substitute });
  const [wide, text, strong, mono] = await Promise.all([
    open(...fontFilesFor('wide', written)),
    open(...fontFilesFor('text', written)),
    open(...fontFilesFor('strong', written)),
    // What a date may hold is in the first; the others are for places and levels in any language.
    open('azeret-mono.ttf', ...fontFilesFor('text', written)),
  ]);
  const style = (typeface: Typeface, size: number, leading: number, colour = inks.ink, spacing = 0): TextStyle => ({
    typeface,
    size,
    leading,
    colour,
    spacing,
  });
  return {
    name: style(wide, 36, 38, inks.ink, -22),
    jobTitle: style(wide, 15, 20, inks.copper, -8),
    contact: style(text, 9, 14, inks.muted),
    lead: style(text, 11, 16),
    section: style(wide, 13, 17, inks.ink, -6),
    dates: style(mono, 7.4, 13, inks.muted),
    aside: style(text, 8.6, 12, inks.muted),
    label: style(strong, 9.3, 13.2),
    title: style(strong, 11, 14.6),
    subtitle: style(text, 9.6, 14, inks.copper),
    body: style(text, 9.3, 13.2),
    small: style(text, 8.4, 12.4, inks.muted),
    foot: style(mono, 6.8, 10, inks.muted),
  };
}

/** The style as large as leaves the longest word whole and the text in two lines. */
function fitted(text: string, style: TextStyle, width: number): TextStyle {
  const longestWord = (size: number) =>
    Math.max(...text.split(/\s+/).map((word) => widthOf(style.typeface.set(word, style.spacing), size)));
  let { size } = style;
  while (size > 14 && (longestWord(size) > width || breakLines(text, { ...style, size }, width).length > 2)) size -= 1;
  return { ...style, size, leading: (style.leading / style.size) * size };
}

function describe(document: PDFDocument, { name, jobTitle }: Outline, now: Date): void {
  document.setTitle(`${name} – Resume`, { showInWindowTitleBar: true });
  document.setAuthor(name);
  document.setSubject(jobTitle);
  // By reference: the library seals streams, and what is written inside them, but no text that stands in the catalogue itself.
  document.catalog.set(PDFName.of('Lang'), document.context.register(PDFString.of('en')));
  // The owner's document: whose program drew it is nobody's business.
  document.setCreator(name);
  document.setProducer(name);
  document.setCreationDate(now);
  document.setModificationDate(now);
}
