import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { SiteContext } from '../../lib/site-context.ts';
import { accessibilityFaults } from '../../testing/axe-findings.ts';
import { startFakeBackend } from '../../testing/fake-backend.ts';
import { openSitePage, sampleSite } from '../../testing/open-site-page.tsx';
import { counted, eventually, seen, textsOf } from '../../testing/steps.ts';

const post = (title: string, publishedOn: string | undefined) => ({ title, url: `https://blog.example/${title.length}`, publishedOn });
const told: SiteContext = {
  ...sampleSite,
  posts: [post('Seals that outlive their makers', '2026-11-20'), post('A post without a date', undefined)],
  proof: {
    lastDay: { day: '2026-11-21', hash: 'c0ffee'.padEnd(64, '0') },
    headers: { grade: 'A+', score: 130, measuredOn: '2026-11-22', measuredAt: '2026-11-22T05:12:00.000Z' },
    gradedDays: [],
  },
};

const headings = () => page.getByRole('main').getByRole('heading', { level: 2 });

test('Writing and the proof stand after Skills and before Find me here, in the specified order of the rest', async () => {
  startFakeBackend();
  await openSitePage('/', told);
  await eventually(() =>
    expect(textsOf(headings()).filter((text) => text !== 'Resume')).toEqual([
      'About',
      'Experience',
      'Projects',
      'Skills',
      'Workbench',
      'Writing',
      'This site, proven',
      'Find me here ~',
    ]),
  );
  const link = page.getByRole('link', { name: /Seals that outlive their makers/ });
  await expect.element(link).toHaveAttribute('href', 'https://blog.example/31');
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
  await seen(page.getByText('20 November 2026'));
  const proven = page.getByRole('region', { name: 'This site, proven', exact: true });
  await seen(proven.getByText('A+', { exact: true }));
  await expect.element(proven.getByRole('link', { name: 'Check it yourself', exact: true })).toHaveAttribute('href', '/proof');
});

test('an owner who names no blog elsewhere has the three newest articles of this site there, and the way to all', async () => {
  startFakeBackend();
  const { blogUrl: _, ...profile } = sampleSite.profile;
  const article = (slug: string, date: string) => ({
    ...{ slug, date, title: `On ${slug}`, summary: '', tags: [], isDraft: false, text: '', minutes: 1, pictures: {} },
  });
  const articles = [article('d', '2026-11-04'), article('c', '2026-11-03'), article('b', '2026-11-02'), article('a', '2026-11-01')];
  await openSitePage('/', { ...told, profile, articles });
  const section = page.getByRole('region', { name: 'Writing', exact: true });
  await seen(section.getByText('4 November 2026'));
  const links = section.getByRole('link').elements();
  expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('target')])).toEqual([
    ['On d', '/writing/d', null],
    ['On c', '/writing/c', null],
    ['On b', '/writing/b', null],
    ['All articles', '/writing', null],
  ]);
  expect(await accessibilityFaults('own articles')).toEqual([]);
  await openSitePage('/', { ...sampleSite, articles });
  await seen(page.getByRole('heading', { name: 'Find me here ~' }));
  await counted(page.getByRole('heading', { name: 'Writing', exact: true }), 0);
});

test('what there is not leaves no gap', async () => {
  startFakeBackend();
  await openSitePage('/', { ...told, posts: [], proof: { lastDay: undefined, headers: undefined, gradedDays: [] } });
  await seen(page.getByRole('heading', { name: 'Find me here ~' }));
  await counted(page.getByRole('heading', { name: 'Writing', exact: true }), 0);
  await counted(page.getByRole('heading', { level: 2, name: 'This site, proven', exact: true }), 0);
});

test('axe finds nothing on the two sections; a long title and an unbroken one fit 320 px', async () => {
  startFakeBackend();
  await openSitePage('/', { ...told, posts: [post('word '.repeat(32).trim(), '2026-01-01'), post('x'.repeat(160), undefined)] });
  await seen(page.getByRole('heading', { name: 'Writing', exact: true }));
  await seen(page.getByRole('heading', { level: 2, name: 'This site, proven', exact: true }));
  expect(await accessibilityFaults('writing and proof')).toEqual([]);
});
