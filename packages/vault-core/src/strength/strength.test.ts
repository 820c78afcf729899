import { beforeAll, expect, test } from 'vitest';
import { minGoodScore } from './strength-meter.ts';
import { disguisedWordEnds, sortWords, wordChainLength } from './word-finder.ts';
import { type LoadedStrength, loadStrength } from './zxcvbn-estimator.ts';

test('a word is found in every disguise its letters allow', () => {
  const words = sortWords(['ham', 'hammer', 'banana', 'zoo']);
  const substitutions = new Map([
    ['h', ['#', '|-|']],
    ['a', ['4', '@']],
    ['m', ['nn']],
  ]);
  expect([...disguisedWordEnds('hammering', 0, words, substitutions)].sort()).toEqual([3, 6]);
  expect([...disguisedWordEnds('x|-|4nnx', 1, words, substitutions)]).toEqual([7]);
  expect([...disguisedWordEnds('b4n@na', 0, words, substitutions)]).toEqual([6]);
  expect(disguisedWordEnds('ha', 0, words, substitutions).size + disguisedWordEnds('', 0, words, substitutions).size).toBe(0);
  expect(wordChainLength('zoo-h4mzooXbanan', words, substitutions)).toBe(10);
});

/** A seeded stream of numbers (mulberry32), so that the samples are the same everywhere. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const words = [
  'summer',
  'dragon',
  'monkey',
  'banana',
  'correct',
  'horse',
  'castle',
  'ada',
  'xylophone',
  'zebra',
  'winter',
  'master',
  'qwerty',
  'monday',
];
const symbols = ['', '!', '1', '123', '2024', '_', '#7', '1985', '?!'];

/** Passwords as people make them: words, capitals, l33t, years, walks, repeats, and mixtures of those with noise. */
function humanPassword(next: (below: number) => number): string {
  const pick = (list: readonly string[]) => list[next(list.length)] ?? '';
  const noise = (length: number) => Array.from({ length }, () => 'abcdefghijkmnpqrstuvwxyzABCDEFGH23456789!$%'.charAt(next(43))).join('');
  const word = () => {
    const plain = pick(words);
    const form = next(5);
    if (form === 0) return plain.toUpperCase();
    if (form === 1) return plain.charAt(0).toUpperCase() + plain.slice(1);
    if (form === 2) return plain.replaceAll('a', '4').replaceAll('o', '0').replaceAll('e', '3');
    return form === 3 ? [...plain].reverse().join('') : plain;
  };
  const makers = [
    () => word() + pick(symbols),
    () => word() + pick(symbols) + word(),
    () => word() + word() + pick(symbols),
    () => pick(symbols) + word() + noise(next(6)),
    () => noise(next(7)) + word(),
    () => pick(['qwertyuiop', 'asdfghjkl', '1q2w3e4r5t', 'zxcvbnm,./', 'QAZWSXEDC']) + pick(symbols),
    () => noise(3).repeat(2 + next(4)),
    () => pick(['abcdefghij', '9876543210', 'aaaaaaaaaa', '12.05.1985', '19850512']) + pick(symbols) + noise(next(4)),
    () => noise(9 + next(8)),
  ];
  return (makers[next(makers.length)] ?? (() => 'x'))();
}

let strength: LoadedStrength;
beforeAll(async () => {
  strength = await loadStrength();
}, 60_000);

test('the quick verdict is the one of zxcvbn: 400 human and 60 generated passwords', { timeout: 240_000 }, () => {
  const next = numbers(2016);
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!@#$%^&*()_+-=[]{}|;:,.<>?';
  const generated = Array.from({ length: 60 }, () => Array.from({ length: 9 + next(8) }, () => alphabet.charAt(next(88))).join(''));
  const sample = [...Array.from({ length: 400 }, () => humanPassword(next)), ...generated];
  const wrong: string[] = [];
  let unsure = 0;
  for (const password of sample) {
    if (strength.classify(password) === 'unsure') unsure += 1;
    if (strength.isWeak(password) !== strength.estimate(password).score < minGoodScore) wrong.push(password);
  }
  expect(wrong).toEqual([]);
  expect(unsure).toBeLessThan(sample.length / 2);
});

test('generated passwords of 20 characters are strong without zxcvbn', () => {
  const next = numbers(7);
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!@#$%^&*()_+-=[]{}|;:,.<>?';
  const verdicts = Array.from({ length: 2000 }, () =>
    strength.classify(Array.from({ length: 20 }, () => alphabet.charAt(next(88))).join('')),
  );
  expect(verdicts.filter((verdict) => verdict !== 'strong')).toEqual([]);
});

test('what the classifier leaves open zxcvbn decides', () => {
  expect(strength.isWeak('qwertyuiop[]')).toBe(true);
  expect(strength.isWeak('short')).toBe(true);
  expect(strength.isWeak('пароль на русском')).toBe(false);
  expect(strength.isWeak('monday'.repeat(3))).toBe(true);
  expect(strength.estimate('password').score).toBe(0);
});
