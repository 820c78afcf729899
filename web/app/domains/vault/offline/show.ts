/** Builds what the page shows. Texts of a file only ever become text: nothing of them is read as HTML. */

/** An element with texts and elements in it. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.append(...content);
  return element;
}

/** A button that does something. */
export function button(label: string, press: () => void): HTMLButtonElement {
  const element = make('button', label);
  element.type = 'button';
  element.addEventListener('click', press);
  return element;
}

/** Hands bytes or a text to the browser as a file. */
export function save(name: string, content: Blob): void {
  const link = make('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** A part that is opened by its title, and made only then: a file may hold tens of thousands. */
export function folded(title: string, open: () => readonly Node[]): HTMLDetailsElement {
  const details = make('details', make('summary', title));
  const fill = () => {
    details.append(...open());
    details.removeEventListener('toggle', fill);
  };
  details.addEventListener('toggle', fill);
  return details;
}

/** Shown at once; the rest comes by a press. */
const atOnce = 200;

/** Some of many, with a button for the next ones. */
export function someOf<Item>(items: readonly Item[], show: (item: Item) => Node): readonly Node[] {
  const list = make('div');
  const more = button('', () => grow());
  let shown = 0;
  const grow = () => {
    list.append(...items.slice(shown, shown + atOnce).map(show));
    shown = Math.min(items.length, shown + atOnce);
    more.textContent = `Show more (${(items.length - shown).toLocaleString('en')} left)`;
    more.hidden = shown === items.length;
  };
  grow();
  return [list, more];
}

/** A term and what it says; a secret is shown by a press. */
export function line(term: string, value: string, isHidden = false): readonly Node[] {
  if (value === '') return [];
  const text = make('dd');
  text.append(isHidden ? button(`Show ${term.toLowerCase()}`, () => text.replaceChildren(value)) : value);
  return [make('dt', term), text];
}
