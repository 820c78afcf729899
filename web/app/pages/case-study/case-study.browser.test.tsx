import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../testing/axe-findings.ts';
import { openSitePage, secondSite } from '../../testing/open-site-page.tsx';
import { eventually, seen, textsOf } from '../../testing/steps.ts';

test('a case study has its four parts in order, its table, and a way to the next one; axe finds nothing, and it fits 320 px', async () => {
  await openSitePage('/projects/rosette');
  await seen(page.getByRole('heading', { level: 1, name: 'The log that had to be believed' }));
  await expect.poll(() => textsOf(page.getByRole('heading', { level: 2 }))).toEqual(['Problem', 'Threat model', 'Decision', 'Result']);
  await expect.poll(() => document.querySelectorAll('tbody tr').length).toBe(4);
  await expect
    .element(page.getByRole('link', { name: 'Next case: Sign-in for tired people' }))
    .toHaveAttribute('href', '/projects/countersign');
  expect(await accessibilityFaults('case')).toEqual([]);
});

test('markup and scripts in a case study are text, and nothing dangerous is a link', async () => {
  await openSitePage('/projects/sledovatel', secondSite);
  await seen(page.getByText("<script>document.title = 'owned'</script>"));
  expect(document.title).not.toBe('owned');
  expect(document.querySelectorAll('main script')).toHaveLength(0);
  expect([...document.querySelectorAll('main a')].map((link) => link.getAttribute('href'))).not.toContainEqual(
    expect.stringMatching(/^javascript/),
  );
  await expect.element(page.getByRole('link', { name: 'това' })).toHaveAttribute('href', 'https://example.org/');
  expect(await accessibilityFaults('second case')).toEqual([]);
});

test.each(['missing', 'constructor', 'ROSETTE'])('of %s there is no case study, and the page says so', async (slug) => {
  await openSitePage(`/projects/${slug}`);
  await eventually(() => expect(document.querySelector('h1')?.textContent).toBe('No such page'));
});
