import type { Page } from '@playwright/test';

/**
 * Says which texts of the page lie over each other, which pictures did not come, and which headings, lists and sections have nothing in
 * them. What keeps its place in the window, and what is there for screen readers alone, is not looked at.
 */
export function findFlaws(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const isStaying = (element: Element) => {
      for (let box: Element | null = element; box !== null; box = box.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(box).position)) return true;
      return false;
    };
    const isUnseen = (element: Element) => {
      for (let box: Element | null = element; box !== null; box = box.parentElement)
        if (box.clientWidth === 1 && box.clientHeight === 1) return true;
      return !element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    };
    // What a box scrolls out of sight lies over nothing.
    const shownPart = (line: DOMRect, holder: Element) => {
      let { left, right, top, bottom } = line;
      for (let box: Element | null = holder; box !== null && box !== document.body; box = box.parentElement) {
        if (getComputedStyle(box).overflowY === 'visible') continue;
        const frame = box.getBoundingClientRect();
        [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
        [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
      }
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
    };
    const lines: { readonly text: string; readonly rect: DOMRect; readonly node: Node }[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const holder = node.parentElement;
      const text = node.textContent?.trim().slice(0, 40) ?? '';
      if (holder === null || text === '' || holder.closest('[aria-hidden=true], script, style, noscript') !== null) continue;
      if (isUnseen(holder) || isStaying(holder)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const line of range.getClientRects()) {
        const rect = shownPart(line, holder);
        if (rect.width > 0 && rect.height > 0) lines.push({ text, rect, node });
      }
    }
    lines.sort((one, other) => one.rect.top - other.rect.top);
    const overlaps = lines.flatMap(({ text, rect, node }, at) => {
      const found: string[] = [];
      for (const other of lines.slice(at + 1)) {
        if (other.rect.top > rect.bottom) break;
        // A line's box is higher than its letters: lines that are set close touch with their boxes' edges.
        const deep = Math.min(rect.bottom, other.rect.bottom) - other.rect.top > Math.min(rect.height, other.rect.height) * 0.45;
        const wide = Math.min(rect.right, other.rect.right) - Math.max(rect.left, other.rect.left) > 2;
        if (other.node !== node && deep && wide) found.push(`"${text}" and "${other.text}" lie over each other`);
      }
      return found;
    });
    const pictures = [...document.images].filter((image) => image.complete && image.naturalWidth === 0 && image.loading !== 'lazy');
    const empty = [...document.querySelectorAll('main :is(h1, h2, h3, ul, ol, dl), main section, main article')].filter((element) => {
      if (isUnseen(element)) return false;
      const own = element.textContent?.trim() ?? '';
      const heading = element.matches('section, article') ? (element.querySelector('h1, h2, h3')?.textContent?.trim() ?? '') : '';
      return own === heading && element.querySelector('img, svg, canvas, input, button') === null;
    });
    return [
      ...new Set(overlaps),
      ...pictures.map(({ src }) => `the picture ${src} did not come`),
      ...empty.map((element) => `${element.tagName.toLowerCase()}.${element.className} has nothing in it`),
    ];
  });
}
