/** Where something stood: its parent, and its place among the parent's children. */
type Step = { readonly parent: WeakRef<Element>; readonly place: number };

/** The way from what had the focus up to the page. It keeps nothing alive: what a lock drops is dropped. */
type Trail = {
  readonly self: WeakRef<Element>;
  readonly steps: readonly Step[];
  /** The dialog, menu or toast it was in. */
  readonly layer: WeakRef<Element> | undefined;
  /** Where the focus was before that opened. */
  readonly before: Trail | undefined;
};

const layers = 'dialog, [role="menu"], [popover]';
const lists = 'ul, ol, tbody, [role="list"], [role="listbox"], [role="grid"], [role="rowgroup"], [role="tablist"], [role="radiogroup"]';
const sections = 'section, article, aside, [role="region"]';
const headings = 'h1, h2, h3, h4';
const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]';

/**
 * The page's one rule for a focus whose holder goes away: the row in its place gets it in a list, else the heading of its section, else
 * what had the focus before a dialog, a menu or a toast opened, else the page's heading. It never stays on the body, where the keys
 * would begin at the top again. Whoever presses the page beside everything has put it there, and it stays. Watches from the first use to
 * the end of the page.
 */
export function watchFocus(): void {
  if (isWatching) return;
  isWatching = true;
  let last: Trail | undefined;
  let isDue = false;
  const note = (target: Element | null) => {
    if (target !== null && target !== document.body) last = trailOf(target, last);
  };
  const look = () => {
    isDue = false;
    if (last === undefined || !isNowhere()) return;
    const self = last.self.deref();
    if (self !== undefined && takesFocus(self)) last = undefined;
    else give(heirOf(last) ?? titleOfPage());
  };
  const lookSoon = () => {
    if (isDue || last === undefined) return;
    isDue = true;
    // What gives the focus on purpose does so once it is drawn, and comes first.
    requestAnimationFrame(() => requestAnimationFrame(look));
  };
  note(document.activeElement);
  document.addEventListener('focusin', ({ target }) => note(target instanceof Element ? target : null));
  // What is hidden or disabled loses it with a word; what is taken out of the page without one.
  document.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget === null) lookSoon();
  });
  new MutationObserver(() => {
    if (isNowhere()) lookSoon();
  }).observe(document.body, { childList: true, subtree: true });
}

let isWatching = false;

const isNowhere = () => document.activeElement === null || document.activeElement === document.body;

function trailOf(target: Element, last: Trail | undefined): Trail {
  const steps: Step[] = [];
  for (let child = target; child.parentElement !== null; child = child.parentElement)
    steps.push({ parent: new WeakRef(child.parentElement), place: [...child.parentElement.children].indexOf(child) });
  const self = new WeakRef(target);
  const layer = target.closest(layers);
  if (layer === null) return { self, steps, layer: undefined, before: undefined };
  let before = last;
  // Of layers that have closed nothing is remembered, so that there are never more than are open.
  while (before?.layer !== undefined && !isOpenBeside(layer, before.layer.deref())) before = before.before;
  return { self, steps, layer: new WeakRef(layer), before };
}

const isOpenBeside = (layer: Element, other: Element | undefined) => other !== undefined && other !== layer && isSeen(other);

/** What takes the focus over: beside where it was, or where it was before. */
function heirOf(last: Trail): Element | undefined {
  for (let trail: Trail | undefined = last; trail !== undefined; trail = trail.before) {
    const self = trail.self.deref();
    if (self !== undefined && takesFocus(self)) return self;
    const heir = besides(trail);
    if (heir !== undefined) return heir;
  }
  return undefined;
}

function besides({ steps, layer }: Trail): Element | undefined {
  const sheet = layer?.deref();
  if (layer !== undefined && (sheet === undefined || !isSeen(sheet))) return undefined;
  for (const { parent: reference, place } of steps) {
    const parent = reference.deref();
    if (parent === undefined || !isSeen(parent)) continue;
    const heir = parent.matches(lists) ? nextOf(parent, place) : parent === sheet || parent.matches(sections) ? titleOf(parent) : undefined;
    if (heir !== undefined) return heir;
    if (parent === sheet) return firstIn(parent);
    if (parent.matches('main')) return undefined;
  }
  return undefined;
}

/** In the row that came into the place, or the nearest one after and before it: its title, or what there is to press. */
function nextOf(list: Element, place: number): Element | undefined {
  const rows = [...list.children];
  for (const row of [...rows.slice(place), ...rows.slice(0, place).reverse()]) {
    const heir = firstIn(row);
    if (heir !== undefined) return heir;
  }
  return undefined;
}

function firstIn(row: Element): Element | undefined {
  const title = row.querySelector('[data-record-title]');
  if (title !== null && takesFocus(title)) return title;
  return row.matches(focusable) && takesFocus(row) ? row : [...row.querySelectorAll(focusable)].find(takesFocus);
}

const titleOf = (place: ParentNode) => [...place.querySelectorAll(headings)].find(isSeen);

function titleOfPage(): Element | undefined {
  const main = document.querySelector('main');
  return (main === null ? undefined : titleOf(main)) ?? main ?? titleOf(document);
}

const isSeen = (element: Element) => element.isConnected && element.checkVisibility({ visibilityProperty: true });

const takesFocus = (element: Element) => isSeen(element) && !element.matches(':disabled, [inert], [inert] *');

function give(heir: Element | undefined): void {
  if (!(heir instanceof HTMLElement)) return;
  if (!heir.matches(focusable)) heir.tabIndex = -1;
  heir.focus({ preventScroll: true });
}
