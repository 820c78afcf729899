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

/** A term and what it says, with a button that copies it; a secret is shown by a press, and copied without being shown. */
export function line(term: string, value: string, isHidden = false): readonly Node[] {
  if (value === '') return [];
  const text = make('span');
  text.append(isHidden ? button(`Show ${term.toLowerCase()}`, () => text.replaceChildren(value)) : value);
  const said = make('span');
  said.ariaLive = 'polite';
  const copying = button(`Copy ${term.toLowerCase()}`, () => {
    void copy(value).then((isCopied) => {
      said.textContent = isCopied ? ` ${copiedText}` : ' This browser does not let the page copy. Show it and copy it by hand.';
    });
  });
  return [make('dt', term), make('dd', text, ' ', copying, said)];
}

/** The page cannot know whether it is still open when the clipboard should be cleared, so it promises nothing. */
const copiedText = 'Copied. This page does not clear the clipboard: copy something else when you are done.';

/** Puts a text on the clipboard; a page from a disk may have no interface for it, and then selects the text as a person would. */
async function copy(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    const field = make('textarea');
    field.value = value;
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand('copy');
    field.remove();
    return isCopied;
  }
}
