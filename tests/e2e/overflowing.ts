import type { Page } from '@playwright/test';

/** Goes down the page and back, a window's height at a time, so that everything that waits to come near has come, and is laid out. */
export async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
      scrollTo({ top: y, behavior: 'instant' });
      await frame();
    }
    scrollTo({ top: 0, behavior: 'instant' });
    await frame();
  });
}

/**
 * Says where the page is wider than the window, and which texts lie beyond the window's edge or are cut off by a box around
 * them: by its overflow, or by painting only what is inside it. What lies in a box that scrolls to it is neither.
 */
export function overflowing(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const cuts = (box: Element, overflow: string) => {
      const { contain, contentVisibility } = getComputedStyle(box);
      return /hidden|clip/.test(overflow) || /paint|strict|content/.test(contain) || contentVisibility === 'auto';
    };
    const fault = (text: string, rect: DOMRect, holder: Element): string | undefined => {
      // What a box lets scroll into sight along an axis is not cut off on that axis by the boxes around it.
      let mayHideX = true;
      let mayHideY = true;
      for (let box: Element | null = holder; box !== null; box = box.parentElement) {
        // What is there for screen readers alone is a point on purpose.
        if (box.clientWidth <= 1 && box.clientHeight <= 1) return undefined;
        const { overflowX, overflowY } = getComputedStyle(box);
        const frame = box.getBoundingClientRect();
        if (box.scrollWidth > box.clientWidth && /auto|scroll/.test(overflowX)) mayHideX = false;
        if (box.scrollHeight > box.clientHeight && /auto|scroll/.test(overflowY)) mayHideY = false;
        const acrossEdge = rect.left < frame.left - 1 || rect.right > frame.right + 1;
        const alongEdge = rect.top < frame.top - 1 || rect.bottom > frame.bottom + 1;
        if ((mayHideX && acrossEdge && cuts(box, overflowX)) || (mayHideY && alongEdge && cuts(box, overflowY)))
          return `${box.tagName.toLowerCase()}.${box.className} cuts "${text}"`;
      }
      const isBeside = rect.left < -1 || rect.right > document.documentElement.clientWidth + 1;
      return mayHideX && isBeside ? `"${text}" runs off the page, from ${rect.left.toFixed(0)} to ${rect.right.toFixed(0)}` : undefined;
    };
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const holder = node.parentElement;
      const text = node.textContent?.trim().slice(0, 40) ?? '';
      if (holder === null || text === '' || holder.closest('[aria-hidden=true], [hidden], script, style, noscript')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rect = range.getBoundingClientRect();
      const what = rect.width > 0 ? fault(text, rect, holder) : undefined;
      if (what !== undefined) found.push(what);
    }
    const { scrollWidth, clientWidth } = document.documentElement;
    return [...(scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : []), ...found];
  });
}
