import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openSitePage } from '../../testing/open-site-page.tsx';
import { counted, focused, press, seen, textsOf } from '../../testing/steps.ts';

test('three clicks on the profile image, each within two seconds of the one before, open the terminal; slower ones do not', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await openSitePage('/');
  await seen(page.getByRole('button', { name: 'Pause motion' }));
  const portrait = page.getByRole('link', { name: /^Profile image/ }).first();
  const clickThrice = async (pausesMs: readonly number[]) => {
    for (const pauseMs of pausesMs) {
      await portrait.click();
      vi.setSystemTime(Date.now() + pauseMs);
    }
  };
  await clickThrice([2001, 2001, 0]);
  expect(location.pathname).toBe('/');
  vi.setSystemTime(Date.now() + 2001);
  await clickThrice([500, 500, 0]);
  await expect.poll(() => location.pathname).toBe('/auth-terminal');
  await portrait.click();
  await expect.poll(() => location.pathname).toBe('/');
});

test('on a phone the menu opens, closes on Escape and on a link, and says so', async () => {
  await page.viewport(390, 844);
  await openSitePage('/');
  const menu = page.getByRole('button', { name: /menu/i });
  await menu.click();
  await expect.element(menu).toHaveAttribute('aria-expanded', 'true');
  await press('{Escape}');
  await expect.element(menu).toHaveAttribute('aria-expanded', 'false');
  await menu.click();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect.element(menu).toHaveAttribute('aria-expanded', 'false');
});

test('the terminal icon of the navigation leads there, at every width, and exit leads back', async () => {
  await openSitePage('/');
  await page.getByRole('link', { name: 'Terminal', exact: true }).click();
  await seen(page.getByRole('heading', { level: 1, name: 'Terminal' }));
  await expect.poll(() => location.pathname).toBe('/terminal');
  const line = page.getByRole('textbox', { name: 'Command' });
  await line.fill('exit');
  await press('{Enter}');
  await expect.poll(() => location.pathname).toBe('/');
  await page.viewport(390, 844);
  await page.getByRole('link', { name: 'Terminal', exact: true }).click();
  await expect.poll(() => location.pathname).toBe('/terminal');
});

const onThisPage = () => page.getByRole('navigation', { name: 'On this page' });
const marked = () => [...document.querySelectorAll('.site-sections [aria-current]')].map((link) => link.textContent);

test('the sections of the home page stand in the navigation, the one that is read is marked, and the focus goes where a link leads', async () => {
  await page.viewport(1440, 900);
  await openSitePage('/');
  const titles = ['About', 'Experience', 'Projects', 'Skills', 'Workbench', 'Social'];
  await expect.poll(() => textsOf(onThisPage().getByRole('link'))).toEqual(titles);
  await expect.poll(marked).toEqual([]);
  for (const [title, heading] of [
    ['Projects', 'Projects'],
    ['About', 'About'],
    ['Social', 'Find me here ~'],
  ] as const) {
    await onThisPage().getByRole('link', { name: title, exact: true }).click();
    await focused(page.getByRole('heading', { name: heading, exact: true }));
    // The document around the page does this by itself.
    document.querySelector(location.hash)?.scrollIntoView();
    await expect.poll(marked).toEqual([title]);
  }
  await expect.poll(() => location.hash).toBe('#social');
  window.scrollTo(0, 0);
  await expect.poll(marked).toEqual([]);
});

test('where there is no room for all sections the menu holds them, and closes on a link', async () => {
  await page.viewport(768, 1024);
  await openSitePage('/');
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  await page.getByRole('navigation', { name: 'Sections', exact: true }).getByRole('link', { name: 'Skills', exact: true }).click();
  await expect.element(menu).toHaveAttribute('aria-expanded', 'false');
  await expect.poll(() => location.hash).toBe('#skills');
  await openSitePage('/contact');
  await counted(page.getByRole('navigation', { name: 'On this page' }), 0);
  await counted(page.getByRole('button', { name: 'Menu' }), 0);
});

/** The links in view that are underlined in the bar. */
const underlined = () =>
  [...document.querySelectorAll<HTMLElement>('.site-bar a')]
    .filter((link) => link.checkVisibility() && getComputedStyle(link, '::after').content === '""')
    .map((link) => link.textContent);

const placesOf = (selector: string) =>
  [...document.querySelectorAll(selector)].map((element) => Math.round(element.getBoundingClientRect().left));

test.each([1440, 1280, 900])(
  'at %i px one thing is underlined at a time, and Get Resume comes once the page’s own has left, moving nothing',
  async (width) => {
    await page.viewport(width, 900);
    await openSitePage('/');
    const bar = page.getByRole('banner');
    await expect.poll(underlined).toEqual(['Home']);
    await counted(bar.getByRole('link', { name: 'Get Resume' }), 0);
    const fixed = '.site-bar > :first-child, .site-nav a, .site-controls > *';
    const before = placesOf(fixed);
    document.querySelector('#skills')?.scrollIntoView();
    await expect.poll(underlined).toEqual(['Skills']);
    await expect.element(bar.getByRole('link', { name: 'Get Resume' })).toHaveAttribute('href', '/resume');
    expect(placesOf(fixed)).toEqual(before);
    window.scrollTo(0, 0);
    await expect.poll(underlined).toEqual(['Home']);
    await counted(bar.getByRole('link', { name: 'Get Resume' }), 0);
  },
);

test('Get Resume of the bar stays while it has the focus, which would else be lost', async () => {
  await page.viewport(1440, 900);
  await openSitePage('/');
  const link = page.getByRole('banner').getByRole('link', { name: 'Get Resume' });
  document.querySelector('#skills')?.scrollIntoView();
  await expect.element(link).toBeVisible();
  (link.element() as HTMLElement).focus();
  window.scrollTo(0, 0);
  await expect.poll(underlined).toEqual(['Home']);
  expect(document.activeElement).toBe(link.element());
  (link.element() as HTMLElement).blur();
  await counted(link, 0);
});

test.each(['/', '/contact'])(
  'at %s the bar’s last drawing ends where the page ends, whether Get Resume stands there or not',
  async (path) => {
    await page.viewport(1440, 900);
    await openSitePage(path);
    const drawing = page.getByRole('banner').getByRole('link', { name: 'Terminal' }).element().querySelector('svg');
    const bar = document.querySelector('.site-bar');
    if (drawing === null || bar === null) throw new Error('there is no bar');
    const end = bar.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(bar).paddingRight);
    expect(Math.abs(drawing.getBoundingClientRect().right - end)).toBeLessThanOrEqual(2);
  },
);

test('between phones and 1,280 px the bar names the section that is read and no other', async () => {
  await page.viewport(1279, 900);
  await openSitePage('/');
  await seen(page.getByRole('link', { name: 'Contact', exact: true }));
  await expect.poll(() => textsOf(onThisPage().getByRole('link'))).toEqual([]);
  document.querySelector('#projects')?.scrollIntoView();
  await expect.poll(() => textsOf(onThisPage().getByRole('link'))).toEqual(['Projects']);
});

test('on a phone a ruler shows the part that is read, no word does, and the menu has the search', async () => {
  await page.viewport(390, 844);
  await openSitePage('/');
  const colourOf = (part: Element) => getComputedStyle(part, '::before').getPropertyValue('--tick');
  const parts = () => [...document.querySelectorAll('.site-sections li')].map(colourOf).map((colour, _, all) => colour !== all[0]);
  await expect.poll(parts).toEqual([false, false, false, false, false, false]);
  document.querySelector('#projects')?.scrollIntoView();
  await expect.poll(parts).toEqual([false, false, true, false, false, false]);
  await counted(onThisPage(), 0);
  await counted(page.getByRole('button', { name: 'Search' }), 0);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Search' }).click();
  await seen(page.getByRole('dialog', { name: 'Search this site' }));
  await press('{Escape}');
  await focused(page.getByRole('button', { name: 'Menu' }));
});

test('pages without a hero have Get Resume in the bar from the start', async () => {
  await page.viewport(1440, 900);
  await openSitePage('/contact');
  await seen(page.getByRole('banner').getByRole('link', { name: 'Get Resume' }));
  await openSitePage('/cv');
  await counted(page.getByRole('link', { name: /Get Resume/ }), 1);
  document.querySelector('#cv-languages')?.scrollIntoView();
  await seen(page.getByRole('banner').getByRole('link', { name: 'Get Resume' }));
});
