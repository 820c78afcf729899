import { trimOf } from '@castellan/foundation/line-text';
import { type EditorView, WidgetType } from '@codemirror/view';

/** A formula in a line; its text until its code is there, and where it cannot be drawn. */
export class Formula extends WidgetType {
  readonly source: string;
  constructor(source: string) {
    super();
    this.source = source;
  }
  override eq(other: Formula): boolean {
    return other.source === this.source;
  }
  override toDOM(view: Pick<EditorView, 'requestMeasure'>): HTMLElement {
    const host = document.createElement('span');
    const text = trimOf(this.source, '$');
    host.className = 'note-code';
    host.textContent = text;
    void import('../reading/draw-math.ts').then(
      ({ drawMath }) => {
        if (drawMath(host, text, this.source.startsWith('$$'))) host.className = '';
        else host.textContent = text;
        view.requestMeasure();
      },
      () => undefined,
    );
    return host;
  }
  override ignoreEvent(): boolean {
    return false;
  }
}
