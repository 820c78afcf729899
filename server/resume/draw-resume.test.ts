import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib';
import { parseProfile } from '@castellan/content/profile';
import { parseResume, type Resume } from '@castellan/content/resume';
import { expect, test } from 'vitest';
import { drawResume } from './draw-resume.ts';
import { outlineOf } from './resume-outline.ts';

const contentFolder = join(import.meta.dirname, '..', '..', 'content');
const profile = parseProfile('profile.json', readFileSync(join(contentFolder, 'profile.json'), 'utf8'));
const parsed = parseResume('resume.json', readFileSync(join(contentFolder, 'resume.json'), 'utf8'));
if (!profile.ok || !parsed.ok) throw new Error('the sample content is broken');
const sample = { profile: profile.value, resume: parsed.value };
const now = new Date('2026-03-01T10:00:00Z');

/** The sample, drawn once for the tests that only read it. */
const drawnSample = drawResume(outlineOf(sample.profile, sample.resume), now);

const draw = (resume: Resume = sample.resume, name = sample.profile.name) =>
  drawResume(outlineOf({ ...sample.profile, name }, resume), now);

const withPosition = (change: Partial<Resume['work'][number]>): Resume => ({
  ...sample.resume,
  work: sample.resume.work.map((position, index) => (index === 0 ? { ...position, ...change } : position)),
});

function titleOf(dictionary: PDFDict): string | undefined {
  return dictionary.lookupMaybe(PDFName.of('Title'), PDFHexString)?.decodeText();
}

/** The texts that a document gives to whoever listens, by role, in reading order. */
function rolesOf(document: PDFDocument): readonly string[] {
  const roles: string[] = [];
  const visit = (element: PDFDict) => {
    const role = element.lookupMaybe(PDFName.of('S'), PDFName)?.asString();
    if (role !== undefined) roles.push(role);
    const kids = element.lookupMaybe(PDFName.of('K'), PDFArray);
    for (let index = 0; index < (kids?.size() ?? 0); index += 1) {
      const kid = kids?.lookupMaybe(index, PDFDict);
      if (kid?.has(PDFName.of('S'))) visit(kid);
    }
  };
  visit(document.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict).lookup(PDFName.of('K'), PDFArray).lookup(0, PDFDict));
  return roles;
}

test('the document is encrypted with AES-256 (V5, R6), opens without a password, and asks to be read and printed only', async () => {
  const { bytes } = await drawnSample;
  const locked = await PDFDocument.load(bytes, { ignoreEncryption: true });
  const encryption = locked.context.lookup(locked.context.trailerInfo.Encrypt, PDFDict);
  const number = (name: string) => encryption.lookup(PDFName.of(name), PDFNumber).asNumber();
  const filter = encryption.lookup(PDFName.of('CF'), PDFDict).lookup(PDFName.of('StdCF'), PDFDict);
  expect([number('V'), number('R'), filter.lookup(PDFName.of('CFM'), PDFName).asString()]).toEqual([5, 6, '/AESV3']);
  // ISO 32000-1 table 22, bits from 1: print, modify, copy, annotate, fill in, read aloud, assemble, print finely.
  const bits = [3, 4, 5, 6, 9, 10, 11, 12].map((bit) => (number('P') >> (bit - 1)) & 1);
  expect(bits).toEqual([1, 0, 0, 0, 0, 1, 0, 1]);
  expect((await PDFDocument.load(bytes, { password: '' })).getPageCount()).toBe(2);
});

test('the owner’s password is made again for each drawing', async () => {
  const ownerEntries = await Promise.all(
    [drawnSample, draw()].map(async (drawn) => {
      const locked = await PDFDocument.load((await drawn).bytes, { ignoreEncryption: true });
      return locked.context.lookup(locked.context.trailerInfo.Encrypt, PDFDict).lookup(PDFName.of('O'), PDFHexString).asString();
    }),
  );
  expect(ownerEntries[0]).not.toBe(ownerEntries[1]);
});

test('the document names itself and its language, and is tagged from heading to list', async () => {
  const document = await PDFDocument.load((await drawnSample).bytes, { password: '' });
  expect(document.catalog.lookup(PDFName.of('Lang'), PDFString).decodeText()).toBe('en');
  const titles = document.context.enumerateIndirectObjects().map(([, found]) => (found instanceof PDFDict ? titleOf(found) : undefined));
  expect(titles).toContain(`${sample.profile.name} – Resume`);
  const roles = rolesOf(document);
  expect(roles.slice(0, 3)).toEqual(['/Document', '/H1', '/P']);
  expect(roles.filter((role) => role === '/H2')).toHaveLength(8);
  expect(roles).toEqual(expect.arrayContaining(['/H3', '/L', '/LI', '/LBody', '/Link']));
});

test('bookmarks lead to every section, and links to where the content says', async () => {
  const document = await PDFDocument.load((await drawnSample).bytes, { password: '' });
  const outlines = document.catalog.lookup(PDFName.of('Outlines'), PDFDict);
  expect(outlines.lookup(PDFName.of('Count'), PDFNumber).asNumber()).toBe(8);
  expect(outlines.lookup(PDFName.of('First'), PDFDict).lookup(PDFName.of('Title'), PDFHexString).decodeText()).toBe('Experience');
  const annotations = document.getPage(0).node.lookup(PDFName.of('Annots'), PDFArray);
  const addresses = Array.from({ length: annotations.size() }, (_, index) =>
    annotations.lookup(index, PDFDict).lookup(PDFName.of('A'), PDFDict).lookup(PDFName.of('URI'), PDFString).asString(),
  );
  expect(addresses).toContain(`mailto:${sample.profile.email}`);
});

test('letters that no typeface holds are told, those that lose a mark too; nothing is said of letters that are there', async () => {
  const { lacking } = await draw(withPosition({ position: 'Żółć Őrsi ﬁx ế Ｐ 🚀 Безопасность Ασφάλεια ṽ ש 山 \u202e\u0007' }));
  expect(lacking.toSorted()).toEqual(['ṽ', 'ש', '山', '🚀'].toSorted());
});

test.each(['(unbalanced \\ ) <</JS (app.alert(1))>>', ') Tj ET Q endstream endobj', '𝓐'.repeat(50), 'W'.repeat(120), '  '])(
  'the text %j does not break the document',
  async (text) => {
    const { bytes } = await draw(withPosition({ position: text, name: text, summary: text }), text);
    const document = await PDFDocument.load(bytes, { password: '' });
    expect(document.getPageCount()).toBeGreaterThan(0);
    expect(document.catalog.has(PDFName.of('OpenAction'))).toBe(false);
  },
);

test('entries of any number and length go on over as many pages as they take', async () => {
  const [position] = sample.resume.work;
  if (position === undefined) throw new Error('the sample has no position');
  const long = {
    ...position,
    summary: 'A long sentence about work. '.repeat(28).trim(),
    highlights: Array.from({ length: 12 }, () => 'x'.repeat(300)),
  };
  const { bytes } = await draw({ ...sample.resume, work: Array.from({ length: 30 }, () => long) });
  expect((await PDFDocument.load(bytes, { password: '' })).getPageCount()).toBeGreaterThan(15);
}, 30_000);

test('what the content keeps private does not reach the outline', () => {
  const raw: { basics: object } = JSON.parse(readFileSync(join(contentFolder, 'resume.json'), 'utf8'));
  const basics = { ...raw.basics, phone: '+36 1 555 0100', location: { city: 'Budapest', address: '1 Hidden Street', postalCode: '1011' } };
  const resume = parseResume('resume.json', JSON.stringify({ ...raw, basics }));
  if (!resume.ok) throw new Error(JSON.stringify(resume.failure));
  expect(JSON.stringify(outlineOf(sample.profile, resume.value))).not.toMatch(/555|Hidden|1011/);
});

/** The spoken texts of a document's headings. */
function spokenHeadings(document: PDFDocument): readonly string[] {
  return document.context.enumerateIndirectObjects().flatMap(([, found]) => {
    if (!(found instanceof PDFDict) || found.lookupMaybe(PDFName.of('S'), PDFName)?.asString() !== '/H1') return [];
    return [found.lookupMaybe(PDFName.of('ActualText'), PDFHexString)?.decodeText() ?? 'as written'];
  });
}

test('a name that cannot be drawn stands in the document in Latin letters, and is heard as it is written', async () => {
  const names = { name: '山田太郎', givenNames: 'Tarō', familyName: 'Yamada' };
  const outline = outlineOf({ ...sample.profile, ...names }, sample.resume);
  const { bytes, lacking } = await drawResume(outline, now);
  expect(lacking).toEqual([]);
  expect(spokenHeadings(await PDFDocument.load(bytes, { password: '' }))).toEqual(['山田太郎']);
  expect(outline).toMatchObject({ printedName: 'Tarō Yamada', machineLine: 'R<SEC<YAMADA<<TARO<<<<<<<<<<<<<<<<<<' });
});

test('whoever reads the text alone begins with the name, and finds every line apart from the next', async () => {
  const document = await PDFDocument.load((await drawnSample).bytes, { password: '' });
  const contents = document.getPage(0).node.normalizedEntries().Contents;
  const drawn = (contents?.asArray() ?? []).map((ref) => document.context.lookup(ref));
  const operators = drawn
    .map((stream) => (stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1') : ''))
    .join('\n');
  expect(operators.indexOf(' TJ')).toBeGreaterThan(operators.indexOf('/H1 '));
  // The last letters of every text that is part of the document are a space, in the codes of whichever typeface set it.
  const [, firstLine = ''] = /\/H1 [\s\S]*?(\[[^\]]*\]) TJ/.exec(operators) ?? [];
  const [, secondLine = ''] = /\/H1 [\s\S]*? TJ[\s\S]*?(\[[^\]]*\]) TJ/.exec(operators) ?? [];
  const space = /<[0-9A-F]*?([0-9A-F]{4})>\s*-?\d*\s*\]$/i;
  expect(space.exec(firstLine)?.[1]).toBe(space.exec(secondLine)?.[1]);
  expect(space.exec(firstLine)?.[1]).toBeDefined();
});
