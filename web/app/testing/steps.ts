import { expect, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';

/** How long anything is waited for: on a machine that does much else, the first use of a page's code takes this long to come. */
const patienceMs = 30_000;

/** So many frames are looked at each; who waits longer is content with twenty looks a second, and leaves the processor to the page. */
const eagerFrames = 12;
const patientPauseMs = 50;

/** The browser's own, also while a test has stopped the clock. */
const pause = window.setTimeout.bind(window);

/** Waits until it holds, looking again with each frame at first. Turns no clock, not even one that the test has stopped. */
export async function eventually(look: () => void): Promise<void> {
  const startedAtMs = performance.now();
  for (let looks = 0; ; looks += 1) {
    try {
      return look();
    } catch (fault) {
      if (performance.now() - startedAtMs > patienceMs) throw fault;
    }
    await new Promise((resolve) => (looks < eagerFrames ? requestAnimationFrame(resolve) : pause(resolve, patientPauseMs)));
  }
}

/** Waits until it is to be seen. */
export const seen = (locator: Locator): Promise<void> => eventually(() => expect(locator.element()).toBeVisible());

/** Waits until nothing like it is in the page. */
export const gone = (locator: Locator): Promise<void> => counted(locator, 0);

/** Waits until it is in the page and not to be seen, or not there at all. */
export const hidden = (locator: Locator): Promise<void> =>
  eventually(() => expect(locator.elements().filter((element) => element.checkVisibility({ visibilityProperty: true }))).toEqual([]));

/** Waits until so many are there. */
export const counted = (locator: Locator, count: number): Promise<void> => eventually(() => expect(locator.elements()).toHaveLength(count));

/** Waits until it has the focus. */
export const focused = (locator: Locator): Promise<void> => eventually(() => expect(locator.element()).toHaveFocus());

/** Waits until its text has this in it, white space counting once. */
export const says = (locator: Locator, text: string | RegExp): Promise<void> =>
  eventually(() => expect(textOf(locator)).toMatch(typeof text === 'string' ? new RegExp(literal(text)) : text));

const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** What it says, white space counting once. */
export const textOf = (locator: Locator): string => (locator.query()?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();

/** The texts of all of them, in order. */
export const textsOf = (locator: Locator): readonly string[] =>
  locator.elements().map(({ textContent }) => (textContent ?? '').replaceAll(/\s+/g, ' ').trim());

/** Waits until a toast says this. */
export const toastSaid = (text: string | RegExp): Promise<void> =>
  eventually(() => expect([...document.querySelectorAll('.toast')].map(({ textContent }) => textContent).join(' ')).toMatch(text));

/** Presses keys on what has the focus, one after the other, in the words of user-event: `{Enter}`, `{Shift>}L{/Shift}`, `j`. */
export async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await userEvent.keyboard(key);
}

/** Puts text in the place of what a field has. */
export const fill = (label: string, text: string, within: Pick<Locator, 'getByLabelText'> = page): Promise<void> =>
  within.getByLabelText(label, { exact: true }).fill(text);

/** Presses a button by its name. */
export const click = (name: string | RegExp, within: Pick<Locator, 'getByRole'> = page): Promise<void> =>
  within.getByRole('button', { name, exact: typeof name === 'string' }).click();

/** Opens the page's menu and chooses what has this name. */
export async function chooseFromMenu(name: string): Promise<void> {
  await click('Page menu');
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** Files that the page hands to the browser to be saved, from now on. */
export function catchFiles(): readonly { readonly name: string; readonly content: Blob }[] {
  const files: { readonly name: string; readonly content: Blob }[] = [];
  let content = new Blob();
  const make = URL.createObjectURL.bind(URL);
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) content = blob;
    return make(blob);
  });
  const click = HTMLAnchorElement.prototype.click;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.download === '') return click.call(this);
    files.push({ name: this.download, content });
  });
  return files;
}

/** Gives something the focus, as the keyboard would have. */
export function focusOn(locator: Locator): void {
  const element = locator.element();
  if (!(element instanceof HTMLElement)) throw new Error('it takes no focus');
  element.focus();
}

/**
 * The one element that a selector finds, for what has no role and no name. It is marked, and found by the mark: a locator of the element
 * itself goes by its text, and would miss it once that changes.
 */
export function bySelector(selector: string): Locator {
  const element = document.querySelector<HTMLElement>(selector);
  if (element === null) throw new Error(`there is no ${selector}`);
  element.dataset['testid'] ??= selector;
  return page.getByTestId(element.dataset['testid']);
}
