import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodePDFRawStream, PDFDict, PDFDocument, PDFName, type PDFPage, PDFRawStream } from '@cantoo/pdf-lib';
import { parseProfile } from '@castellan/content/profile';
import { parseResume, type Resume } from '@castellan/content/resume';
import { sheet } from '@castellan/pdf/page-writer';
import { expect, test } from 'vitest';
import { balancePages, leastOfLast } from './balance-pages.ts';
import { drawResume } from './draw-resume.ts';
import { outlineOf } from './resume-outline.ts';

const contentFolder = join(import.meta.dirname, '..', '..', 'content');
const profile = parseProfile('profile.json', readFileSync(join(contentFolder, 'profile.json'), 'utf8'));
const parsed = parseResume('resume.json', readFileSync(join(contentFolder, 'resume.json'), 'utf8'));
if (!profile.ok || !parsed.ok) throw new Error('the sample content is broken');
const sample = { profile: profile.value, resume: parsed.value };
const now = new Date('2026-03-01T10:00:00Z');

const [post] = sample.resume.work;
if (post === undefined) throw new Error('the sample has no position');

/** A resume of so many posts with so many highlights and words each. */
function resumeOf(posts: number, highlights: number, words: number): Resume {
  const work = Array.from({ length: posts }, () => ({
    ...post,
    summary: 'Work on a product. '.repeat(words).trim(),
    highlights: Array.from({ length: highlights }, () => 'Done well and on time.'),
  }));
  return { ...sample.resume, work: work as Resume['work'] };
}

/** The lines of a page, from top to bottom: each a height and its text, as a program that extracts text reads it. Feet are left out. */
function linesOf(page: PDFPage): readonly string[] {
  const { document, fonts } = { document: page.doc, fonts: page.node.normalizedEntries().Font };
  const contents = page.node.normalizedEntries().Contents;
  const text = (contents?.asArray() ?? [])
    .map((ref) => document.context.lookup(ref))
    .map((stream) => (stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1') : ''))
    .join('\n');
  const maps = new Map<string, ReadonlyMap<string, string>>();
  for (const [name] of fonts.entries()) maps.set(name.asString(), unicodeOf(fonts.lookup(name, PDFDict)));
  const lines = new Map<string, string>();
  for (const [, x = '', y = '', shown = ''] of text.matchAll(/1 0 0 1 (\S+) (\S+) Tm([\s\S]*?)ET/g)) {
    if (Number(y) < sheet.bottom - 20 || x === '') continue;
    let map: ReadonlyMap<string, string> = new Map();
    let line = '';
    for (const [, font, codes] of shown.matchAll(/(\/\S+) \S+ Tf|<([0-9A-Fa-f]+)>/g)) {
      if (font !== undefined) map = maps.get(font) ?? map;
      line += (codes?.match(/.{4}/g) ?? []).map((code) => map.get(code.toUpperCase()) ?? '?').join('');
    }
    lines.set(y, `${lines.get(y) ?? ''}${line}`);
  }
  return [...lines.values()];
}

/** What a font's table says that its codes are. */
function unicodeOf(font: PDFDict): ReadonlyMap<string, string> {
  const stream = font.lookup(PDFName.of('ToUnicode'));
  if (!(stream instanceof PDFRawStream)) return new Map();
  const table = Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
  const pairs = [...table.matchAll(/<([0-9A-Fa-f]{4})> <([0-9A-Fa-f]{4,})>/g)];
  return new Map(pairs.map(([, code = '', units = '']) => [code.toUpperCase(), Buffer.from(units, 'hex').swap16().toString('utf16le')]));
}

async function pagesOf(resume: Resume, change: Partial<typeof sample.profile> = {}): Promise<readonly (readonly string[])[]> {
  const { bytes } = await drawResume(outlineOf({ ...sample.profile, ...change }, resume), now);
  return (await PDFDocument.load(bytes, { password: '' })).getPages().map(linesOf);
}

test.each([
  ['Nguyễn Hoàng Thị Phương Thảo Bảo Châu', 'Đánh giá bảo mật ứng dụng ở Việt Nam'],
  ['Александра Щёлокова', 'Проверка защищённости: Ґ, Є, Ї, Ў, Ђ, Ј, Ә, Қ'],
  ['Δημήτρης Παπαδημητρόπουλος', 'Έλεγχος ασφαλείας: ΐ, ΰ, Ώ, ς, Ϊ'],
  ['Ștefan Işıl Őrsi-Żółć', 'Œuvre, ǎ, ŵ, ẁ, Þór'],
])('whoever takes the text out of the document of %s gets the name and the words as they are written', async (name, summary) => {
  const resume = { ...sample.resume, basics: { ...sample.resume.basics, summary } };
  for (const form of ['NFC', 'NFD'] as const) {
    const [first = []] = await pagesOf(
      { ...resume, basics: { ...resume.basics, summary: summary.normalize(form) } },
      { name: name.normalize(form) },
    );
    const text = first.join(' ').replace(/\s+/g, ' ');
    expect(text).toContain(name);
    expect(text).toContain(summary);
  }
});

test('letters that cannot be drawn stand as a sign that the end of the document explains; without such letters it says nothing', async () => {
  const explained = /Some letters of this text could not be drawn here: each stands as ¤/;
  const pages = await pagesOf({ ...sample.resume, basics: { ...sample.resume.basics, summary: 'Worked at 株式 in Kyoto.' } });
  const text = pages.map((lines) => lines.join(' ').replace(/\s+/g, ' '));
  expect(text[0]).toContain('Worked at ¤¤ in Kyoto.');
  expect(text.at(-1)).toMatch(explained);
  expect((await pagesOf(sample.resume)).flat().join(' ')).not.toMatch(explained);
});

test('certificates come before projects', async () => {
  const lines = (await pagesOf(sample.resume)).flat().map((line) => line.trim());
  expect(lines.indexOf('Certificates')).toBeGreaterThan(lines.indexOf('Experience'));
  expect(lines.indexOf('Projects')).toBeGreaterThan(lines.indexOf('Certificates'));
});

test('the last of several pages is never a remnant of a few lines, whatever the resume holds', async () => {
  const counts = [];
  for (let posts = 1; posts <= 9; posts += 2)
    for (const [highlights, words] of [
      [0, 1],
      [3, 9],
      [7, 26],
    ] as const) {
      const pages = await pagesOf(resumeOf(posts, highlights, words));
      counts.push(pages.length);
      if (pages.length > 1) expect(pages.at(-1)?.length, `${posts} posts of ${highlights} highlights`).toBeGreaterThanOrEqual(7);
    }
  expect(Math.max(...counts)).toBeGreaterThan(3);
}, 60_000);

test('lines come nearer to each other where that saves a page, and otherwise the pages before end earlier', () => {
  const plain = { leading: 1, bottom: sheet.bottom };
  expect(balancePages(() => ({ pages: 1, used: 20 }))).toEqual(plain);
  expect(balancePages(() => ({ pages: 3, used: leastOfLast }))).toEqual(plain);
  const saved = balancePages(({ leading }) => (leading > 0.97 ? { pages: 3, used: 40 } : { pages: 2, used: 600 }));
  expect(saved).toEqual({ leading: 0.96, bottom: sheet.bottom });
  const moved = balancePages(({ bottom }) => ({ pages: 2, used: 40 + bottom - sheet.bottom }));
  expect(moved).toEqual({ leading: 1, bottom: sheet.bottom + 120 });
});
