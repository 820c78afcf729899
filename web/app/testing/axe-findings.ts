import axe from 'axe-core';
import { page } from 'vitest/browser';
import { chooseFromMenu, click, gone, press, seen } from './steps.ts';

/** What axe finds wrong with the page once it has come to rest, such as `color-contrast at .bell`. */
async function axeFindings(what: 'everything' | 'colours'): Promise<readonly string[]> {
  await comeToRest();
  const { violations } = await axe.run(document, {
    resultTypes: ['violations'],
    ...(what === 'colours' ? { runOnly: { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] } } : {}),
  });
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/**
 * What is wrong with what is shown now: axe's findings in both themes, wide and narrow, and what is wider than a window of 320 px.
 * The page is left as it was. `where` begins each line.
 */
export async function accessibilityFaults(where: string): Promise<readonly string[]> {
  const found: string[] = [];
  const root = document.documentElement;
  const worn = root.className;
  const motion = root.dataset['motion'];
  // Nothing changes its colour by and by: parts that are out of sight would begin only when axe looks at them.
  root.dataset['motion'] = 'still';
  for (const width of [1440, 390]) {
    await widen(width, 900);
    for (const theme of ['dark', 'light']) {
      root.className = theme;
      // The other theme changes colours alone.
      const what = theme === 'dark' ? 'everything' : 'colours';
      found.push(...(await axeFindings(what)).map((finding) => `${where} ${theme} ${width}: ${finding}`));
    }
  }
  root.className = worn;
  await widen(320, 700);
  if (root.scrollWidth > 320) found.push(`${where} is ${root.scrollWidth} px wide at 320`);
  for (const dialog of document.querySelectorAll('dialog[open]')) {
    if (dialog.scrollWidth > dialog.clientWidth) found.push(`${where}: the dialog scrolls sideways at 320`);
  }
  await widen(1280, 900);
  if (motion === undefined) delete root.dataset['motion'];
  else root.dataset['motion'] = motion;
  return found;
}

/** What is wrong with each dialog that one of these buttons, or of these lines of the page's menu, opens, one after the other; Escape closes it. */
export async function dialogFaults(...buttons: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of buttons) {
    const isOnPage = page.getByRole('button', { name, exact: true }).elements().length > 0;
    await (isOnPage ? click(name) : chooseFromMenu(name));
    await seen(page.getByRole('dialog'));
    found.push(...(await accessibilityFaults(name)));
    await press('{Escape}');
    await gone(page.getByRole('dialog'));
  }
  return found;
}

/** Gives the page another size, and waits until it has it. */
export async function widen(width: number, height: number): Promise<void> {
  await page.viewport(width, height);
  while (window.innerWidth !== width) await new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Ends what moves or changes colour and would end by itself: halfway between two themes a colour is nobody's choice. */
async function comeToRest(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(resolve));
  for (const animation of document.getAnimations()) {
    if (Number(animation.effect?.getComputedTiming().endTime) < Number.POSITIVE_INFINITY) animation.finish();
  }
}
