import axe from 'axe-core';
import { expect, test } from 'vitest';
import { tools } from '../../../../tools/registry.ts';
import type { ToolManifest } from '../../../../tools/tool.ts';
import { openSitePage, sampleSite, secondSite } from '../../testing/open-site-page.tsx';
import { eventually } from '../../testing/steps.ts';

const everyTool: readonly ToolManifest[] = tools;
const ownPages = ['/', '/contact', '/cv', '/proof', '/wishlist', '/terminal', '/ai-terminal', '/projects/rosette'];
const toolPages = everyTool.filter(({ id, audience }) => audience !== 'owner' && id !== 'desktop' && !ownPages.includes(`/${id}`));

const flat = (text: string) => text.replaceAll(/\s+/g, ' ').trim().toLowerCase();

/** The words of an element that are drawn: not those for screen readers alone. */
function drawnText(element: Element): string {
  const words: string[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (parent?.checkVisibility({ visibilityProperty: true }) !== true || parent.closest('svg, [aria-hidden="true"], .sr-only') !== null)
      continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const { width, height } = parent.getBoundingClientRect();
    if (width > 1 && height > 1 && range.getClientRects().length > 0) words.push(walker.currentNode.textContent ?? '');
  }
  return flat(words.join(' '));
}

/** What cannot be asked for by what it says: controls whose words are not in their names, and words that look like a link of another name. */
function unnamed(): readonly string[] {
  axe.setup(document.documentElement);
  const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, summary')].filter((control) => control.checkVisibility());
  const names = controls.map((control) => flat(axe.commons.text.accessibleText(control)));
  // A space between two parts of a word is no difference to whoever says it.
  const dense = (text: string) => text.replaceAll(' ', '');
  const wrong = controls.flatMap((control, at) => {
    const said = drawnText(control);
    return dense(names[at] ?? '').includes(dense(said)) ? [] : [`"${said}" is called "${names[at]}"`];
  });
  const looking = [...document.querySelectorAll('main *')].filter(
    (element) =>
      getComputedStyle(element).textDecorationLine.includes('underline') &&
      element.checkVisibility() &&
      element.closest('a, button, summary, abbr') === null &&
      getComputedStyle(element.parentElement ?? element).textDecorationLine === 'none',
  );
  const alone = looking.map(drawnText).filter((said) => said !== '' && !names.some((name) => dense(name).includes(dense(said))));
  axe.teardown();
  return [...wrong, ...alone.map((said) => `"${said}" looks like a link and is in no link's name`)];
}

/** Waits until the page is there, with the sections whose code comes later. */
const whole = () =>
  eventually(() => {
    expect(document.querySelector('main h1')).not.toBeNull();
    expect(document.querySelector('[data-section-loading]')).toBeNull();
  });

test.each([...ownPages, ...toolPages.map(({ id }) => `/${id}`)])('on %s every control is called by what it says', async (path) => {
  await openSitePage(path);
  await whole();
  expect(unnamed()).toEqual([]);
});

test('so it is on the home page and the resume of somebody else', async () => {
  for (const path of ['/', '/cv']) {
    await openSitePage(path, secondSite);
    await whole();
    expect(unnamed()).toEqual([]);
  }
  expect(sampleSite.profile.name).not.toBe(secondSite.profile.name);
});
