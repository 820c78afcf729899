import { expect, test } from 'vitest';
import { sentMarkup } from '../../testing/made-owner.tsx';
import { Hero } from './hero.tsx';
import type { Standing } from './home-content.ts';

/** The hero as the server sends it. */
function heroMarkup(hasProjects = true, standing?: Standing): string {
  const birthday = { month: 6, day: 30, timeZone: 'Europe/Budapest' };
  return sentMarkup(<Hero birthday={birthday} nameWidth={7} standing={standing} hasProjects={hasProjects} />);
}

/** The markup without what is hidden from a screen reader, and without its tags. */
function readAloud(markup: string): string {
  const heard = markup.replace(/<(p|div|span|svg)\b[^>]* aria-hidden="true"[^>]*>(?:(?!<\/?\1\b).|<\1\b[^>]*>.*?<\/\1>)*<\/\1>/g, '');
  return heard
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

test('a screen reader hears the whole title once, and no rotating word', () => {
  expect(readAloud(heroMarkup())).toMatch(
    /^Ada Varga , Application, Cyber and System Security Specialist Crafting secure, scalable systems/,
  );
});

test('the first page shows the first word, the exact tagline and the machine-readable line', () => {
  const markup = heroMarkup();
  expect(markup).toMatch(/aria-hidden="true"[^>]*><span[^>]*>Application<\/span> Security Specialist/);
  expect(markup).toContain('>Crafting secure, scalable systems with exceptional user experiences.<');
  expect(markup).toContain('P&lt;SEC&lt;VARGA&lt;&lt;ADA&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;<');
});

test('all three words stand in the page that the server sends, to be shown where none turns', () => {
  expect(heroMarkup()).toMatch(/<span class="[^"]*hero-title-whole"><span[^>]*>Application, Cyber and System<\/span> Security Specialist</);
});

test('the ways on are the resume in a new tab, the blog, the contact page, and a line that the terminal runs', () => {
  const links = [...heroMarkup().matchAll(/<a [^>]*href="([^"]*)"[^>]*>/g)].map(
    ([tag, address]) => `${address}${tag.includes('_blank') ? ' _blank' : ''}`,
  );
  expect(links).toEqual(['/resume _blank', 'https://blog.example/ _blank', '/contact', '/terminal?c=projects%20%7C%20sort%20year%20-r']);
});

test('the blog opens in a new tab that cannot reach back', () => {
  expect(heroMarkup()).toContain('<a href="https://blog.example/" target="_blank" rel="noopener noreferrer"');
});

test('without projects there is no line that lists them', () => {
  expect(heroMarkup(false)).not.toMatch(/terminal|projects/);
  expect(heroMarkup(false)).toContain('href="/contact"');
});

test('the first screen says the post of today and what others have certified, and nothing where there is neither', () => {
  const said = (standing?: Standing) => readAloud(heroMarkup(false, standing)).split('Get in touch')[1]?.trim();
  expect(said({ post: 'Principal, Mint', signs: 'OSCP · CVE-2020-99172' })).toMatch(/^Principal, Mint OSCP · CVE-2020-99172/);
  expect(said({ signs: 'OSCP' })).toMatch(/^OSCP/);
  expect(heroMarkup(false)).not.toContain('hero-standing');
});
