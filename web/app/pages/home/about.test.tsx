import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { About } from './about.tsx';
import type { Passport } from './passport.ts';
import { PassportPage } from './sections/passport-page.tsx';

const passport: Passport = {
  fields: [
    { label: 'PGP', entries: [{ text: '7A3F', url: 'https://a.example/key' }], form: 'code' },
    { label: 'Talks', entries: [{ text: 'One' }, { text: 'Two' }], form: 'list' },
  ],
  mrz: ['P<SECVARGA', '20D4E5B881'],
  initials: 'AV',
  rosette: '/engravings/rosette-00000000.svg',
};
const paragraphs = ['I am a cybersecurity expert.', 'Write to me.'];

const drawn = (given: Passport) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <PassportPage paragraphs={paragraphs} passport={given} />
    </MemoryRouter>,
  );

test('the data page says what it is given, and the portrait takes the place of the initials', () => {
  expect(drawn(passport)).toMatch(
    /<h2 id="about-title"[^>]*>About<\/h2>.*I am a cybersecurity expert\..*PGP.*Two.*Resume as PDF.*P&lt;SECVARGA/s,
  );
  expect(drawn(passport)).toContain('>AV<');
  const withPortrait = drawn({ ...passport, portrait: '/engravings/portrait-1.svg' });
  expect(withPortrait).toContain('/engravings/portrait-1.svg');
  expect(withPortrait).not.toContain('>AV<');
});

test('what enters is a box of its own around the data page', () => {
  const markup = renderToStaticMarkup(
    <MemoryRouter>
      <About paragraphs={paragraphs} passport={passport} />
    </MemoryRouter>,
  );
  expect(markup).toMatch(/^<div[^>]*><div id="about" class="lazy-section">/);
});
