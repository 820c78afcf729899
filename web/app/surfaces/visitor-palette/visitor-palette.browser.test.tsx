import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../testing/axe-findings.ts';
import { openSitePage, sampleSite } from '../../testing/open-site-page.tsx';
import { focused, gone, press, seen, textsOf } from '../../testing/steps.ts';
import { placesAddress } from './ask-places.ts';
import { listPlaces } from './list-places.ts';

const palette = () => page.getByRole('dialog', { name: 'Search this site' });
const field = () => palette().getByRole('combobox', { name: 'Search' });
const options = () => palette().getByRole('option');
const button = () => page.getByRole('button', { name: 'Search', exact: true });

/** Whether the server answers for the places. */
let isAnswering = true;

beforeEach(() => {
  isAnswering = true;
  const native = window.fetch.bind(window);
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    if (input !== placesAddress) return native(input, init);
    if (!isAnswering) throw new TypeError('Failed to fetch');
    return Response.json(listPlaces(sampleSite));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function openPalette(): Promise<void> {
  await press('{Control>}k{/Control}');
  await focused(field());
}

test('where the places cannot be had the palette says so, and asks again when it is told to', async () => {
  isAnswering = false;
  await openSitePage('/contact');
  await seen(button());
  await openPalette();
  await seen(palette().getByRole('alert'));
  isAnswering = true;
  await palette().getByRole('button', { name: 'Try again' }).click();
  await seen(options().first());
});

test('by keyboard alone: everything stands under its kind, the best is found and followed, and Escape gives the focus back', async () => {
  await openSitePage('/contact');
  await button().click();
  await focused(field());
  await seen(options().first());
  await expect
    .poll(() => textsOf(palette().getByRole('group')).map((text) => text.replace(/(page|Case studies|Projects|Tools|Pages).*/, '$1')))
    .toEqual(['On the home page', 'Case studies', 'Projects', 'Tools', 'Pages']);
  await expect.element(field()).toHaveAttribute('aria-expanded', 'true');
  const active = () => document.getElementById(field().element().getAttribute('aria-activedescendant') ?? '')?.textContent;
  await expect.poll(active).toBe('About');
  await press('{ArrowDown}');
  await expect.poll(active).toBe('Experience');
  await press('{Escape}');
  await gone(palette());
  await focused(button());
  await openPalette();
  await press('exper');
  await expect.poll(() => textsOf(options())[0]).toContain('Experience');
  await press('{Enter}');
  await expect.poll(() => location.pathname + location.hash).toBe('/#experience');
});

test('it finds nothing of the owner: no tool that is the owner’s alone, no view of the dashboard', async () => {
  await openSitePage('/contact');
  await openPalette();
  await seen(options().first());
  for (const words of ['mind vault', 'wealth', 'dashboard', 'settings']) {
    await field().fill(words);
    await seen(palette().getByText('No results.', { exact: true }).first());
    await expect.poll(() => options().elements().length).toBe(0);
  }
});

test('while a dialog is open, and where a field took the key, it stays shut', async () => {
  await openSitePage('/');
  await page.getByRole('button', { name: /Discord/ }).click();
  await seen(page.getByRole('dialog', { name: 'Discord' }));
  await press('{Control>}k{/Control}');
  expect(document.querySelectorAll('dialog[open]')).toHaveLength(1);
  await press('{Escape}');
  await gone(page.getByRole('dialog', { name: 'Discord' }));
  const take = (event: Event) => event.preventDefault();
  document.body.addEventListener('keydown', take);
  await press('{Control>}k{/Control}');
  document.body.removeEventListener('keydown', take);
  expect(document.querySelectorAll('dialog[open]')).toHaveLength(0);
});

test('axe finds nothing on the open palette, and it fits 320 px', async () => {
  await openSitePage('/contact');
  await openPalette();
  await seen(options().first());
  expect(await accessibilityFaults('palette')).toEqual([]);
});
