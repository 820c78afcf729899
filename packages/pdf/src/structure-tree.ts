import { type PDFContext, type PDFDocument, PDFHexString, PDFName, PDFNumber, type PDFPage, type PDFRef } from '@cantoo/pdf-lib';

/** What a part of the document is (ISO 32000-1 §14.8.4). */
export type Role =
  | 'Document'
  | 'H1'
  | 'H2'
  | 'H3'
  | 'P'
  | 'Sect'
  | 'L'
  | 'LI'
  | 'Lbl'
  | 'LBody'
  | 'Link'
  | 'Span'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD';

type Kid =
  | { readonly kind: 'element'; readonly element: StructureElement }
  | { readonly kind: 'content'; readonly page: PDFRef; readonly mark: number }
  | { readonly kind: 'annotation'; readonly page: PDFRef; readonly annotation: PDFRef };

/** A part of the document, in reading order with its like. */
export type StructureElement = { readonly role: Role; readonly ref: PDFRef; readonly kids: Kid[]; readonly spoken: string | undefined };

type PageMarks = { readonly key: number; readonly owners: StructureElement[] };

/** The document's parts for those who do not see it: what is heading, list and link, and in which order all is read. */
export class StructureTree {
  readonly root: StructureElement;
  private readonly document: PDFDocument;
  private readonly context: PDFContext;
  private readonly pages = new Map<PDFPage, PageMarks>();
  private readonly annotations = new Map<number, StructureElement>();
  private nextKey = 0;

  constructor(document: PDFDocument) {
    this.document = document;
    this.context = document.context;
    this.root = { role: 'Document', ref: this.context.nextRef(), kids: [], spoken: undefined };
  }

  /** A new last part of `parent`. `spoken` replaces what is written there where the page had to leave letters out. */
  add(parent: StructureElement, role: Role, spoken?: string): StructureElement {
    const element: StructureElement = { role, ref: this.context.nextRef(), kids: [], spoken };
    parent.kids.push({ kind: 'element', element });
    return element;
  }

  /** The number under which the page's next piece of content belongs to `element`. */
  mark(element: StructureElement, page: PDFPage): number {
    let marks = this.pages.get(page);
    if (marks === undefined) {
      marks = { key: this.takeKey(), owners: [] };
      this.pages.set(page, marks);
      page.node.set(PDFName.of('StructParents'), PDFNumber.of(marks.key));
      page.node.set(PDFName.of('Tabs'), PDFName.of('S'));
    }
    const mark = marks.owners.push(element) - 1;
    element.kids.push({ kind: 'content', page: page.ref, mark });
    return mark;
  }

  /** Makes a link's area part of `element`; the answer is its key, which the annotation itself must name. */
  own(element: StructureElement, page: PDFPage, annotation: PDFRef): number {
    const key = this.takeKey();
    this.annotations.set(key, element);
    element.kids.push({ kind: 'annotation', page: page.ref, annotation });
    return key;
  }

  /** Writes the tree into the document. */
  write(): void {
    const { context } = this;
    const treeRef = context.nextRef();
    this.writeElement(this.root, treeRef);
    const numbers = [
      ...[...this.pages.values()].map(({ key, owners }) => [key, context.obj(owners.map(({ ref }) => ref))] as const),
      ...[...this.annotations].map(([key, element]) => [key, element.ref] as const),
    ].toSorted(([left], [right]) => left - right);
    const parents = context.obj({ Nums: numbers.flatMap(([key, owner]) => [PDFNumber.of(key), owner]) });
    const tree = context.obj({
      Type: 'StructTreeRoot',
      K: [this.root.ref],
      ParentTree: context.register(parents),
      ParentTreeNextKey: this.nextKey,
    });
    context.assign(treeRef, tree);
    this.document.catalog.set(PDFName.of('StructTreeRoot'), treeRef);
    this.document.catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
  }

  private writeElement(element: StructureElement, parent: PDFRef): void {
    const { context } = this;
    const kids = element.kids.map((kid) => {
      if (kid.kind === 'element') {
        this.writeElement(kid.element, element.ref);
        return kid.element.ref;
      }
      if (kid.kind === 'content') return context.obj({ Type: 'MCR', Pg: kid.page, MCID: kid.mark });
      return context.obj({ Type: 'OBJR', Pg: kid.page, Obj: kid.annotation });
    });
    const written = context.obj({ Type: 'StructElem', S: element.role, P: parent, K: kids });
    if (element.spoken !== undefined) written.set(PDFName.of('ActualText'), PDFHexString.fromText(element.spoken));
    context.assign(element.ref, written);
  }

  private takeKey(): number {
    this.nextKey += 1;
    return this.nextKey - 1;
  }
}
