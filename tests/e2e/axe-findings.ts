import type { Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * What axe finds wrong on the page once it has come to rest, such as `color-contrast at .bell`. `within`: a selector of the one
 * part to check. By axe itself and for its findings alone: its wrapper for this browser opens a second page and collects all that
 * is right too, which takes five times as long.
 */
export async function axeFindings(page: Page, within?: string, what: 'everything' | 'colours' = 'everything'): Promise<readonly string[]> {
  await comeToRest(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    ({ selector, rules }) =>
      (Reflect.get(window, 'axe') as typeof axe).run(selector ?? document, {
        resultTypes: ['violations'],
        ...(rules === undefined ? {} : { runOnly: { type: 'rule' as const, values: rules } }),
      }),
    { selector: within, rules: what === 'colours' ? ['color-contrast', 'link-in-text-block'] : undefined },
  );
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** Waits for what moves or changes colour and will end: halfway between two themes a colour is nobody's choice. */
async function comeToRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().endTime) < Number.POSITIVE_INFINITY,
        );
    for (let left = passing(); left.length > 0; left = passing()) await Promise.allSettled(left.map(({ finished }) => finished));
  });
}

/** The same in both themes, which differ in colours alone. The page, open as it is, wears the dark one before and afterwards. */
export async function axeFindingsOfThemes(page: Page): Promise<readonly string[]> {
  const dark = await axeFindings(page);
  await wear(page, 'light');
  const light = await axeFindings(page, undefined, 'colours');
  await wear(page, 'dark');
  return [...dark.map((finding) => `dark: ${finding}`), ...light.map((finding) => `light: ${finding}`)];
}

async function wear(page: Page, theme: 'dark' | 'light'): Promise<void> {
  const isWorn = await page.evaluate((name) => document.documentElement.classList.replace(name === 'dark' ? 'light' : 'dark', name), theme);
  if (!isWorn) throw new Error(`The page did not wear the theme that is not ${theme}.`);
}
