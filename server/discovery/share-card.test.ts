import { readFileSync } from 'node:fs';
import { type Profile, parseProfile } from '@castellan/content/profile';
import type { Log } from '@castellan/platform/core/log';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { ownLetters } from '../fonts/drawable-letters.ts';
import { drawCard, drawCaseCard } from './card-drawing.ts';
import { createCaseCards } from './case-cards.ts';
import { rasterise } from './rasterise.ts';
import { createShareCard } from './share-card.ts';

const parsed = parseProfile('profile.json', readFileSync(new URL('../../content/profile.json', import.meta.url), 'utf8'));
if (!parsed.ok) throw new Error('the sample content is faulty');
const sample = parsed.value;

const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const ask = (headers: Record<string, string> = {}, method = 'GET') => new Request('http://castellan.test/og-card.png', { method, headers });

test('the card is a picture of 1200 × 630 with ink of both colours in it', async () => {
  const { width, height, data } = PNG.sync.read(await rasterise(drawCard(sample)));
  expect([width, height]).toEqual([1200, 630]);
  const isThere = (red: number, green: number, blue: number) => {
    for (let at = 0; at < data.length; at += 4) if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) return true;
    return false;
  };
  expect([isThere(0x10, 0x19, 0x1e), isThere(0xea, 0xf0, 0xee), isThere(0xe7, 0xa0, 0x6f)]).toEqual([true, true, true]);
});

test.each(['</text><script>alert(1)</script>', '& < > "', '\u0000\u0007', 'Żółć Őrsi-Nagy'])(
  'a card is drawn for the name %j',
  async (name) => {
    const drawing = drawCard({ ...sample, name, givenNames: name, familyName: name });
    expect(drawing).not.toContain('<script');
    expect((await rasterise(drawing)).subarray(1, 4).toString()).toBe('PNG');
  },
);

test('the card has the whole tagline and the site’s address, left of the plate, and none that others cannot open', async () => {
  const drawing = drawCard(sample, 'https://www.varga.example');
  for (const line of ['Crafting secure, scalable systems', 'with exceptional user experiences.', '>varga.example<'])
    expect(drawing).toContain(line);
  expect(drawCaseCard(sample, 'Rosette', { title: 'A title' }, 'https://varga.example')).toContain('>Ada Varga · varga.example<');
  for (const own of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000', ''])
    expect(drawCard(sample, own)).not.toMatch(/3000|localhost|127\.0|M72 548/);
  const long = drawCard(sample, `https://${'a-very-long-name.'.repeat(5)}example`);
  const [, size, text] = /font-size="(\d+)"[^>]*>(a-very[^<]*)</.exec(long) ?? [];
  expect(Number(size) * 0.68 * (text ?? '').length).toBeLessThanOrEqual(580);
});

test('a name of two lines leaves the tagline above the address', () => {
  const drawing = drawCard({ ...sample, name: 'Ada Magdalena Varga' }, 'https://varga.example');
  const heights = [...drawing.matchAll(/<text x="72" y="([\d.]+)"/g)].map(([, y]) => Number(y));
  expect(heights).toEqual(heights.toSorted((one, other) => one - other));
  expect((heights.at(-1) ?? 0) - (heights.at(-2) ?? 0)).toBeGreaterThan(40);
});

test.each([
  ['Nguyễn Thị Khải', 'P&lt;SEC&lt;NGUYEN&lt;&lt;THI&lt;KHAI'],
  ['Петров Иван', 'P&lt;SEC&lt;PETROV&lt;&lt;IVAN'],
  ['Παπάς Δημήτρης', 'P&lt;SEC&lt;PAPAS&lt;&lt;DIMITRIS'],
])(
  'the name %s is drawn on the card letter by letter, decomposed or not, and transliterated in its machine-readable line',
  async (name, line) => {
    const [familyName = '', ...given] = name.split(' ');
    const named = (form: 'NFC' | 'NFD') => ({ ...sample, name, givenNames: given.join(' '), familyName: familyName.normalize(form) });
    const drawing = drawCard({ ...named('NFC'), name: name.normalize('NFD') });
    expect(drawing).toContain(line);
    const written = [...drawing.matchAll(/fill="#eaf0ee">([^<]*)</g)].map(([, text]) => text).join(' ');
    expect(written).toBe(`${name} Crafting secure, scalable systems with exceptional user experiences.`);
    // None of the letters is the empty box that stands for a lacking one, which is the same for every letter.
    const pictures = await Promise.all([...new Set(name.replaceAll(' ', ''))].map((letter) => rasterise(letterOnly(letter))));
    expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(pictures.length);
  },
);

function letterOnly(letter: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><text x="9" y="44" font-family="Archivo SemiBold" font-size="36">${letter}</text></svg>`;
}

test('a name of any length stays left of the plate', () => {
  for (const name of [
    'A',
    'Ada Varga',
    'Wolfeschlegelsteinhausenbergerdorff',
    'Maria Magdalena Theodora Wilhelmina von und zu Hohenstein',
  ]) {
    const sizes = [...drawCard({ ...sample, name }).matchAll(/font-size="(\d+)" letter-spacing="[^"]*" fill="#eaf0ee">([^<]*)</g)];
    for (const [, size, line] of sizes) expect(Number(size) * 0.68 * (line ?? '').length).toBeLessThanOrEqual(580);
    expect(sizes.length).toBeGreaterThan(0);
  }
});

test.each(['Δημήτρης Παπαδημητρόπουλος', 'Александра Щёлокова', 'МШЩЖЮ ЖЮШЩМШЩЖЮЖ', 'Иван Преображенский'])(
  'the name %s is set as large as leaves it left of the plate, and larger than the title',
  async (name) => {
    const lines = [...drawCard({ ...sample, name }).matchAll(/font-size="(\d+)" letter-spacing="[^"]*" fill="#eaf0ee">([^<]*)</g)];
    for (const [, size, line = ''] of lines.slice(0, 2)) {
      expect(Number(size)).toBeGreaterThan(40);
      expect(inkedWidth(await rasterise(lineOnly(line, Number(size))))).toBeLessThanOrEqual(580);
    }
  },
);

function lineOnly(line: string, size: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="120"><text y="90" font-family="Archivo SemiBold" font-size="${size}" letter-spacing="${-0.02 * size}">${line}</text></svg>`;
}

function inkedWidth(picture: Buffer): number {
  const { width, data } = PNG.sync.read(picture);
  return 1 + data.reduce((right, value, at) => (at % 4 === 3 && value > 0 ? Math.max(right, Math.floor(at / 4) % width) : right), 0);
}

test('the card is drawn once for many who ask, again after the content changed, and not sent to whom has it', async () => {
  let drawn = 0;
  let profile: Profile = sample;
  const answer = createShareCard({ profile: () => profile, letters: () => ownLetters }, silent, async (svg) => {
    drawn += 1;
    return Buffer.from(svg);
  });
  const [first] = await Promise.all([answer(ask()), answer(ask()), answer(ask({}, 'HEAD'))]);
  expect([drawn, first?.status, first?.headers.get('content-type')]).toEqual([1, 200, 'image/png']);
  expect((await answer(ask({ 'if-none-match': first?.headers.get('etag') ?? '' }))).status).toBe(304);
  profile = { ...sample, name: 'Grace Hopper' };
  expect(await (await answer(ask())).text()).toContain('Grace');
  expect(drawn).toBe(2);
});

test('a card that could not be drawn is asked for later, and tried again', async () => {
  let drawn = 0;
  const answer = createShareCard({ profile: () => sample, letters: () => ownLetters }, silent, async () => {
    drawn += 1;
    if (drawn === 1) throw new Error('no memory');
    return Buffer.from('picture');
  });
  expect((await answer(ask())).status).toBe(503);
  expect((await answer(ask())).status).toBe(200);
});

test('a drawing that is none is refused with the reason', async () => {
  await expect(rasterise('no drawing')).rejects.toThrow('the picture was not drawn (exit code 1)');
});

test('the card of a case study holds its title whole, left of the rosette, whatever its letters are', async () => {
  for (const [title, shown] of [
    ['The log that had to be believed', 'The log that'],
    ['Wolfeschlegelsteinhausenbergerdorff', 'Wolfeschlegel'],
    ['a '.repeat(60).trim(), 'a a'],
    ['</text><script>', '&lt;/text&gt;'],
    ['山田', 'Rosette'],
  ] as const) {
    const drawing = drawCaseCard(sample, 'Rosette', { title });
    expect(drawing).toContain(shown);
    expect(drawing).not.toContain('<script');
    const sizes = [...drawing.matchAll(/font-size="(\d+)" letter-spacing="[^"]*" fill="#eaf0ee">([^<]*)</g)];
    for (const [, size, line] of sizes) expect(Number(size) * 0.6 * (line ?? '').replace(/&\w+;/g, '_').length).toBeLessThanOrEqual(700);
  }
  expect((await rasterise(drawCaseCard(sample, 'Rosette', { title: 'A title' }))).subarray(1, 4).toString()).toBe('PNG');
});

test('the card of a case study is drawn again when the owner’s name changes, and not otherwise', async () => {
  const study = { slug: 'rosette', title: 'The log', lead: '', text: '' };
  const project = { name: 'Rosette', description: 'x', highlights: [], keywords: [], roles: [], caseStudy: 'rosette.md' };
  const resume = { basics: { summary: 'x' }, work: [], projects: [project], skills: [] };
  let profile = sample;
  let drawn = 0;
  const content = { profile: () => profile, resume: () => resume, caseStudies: () => ({ rosette: study }), letters: () => ownLetters };
  const answer = createCaseCards(content, silent, async (svg) => {
    drawn += 1;
    return Buffer.from(svg);
  });
  const ask = async () => (await answer(new Request('http://castellan.test/projects/rosette/card.png')))?.text();
  expect(await ask()).toContain(sample.name);
  await ask();
  expect(drawn).toBe(1);
  profile = { ...sample, name: 'Grace Varga' };
  expect(await ask()).toContain('Grace Varga');
  expect(drawn).toBe(2);
});

test('only case studies that are there have cards', async () => {
  const study = { slug: 'rosette', title: 'The log', lead: '', text: '' };
  const project = { name: 'Rosette', description: 'x', highlights: [], keywords: [], roles: [], caseStudy: 'rosette.md' };
  const resume = { basics: { summary: 'x' }, work: [], projects: [project], skills: [] };
  const content = { profile: () => sample, resume: () => resume, caseStudies: () => ({ rosette: study }), letters: () => ownLetters };
  const answer = createCaseCards(content, silent, async (svg) => Buffer.from(svg));
  const at = (path: string) => answer(new Request(`http://castellan.test${path}`));
  expect(await (await at('/projects/rosette/card.png'))?.text()).toContain('The log');
  for (const path of ['/projects/constructor/card.png', '/projects/other/card.png', '/projects/rosette']) expect(at(path)).toBeUndefined();
});
