import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../testing/axe-findings.ts';
import { openSitePage, sampleSite } from '../../testing/open-site-page.tsx';
import { gone, says, seen, textOf } from '../../testing/steps.ts';

const main = () => page.getByRole('main');

test('the resume is a page with what its PDF says, and leads to the PDF in a new tab', async () => {
  await openSitePage('/cv');
  await seen(page.getByRole('heading', { level: 1, name: 'Resume of Ada Varga' }));
  for (const part of ['Experience', 'Projects', 'Skills', 'Education', 'Certificates', 'Languages'])
    await seen(page.getByRole('heading', { level: 2, name: part, exact: true }));
  for (const said of [
    'Halyard Mint',
    'Mar 2022 – Present',
    'Tisza Valley Technical University',
    'Oct 2018',
    'Hungarian (native)',
    'Budapest',
  ])
    await says(main(), said);
  const pdf = page.getByRole('link', { name: 'Get Resume (PDF) (opens in a new tab)' });
  await expect.element(pdf).toHaveAttribute('href', '/resume');
  await expect.element(pdf).toHaveAttribute('target', '_blank');
});

test('the e-mail address leads to the mail program', async () => {
  await openSitePage('/cv');
  await expect.element(main().getByRole('link', { name: 'ada@varga.example' })).toHaveAttribute('href', 'mailto:ada@varga.example');
});

test('a resume that holds little leaves no gap', async () => {
  const resume = { basics: sampleSite.resume.basics, work: [], projects: [], skills: [] };
  await openSitePage('/cv', { ...sampleSite, resume });
  await says(main(), resume.basics.summary);
  await gone(main().getByRole('heading', { level: 2 }));
  expect(textOf(main())).not.toContain('undefined');
});

test('its parts are no sections of the navigation, which would lead nowhere', async () => {
  await openSitePage('/cv');
  await seen(page.getByRole('heading', { level: 2, name: 'Experience', exact: true }));
  expect(document.querySelectorAll('header.site-header [href^="#"], header.site-header [href$="#undefined"]')).toHaveLength(0);
});

test('axe finds nothing on the resume, in both themes and at both widths; nothing is wider than 320 px', async () => {
  await openSitePage('/cv');
  expect(await accessibilityFaults('resume')).toEqual([]);
});
