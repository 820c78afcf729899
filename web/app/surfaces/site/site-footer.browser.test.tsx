import { expect, test } from 'vitest';
import { openSitePage, sampleSite } from '../../testing/open-site-page.tsx';
import { eventually } from '../../testing/steps.ts';

const footer = () => document.querySelector('.site-footer > p');

/** Where a sign of the footer's text is drawn, in pixels from the left. */
function placeOf(sign: string): number {
  const walker = document.createTreeWalker(footer() ?? document, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const at = walker.currentNode.textContent?.indexOf(sign) ?? -1;
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(walker.currentNode, at);
    range.setEnd(walker.currentNode, at + 1);
    return range.getBoundingClientRect().left;
  }
  throw new Error(`the footer has no ${sign}`);
}

test('the footer’s full stop stands after a name that runs from right to left', async () => {
  await openSitePage('/contact', { ...sampleSite, profile: { ...sampleSite.profile, name: 'ليلى حداد' } });
  await eventually(() => expect(footer()?.textContent).toBe('Copyright 2025 ليلى حداد. All rights reserved.'));
  expect(placeOf('.')).toBeGreaterThan(placeOf('ل'));
  await openSitePage('/contact');
  await eventually(() => expect(footer()?.innerHTML).toBe('Copyright 2025 Ada Varga. All rights reserved.'));
});
