import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../testing/axe-findings.ts';
import { openSitePage, sampleSite, secondSite } from '../../testing/open-site-page.tsx';
import { eventually, gone, hidden, seen } from '../../testing/steps.ts';

const [first] = sampleSite.resume.projects;

/** The sample owner with so many projects; those beyond the sample's have no address. */
function siteWith(count: number) {
  const others = Array.from({ length: count }, (_, at) => ({
    ...{ name: `Made ${at + 1}`, description: 'A thing that was made.', highlights: [], keywords: [], roles: [] },
    startDate: `${2010 + at}-01`,
  }));
  const projects = [...sampleSite.resume.projects, ...others].slice(0, count);
  return { ...sampleSite, resume: { ...sampleSite.resume, projects } };
}

const notes = () => [...document.querySelectorAll('[id^="project-"] h3')].map((heading) => heading.textContent ?? '');

test('of fourteen projects the home page has six and a way to a page with all of them, each as it stands there', async () => {
  await openSitePage('/', siteWith(14));
  await eventually(() => expect(notes()).toHaveLength(6));
  expect(await accessibilityFaults('home with fourteen projects')).toEqual([]);
  await page.getByRole('link', { name: 'All 14 projects' }).click();
  await seen(page.getByRole('heading', { level: 1, name: 'Projects' }));
  await expect.poll(() => location.pathname).toBe('/projects');
  await eventually(() => expect(notes()).toHaveLength(14));
  await seen(page.getByRole('heading', { level: 2, name: '14 projects, begun between 2010 and 2023' }));
  expect(await accessibilityFaults('all projects')).toEqual([]);
});

test('where the home page has all projects nothing leads to a page with all projects', async () => {
  await openSitePage('/', siteWith(6));
  await eventually(() => expect(notes()).toHaveLength(6));
  await gone(page.getByRole('link', { name: /^All / }));
  await openSitePage('/projects', siteWith(1));
  await eventually(() => expect(notes()).toEqual([expect.stringContaining(first?.name ?? '')]));
  await seen(page.getByText('One project, begun in 2023'));
});

test('without projects there is no page of them', async () => {
  await openSitePage('/projects', siteWith(0));
  await seen(page.getByRole('heading', { level: 1, name: 'No such page' }));
});

test.each([2, 3, 4, 5, 6, 7, 8, 14])('of %i projects none stands alone in its row on a wide window', async (count) => {
  await page.viewport(1440, 900);
  await openSitePage('/projects', siteWith(count));
  await eventually(() => expect(notes()).toHaveLength(count));
  const boxes = [...document.querySelectorAll('.home-notes > li')].map((note) => note.getBoundingClientRect());
  const list = document.querySelector('.home-notes')?.getBoundingClientRect();
  for (const { top } of boxes) {
    const row = boxes.filter((box) => box.top === top);
    expect([row[0]?.left, row.at(-1)?.right]).toEqual([expect.closeTo(list?.left ?? 0, 0), expect.closeTo(list?.right ?? 0, 0)]);
    if (count > 2) expect(row.length).toBeGreaterThan(1);
  }
});

test('of forty skills twelve stand open, and the others behind a press', async () => {
  await openSitePage('/', secondSite);
  await eventually(() => expect(document.querySelectorAll('.home-skill')).toHaveLength(40));
  const last = page.getByText(secondSite.resume.skills.at(-1)?.name ?? '', { exact: true });
  await hidden(last);
  await page.getByText('28 more skills').click();
  await seen(last);
});
