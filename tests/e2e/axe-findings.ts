import type { Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * What axe finds wrong on the page once it has come to rest, such as `color-contrast at .bell`. `within`: a selector of the one
 * part to check. By axe itself and for its findings alone: its wrapper for this browser opens a second page and collects all that
 * is right too, which takes five times as long.
 */
export async function axeFindings(page: Page, within?: string): Promise<readonly string[]> {
  await comeToRest(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    (selector) => (Reflect.get(window, 'axe') as typeof axe).run(selector ?? document, { resultTypes: ['violations'] }),
    within,
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
