import type { Page } from '@playwright/test';

/** Makes the page paint what lies out of sight too, which `content-visibility: auto` spares it. Lasts until the next document. */
export async function paintEverything(page: Page): Promise<void> {
  await page.evaluate(() => {
    const spared = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (one) => getComputedStyle(one).contentVisibility === 'auto',
    );
    for (const element of spared) {
      element.style.contentVisibility = 'visible';
      // What comes with `auto` stays.
      element.style.contain = 'layout style paint';
    }
  });
}

/** Adds rules to the open document. A style element would be refused by the page's policy. */
export async function addRules(page: Page, rules: string): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, rules);
}
