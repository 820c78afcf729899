import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { HomeSections } from './home-sections.tsx';

const skill = { name: 'Cryptography', keywords: ['TLS 1.3'], evidence: [] };

/** How many sections stand there, each with its heading or its placeholder. */
function sectionsOf(skills: readonly (typeof skill)[]): number {
  return (
    renderToStaticMarkup(<HomeSections work={[]} projects={[]} furtherProjects={undefined} skills={skills} foldedSkills={[]} />).split(
      'class="lazy-section"',
    ).length - 1
  );
}

test('a part of the resume with nothing in it leaves no empty section on the home page', () => {
  expect(sectionsOf([])).toBe(0);
  expect(sectionsOf([skill])).toBe(1);
});
