import { dictionary } from 'cmu-pronouncing-dictionary';
import { expect, test } from 'vitest';
import { changeCase, countMatches, replaceMatches } from './change-text.ts';
import { densityOf } from './density.ts';
import { describeText } from './describe-text.ts';
import { findOddCharacters, removeHidden } from './hidden-characters.ts';
import { countForSms, countForX } from './platform-limits.ts';
import { readabilityOf } from './readability.ts';
import { secondsFor } from './reading-time.ts';
import { syllableExceptions } from './syllable-exceptions.ts';
import { syllablesByDictionary, syllablesByRule } from './syllables.ts';

test('X counts by weight', () => {
  expect(countForX('abc').used).toBe(3);
  expect(countForX('漢字').used).toBe(4);
  expect(countForX('👩‍👩‍👧').used).toBe(2);
  expect(countForX('e\u0301').used).toBe(1);
  expect(countForX(`see https://example.org/${'x'.repeat(99)} now`).used).toBe(4 + 23 + 4);
  expect(countForX('“quotes” – …').used).toBe(13);
  expect(countForX('x'.repeat(281))).toEqual({ used: 281, limit: 280, isOver: true });
});

test('SMS: septets and UCS-2 units, whole characters in each part', () => {
  expect(countForSms('')).toMatchObject({ encoding: 'GSM-7', parts: 0, left: 160 });
  expect(countForSms('x'.repeat(160))).toMatchObject({ parts: 1, left: 0 });
  expect(countForSms('x'.repeat(161))).toMatchObject({ parts: 2, units: 161, left: 145 });
  expect(countForSms('€')).toMatchObject({ encoding: 'GSM-7', units: 2 });
  expect(countForSms(`${'x'.repeat(152)}€${'x'.repeat(152)}`)).toMatchObject({ parts: 3, units: 306 });
  expect(countForSms('ñç')).toMatchObject({ encoding: 'UCS-2', foreign: ['ç'], left: 68 });
  expect(countForSms('🙂'.repeat(35))).toMatchObject({ encoding: 'UCS-2', parts: 1, left: 0 });
  expect(countForSms('🙂'.repeat(36))).toMatchObject({ parts: 2, left: 67 - 6 });
});

test('six formulas by hand, and none below its least sample', () => {
  const basis = { words: 300, sentences: 30, letters: 1350, syllables: 450, longWords: 30 };
  expect(readabilityOf(basis).map(({ value }) => value)).toEqual([69.8, 6, 8, 8.8, 4.8, 7.7]);
  expect(readabilityOf({ ...basis, words: 99, sentences: 29 }).every(({ value }) => value === undefined)).toBe(true);
  expect(readabilityOf({ words: 0, sentences: 0, letters: 0, syllables: 0, longWords: 0 }).every(({ value }) => value === undefined)).toBe(
    true,
  );
});

test('syllables: exact for every word of the dictionary, and right by rule for 92 of 100 words of a fifth of it that is held out', () => {
  const exact = syllablesByDictionary(syllableExceptions);
  expect(['fire', 'rhythm', 'ISN’T', 'queue', 'zzyzzyx'].map(exact)).toEqual([2, 2, 2, 1, syllablesByRule('zzyzzyx')]);
  const spoken = Object.entries(dictionary);
  expect(spoken.length).toBeGreaterThan(130_000);
  // ARPABET: each vowel carries a digit of stress.
  expect(spoken.filter(([word, sounds]) => exact(word) !== (sounds.match(/\d/g)?.length ?? 1))).toEqual([]);
  const words = Object.keys(dictionary).filter((word) => /^[a-z]+$/.test(word));
  const heldOut = words.filter((_, index) => index % 5 === 0);
  expect(heldOut.length).toBeGreaterThan(20_000);
  const right = heldOut.filter((word) => syllablesByRule(word) === exact(word)).length;
  expect(right / heldOut.length).toBeGreaterThanOrEqual(0.92);
});

test('no exception is one that the rule counts rightly', () => {
  for (const [count, words] of Object.entries(syllableExceptions))
    expect(words.split(' ').filter((word) => syllablesByRule(word) === Number(count))).toEqual([]);
});

test('phrases of one, two and three words, each with its share', () => {
  const [ones, twos, threes] = densityOf(['The cat and the cat.', 'the cat'], 3);
  expect(ones[0]).toEqual({ text: 'cat', count: 3, share: 3 / 7 });
  expect(twos).toEqual([{ text: 'the cat', count: 3, share: 3 / 5 }]);
  expect(threes).toEqual([]);
});

test('what is hidden and what looks like something else is found with its line, and emoji keep their joiners', () => {
  const text = 'a\u200bb\u00a0c\nр\u202eaypal pаypal привет\u0007';
  expect(findOddCharacters(text, 20).map(({ kind, line, code }) => [kind, line, code])).toEqual([
    ['invisible', 1, 'U+200B'],
    ['space', 1, 'U+00A0'],
    ['direction', 2, 'U+202E'],
    ['look_alike', 2, 'U+0430'],
    ['control', 2, 'U+0007'],
  ]);
  expect(removeHidden('a\u200bb\u00a0c👩‍👧\ud800')).toBe('ab c👩‍👧\ufffd');
  expect(findOddCharacters('👩‍👧 plain', 20)).toEqual([]);
});

test('cases, and finding letter by letter', () => {
  expect(
    ['upper', 'lower', 'title', 'sentence', 'camel', 'snake', 'kebab'].map((name) =>
      changeCase('hello big WORLD. it’s me', name as 'upper'),
    ),
  ).toEqual([
    'HELLO BIG WORLD. IT’S ME',
    'hello big world. it’s me',
    'Hello Big World. It’s Me',
    'Hello big world. It’s me',
    'helloBigWorldItSMe',
    'hello_big_world_it_s_me',
    'hello-big-world-it-s-me',
  ]);
  const search = { find: 'a.b', matchCase: false, wholeWords: true };
  expect(countMatches('A.B a.b xa.b axb', search)).toBe(2);
  expect(replaceMatches('A.B a.b', search, '$&')).toBe('$& $&');
  expect(countMatches('x', { ...search, find: '' })).toBe(0);
  expect(countMatches('a-b/c|d', { ...search, find: '-b/c|', wholeWords: false })).toBe(1);
});

test('times, and details of a text without words', () => {
  expect([secondsFor(238, 'reading'), secondsFor(300, 'speaking')]).toEqual([60, 120]);
  expect(describeText('… !', syllablesByRule)).toMatchObject({ syllables: 0, density: [[], [], []], odd: [] });
});
