import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allFontFiles, fontFilesFor, isHeldLetter } from '@castellan/pdf/font-files';
import fontkit from '@pdf-lib/fontkit';
import { expect, test } from 'vitest';
import { complainOfNames as complain } from '../fonts/complain-of-letters.ts';
import { ownLetters } from '../fonts/drawable-letters.ts';
import { printedName as printed } from './printed-name.ts';

const printedName = (names: Parameters<typeof printed>[0]) => printed(names, ownLetters.card);
const complainOfNames = (names: Parameters<typeof printed>[0]) => complain(names, ownLetters);
const named = (name: string, givenNames: string, familyName: string) => ({ name, givenNames, familyName });

test('a name of ours is printed as it is written, and nothing is said about it', () => {
  for (const names of [
    named('Ada Varga', 'Ada', 'Varga'),
    named('Őrsi Żółć-Þór', 'Żółć', 'Þór'),
    named('Ian O’Connor', 'Ian', 'O’Connor'),
    named('Nguyễn Hoàng Thị Phương Thảo Bảo Châu', 'Hoàng Thị Phương Thảo Bảo Châu', 'Nguyễn'),
    named('Іван Петрів', 'Іван', 'Петрів'),
    named('Әлия Қайратқызы', 'Aliia', 'Kairatkyzy'),
    named('Δημήτρης Παπάς', 'Δημήτρης', 'Παπάς'),
    named('Işıl Yıldız', 'Işıl', 'Yıldız'),
    named('Ștefan Țepeș', 'Ștefan', 'Țepeș'),
  ]) {
    expect(printedName(names)).toBe(names.name);
    expect(complainOfNames(names)).toEqual([]);
  }
});

test('a name in decomposed letters is printed as the composed one', () => {
  const name = 'Nguyễn Thị Khải, Йордан Ёлкин, Ώρα';
  expect(printedName(named(name.normalize('NFD'), 'x', 'y'))).toBe(name.normalize('NFC'));
  expect(complainOfNames(named(name.normalize('NFD'), 'x', 'y'))).toEqual([]);
});

test('a letter that cannot be drawn is never left out and never loses its marks: a Latin spelling stands there, and the start says so', () => {
  expect(printedName(named('山田太郎', 'Tarō', 'Yamada'))).toBe('Tarō Yamada');
  expect(printedName(named('Ada Ṽarga', 'Ada', 'Ṽarga'))).toBe('Ada Varga');
  expect(complainOfNames(named('Ada Ṽarga', 'Ada', 'Ṽarga'))).toEqual([
    expect.stringMatching(/^profile\.json: the share card and the resume cannot draw Ṽ of "Ada Ṽarga" and say "Ada Varga"\./),
  ]);
  expect(complainOfNames(named('山田太郎', 'Tarō', 'Yamada'))).toEqual([
    expect.stringMatching(/cannot draw 山田太郎 of "山田太郎" and say "Tarō Yamada"\. .*font file .*"fonts" beside profile\.json/),
  ]);
});

test('where nothing can be printed the start says what is lost, where, and what to do', () => {
  const names = named('山田太郎', '太郎', '山田');
  expect(printedName(names)).toBe('');
  expect(complainOfNames(names)).toEqual([
    expect.stringMatching(
      /^profile\.json: machine-readable lines with your name are left out, since they lack 太郎山田; write "givenNames" and "familyName" in Latin letters/,
    ),
    expect.stringMatching(/^profile\.json: the share card and the resume cannot draw 山田太郎 of "山田太郎" and come without your name/),
  ]);
});

test.each(['wide', 'text', 'strong'] as const)('the %s cut holds exactly the letters that count as held, each in one file', (cut) => {
  const folder = join(import.meta.dirname, '..', '..', 'packages', 'pdf', 'fonts');
  const fonts = allFontFiles(cut).map((file) => fontkit.create(new Uint8Array(readFileSync(join(folder, file)))));
  const codes = Array.from({ length: 0x3000 }, (_, code) => code).filter((code) => code < 0xd800);
  const wrong = codes.filter((code) => {
    const holders = fonts.filter((font) => font.hasGlyphForCodePoint(code)).length;
    return holders !== (isHeldLetter(String.fromCodePoint(code)) ? 1 : 0);
  });
  expect(wrong.map((code) => code.toString(16))).toEqual([]);
});

test('a text needs the files of its letters and no others', () => {
  expect(fontFilesFor('wide', 'Ada Varga')).toEqual(['archivo-wide.ttf']);
  expect(fontFilesFor('text', 'Nguyễn Иван'.normalize('NFD'))).toEqual([
    'archivo-text.ttf',
    'archivo-vietnamese-text.ttf',
    'roboto-flex-cyrillic-text.ttf',
  ]);
});
