import type { Entry } from '../../packages/vault-core/src/entries/entry.ts';
import { sampleEntry } from '../../packages/vault-core/src/export/entry-samples.ts';
import { seededNumbers } from './seeded-numbers.ts';

/** Entries of every comparison. */
export const entryCount = 10_000;

/** The same 10,000 entries for everybody, as logins without history: what all of them can hold. */
export function makeEntries(count = entryCount): Entry[] {
  return Array.from({ length: count }, (_, number) => {
    const { details, secrets } = sampleEntry(number);
    return { details: { ...details, kind: 'login', trashedAt: null }, secrets: { ...secrets, history: [] } };
  });
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
  'monday',
];
const endings = ['', '!', '1', '123', '2024', '_', '#7', '1985', '?!'];
const walks = ['qwertyuiop', 'asdfghjkl', '1q2w3e4r5t', 'zxcvbnm,./', 'QAZWSXEDC'];
const plain = ['abcdefghij', '9876543210', 'aaaaaaaaaa', '12.05.1985', '19850512'];
const mixed = 'abcdefghijkmnpqrstuvwxyzABCDEFGH23456789!$%';
const generated = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!@#$%^&*()_+-=[]{}|;:,.<>?';

/** 10,000 entries: 2,000 different passwords as people make them and 8,000 of the generator's 20 characters, shuffled into each other. */
export function makeHealthCorpus(seed: number): Entry[] {
  const next = seededNumbers(seed);
  const human = new Set<string>();
  while (human.size < entryCount / 5) human.add(humanPassword(next));
  const people = [...human];
  return makeEntries().map((entry, number) => {
    const password =
      number % 5 === 0 ? (people[number / 5] ?? '') : Array.from({ length: 20 }, () => generated.charAt(next(generated.length))).join('');
    return { ...entry, secrets: { ...entry.secrets, password } };
  });
}

/** Words, capitals, l33t, years, walks over the keyboard, repeats, and mixtures of those with noise. */
function humanPassword(next: (below: number) => number): string {
  const pick = (list: readonly string[]) => list[next(list.length)] ?? '';
  const noise = (length: number) => Array.from({ length }, () => mixed.charAt(next(mixed.length))).join('');
  const word = () => {
    const bare = pick(words);
    const form = next(5);
    if (form === 0) return bare.toUpperCase();
    if (form === 1) return bare.charAt(0).toUpperCase() + bare.slice(1);
    if (form === 2) return bare.replaceAll('a', '4').replaceAll('o', '0').replaceAll('e', '3');
    return form === 3 ? [...bare].reverse().join('') : bare;
  };
  const makers = [
    () => word() + pick(endings),
    () => word() + pick(endings) + word(),
    () => word() + word() + pick(endings),
    () => pick(endings) + word() + noise(next(6)),
    () => noise(next(7)) + word(),
    () => pick(walks) + pick(endings),
    () => noise(3).repeat(2 + next(4)),
    () => pick(plain) + pick(endings) + noise(next(4)),
    () => noise(9 + next(8)),
  ];
  return (makers[next(makers.length)] ?? word)();
}
