import { StateEffect } from '@codemirror/state';
import { type EditorView, WidgetType } from '@codemirror/view';

/** A file of the vault, as a note's text shows it. */
export type ShownFile = {
  readonly id: string;
  readonly name: string;
  readonly size: string;
  /** Of a picture its type; `undefined` for any other file. */
  readonly picture: string | undefined;
  /** Its bytes as base64, or why they are not to be had. */
  readonly read: () => Promise<{ readonly content: string } | { readonly fault: string }>;
  readonly save: () => void;
};

/** Has what the text shows of files drawn again: other files are there. */
export const redrawFiles = StateEffect.define<null>();

/** A file in the place of the link that embeds it: a picture as itself, any other by name and size. */
export class FileEmbed extends WidgetType {
  readonly file: ShownFile;
  readonly label: string | undefined;
  constructor(file: ShownFile, label: string | undefined) {
    super();
    this.file = file;
    this.label = label;
  }
  override eq(other: FileEmbed): boolean {
    return other.file.id === this.file.id && other.label === this.label && other.file.name === this.file.name;
  }
  override toDOM(view: Pick<EditorView, 'requestMeasure'>): HTMLElement {
    const { picture } = this.file;
    return picture === undefined ? this.#row() : this.#picture(view, picture);
  }
  override ignoreEvent(event: Event): boolean {
    // A press on a picture puts the cursor to its link; one on a file saves it.
    return this.file.picture === undefined || !(event instanceof MouseEvent);
  }

  #row(fault?: string): HTMLElement {
    const { name, size, save } = this.file;
    const row = document.createElement('button');
    row.type = 'button';
    row.className = 'note-file';
    const act = document.createElement('span');
    act.className = 'sr-only';
    act.textContent = 'Save ';
    const named = document.createElement('span');
    named.textContent = name;
    const about = document.createElement('span');
    about.className = 'note-file-size';
    about.textContent = fault === undefined ? size : `cannot be shown: ${fault}`;
    row.append(act, named, ' ', about);
    row.addEventListener('click', save);
    return row;
  }

  #picture(view: Pick<EditorView, 'requestMeasure'>, type: string): HTMLElement {
    const frame = document.createElement('span');
    frame.className = 'note-picture';
    const picture = document.createElement('img');
    // As in Obsidian, a label of digits is the width that it is shown at.
    const width = /^(\d{1,4})(?:x\d{1,4})?$/.exec(this.label?.trim() ?? '')?.[1];
    if (width !== undefined) picture.width = Number(width);
    picture.alt = width === undefined && this.label !== undefined && this.label !== '' ? this.label : this.file.name;
    const settle = () => view.requestMeasure();
    const fail = (fault: string) => {
      frame.replaceChildren(this.#row(fault));
      settle();
    };
    picture.addEventListener('load', settle);
    picture.addEventListener('error', () => fail('this browser cannot show this picture'));
    void this.file.read().then((came) => {
      if ('fault' in came) return fail(came.fault);
      // The page's policy lets pictures come from such an address; as an image, no SVG runs anything.
      picture.src = `data:${type};base64,${came.content}`;
      frame.append(picture);
    });
    return frame;
  }
}
