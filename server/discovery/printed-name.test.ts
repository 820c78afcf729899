import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fontkit from '@pdf-lib/fontkit';
import { expect, test } from 'vitest';
import { complainOfNames, printableLetters, printedName } from './printed-name.ts';

const named = (name: string, givenNames: string, familyName: string) => ({ name, givenNames, familyName });

test('a name of ours is printed as it is written, and nothing is said about it', () => {
  for (const names of [
    named('Ada Varga', 'Ada', 'Varga'),
    named('Őrsi Żółć-Þór', 'Żółć', 'Þór'),
    named('Ian O’Connor', 'Ian', 'O’Connor'),
  ]) {
    expect(printedName(names)).toBe(names.name);
    expect(complainOfNames(names)).toEqual([]);
  }
});

test('a name outside Latin never vanishes: its Latin spelling stands in its place, and the start says so', () => {
  expect(printedName(named('山田太郎', 'Tarō', 'Yamada'))).toBe('Tarō Yamada');
  expect(printedName(named('Иван Петров', 'Иван', 'Петров'))).toBe('Ivan Petrov');
  expect(printedName(named('Δημήτρης Παπάς', 'Δημήτρης', 'Παπάς'))).toBe('Dimitris Papas');
  expect(printedName(named('Nguyễn Thị Khai', 'Thị Khai', 'Nguyễn'))).toBe('Nguyen Thi Khai');
  expect(printedName(named('Işıl Yıldız-Œuvrard', 'Işıl', 'Yıldız-Œuvrard'))).toBe('Işil Yildiz-OEuvrard');
  expect(complainOfNames(named('Иван Петров', 'Иван', 'Петров'))).toEqual([
    'profile.json: the share card and the resume have no letters for "Иван Петров" and say "Ivan Petrov".',
  ]);
});

test('where nothing can be printed the start says what is lost, where, and what to do', () => {
  const names = named('山田太郎', '太郎', '山田');
  expect(printedName(names)).toBe('');
  expect(complainOfNames(names)).toEqual([
    expect.stringMatching(/^profile\.json: the machine-readable lines lack 太郎山田; write "givenNames" and "familyName" in Latin letters/),
    expect.stringMatching(/^profile\.json: the share card and the resume come without your name/),
  ]);
});

test('the typefaces hold every letter that counts as printable', () => {
  const fonts = ['archivo-wide.ttf', 'archivo-wide-extended.ttf'].map((file) =>
    fontkit.create(new Uint8Array(readFileSync(join(import.meta.dirname, '..', '..', 'packages', 'pdf', 'fonts', file)))),
  );
  const letters = Array.from({ length: 0x2100 }, (_, code) => String.fromCodePoint(code)).filter((letter) => printableLetters.test(letter));
  expect(letters.length).toBeGreaterThan(300);
  const lacking = letters.filter((letter) => !fonts.some((font) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)));
  expect(lacking).toEqual([]);
});
