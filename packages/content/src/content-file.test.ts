import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { privateContactExample, profileExample, resumeExample, wishesExample } from './content-examples.ts';
import { describeContentFailure } from './content-failure.ts';
import { parseContentFile } from './content-file.ts';
import { parsePrivateContact } from './private-contact.ts';
import { parseProfile } from './profile.ts';
import { parseResume } from './resume.ts';
import { parseWishes } from './wishes.ts';

const files = {
  'profile.json': { parse: parseProfile, example: profileExample },
  'resume.json': { parse: parseResume, example: resumeExample },
  'wishes.json': { parse: parseWishes, example: wishesExample },
  'private.json': { parse: parsePrivateContact, example: privateContactExample },
} as const;

function faultsOf(name: keyof typeof files, text: string): readonly string[] {
  const parsed = files[name].parse(name, text);
  return parsed.ok ? [] : describeContentFailure(parsed.failure).split('\n');
}

test.each(Object.keys(files) as (keyof typeof files)[])('every example that is shown for %s can be used', (name) => {
  expect(faultsOf(name, JSON.stringify(files[name].example))).toEqual([]);
});

/** The names of all fields in a value, however deep. */
function fieldsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(fieldsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => [key, ...fieldsOf(part)]);
}

test.each(Object.keys(files) as (keyof typeof files)[])('every field of the sample %s has an example', (name) => {
  const sample: unknown = JSON.parse(readFileSync(new URL(`../../../content/${name}`, import.meta.url), 'utf8'));
  const own = new Set(fieldsOf(files[name].example));
  const neverRefused = ['$schema', 'meta', 'version', 'canonical', 'lastModified', 'profiles', 'network', 'username', 'email'];
  expect(fieldsOf(sample).filter((field) => !own.has(field) && !neverRefused.includes(field))).toEqual([]);
});

test('a fault that the schema has no words for says what could stand there', () => {
  const parsed = parseContentFile(z.object({ tone: z.enum(['warm', 'cold']) }), { tone: 'warm' }, 'tone.json', '{"tone":"hot"}');
  expect(parsed.ok ? '' : describeContentFailure(parsed.failure)).toContain(
    '"tone" is not right: Invalid option: expected one of "warm"|"cold".',
  );
});

test('all faults of a file are told at once, each with its line and an example', () => {
  const lines = ['{', '  "name": "Ada Varga",', '  "givenNames": "Ada", "familyName": "Varga",', '  "initials": "ABCD",'];
  const rest = ['  "blogUrl":', '    "blog",', '  "about": ["fine",', '    ""],', '  "email": "ada@varga.example",', '  "blogURL": 1,'];
  const text = [...lines, ...rest, '  "copyrightYear": 2025', '}'].join('\n');
  expect(faultsOf('profile.json', text)).toEqual([
    'profile.json: the field "initials" must not be longer than 3 characters. Line 4. Example: "initials": "AV"',
    'profile.json: the field "blogUrl" must be a web address such as "https://blog.example". Line 5. Example: "blogUrl": "https://blog.example/"',
    'profile.json: the field "about.1" must not be empty. Line 8. Example: "about": ["I make systems hard to forge."]',
    'profile.json: the field "timeZone" is missing. Line 1. Example: "timeZone": "Europe/Budapest"',
    'profile.json: the field "blogURL" is not known; check its spelling. Line 10.',
  ]);
});

test('the fields of a list are told with what one entry of it may hold', () => {
  const work =
    '  "work": [\n    { "name": "Mint", "position": "Engineer", "startDate": "2020" },\n    { "name": "Mill", "startDate": "March" }\n  ]';
  expect(faultsOf('resume.json', `{\n  "basics": {},\n${work}\n}`)).toEqual([
    expect.stringMatching(/^resume\.json: the field "basics\.summary" is missing\. Line 2\. Example: "summary": "/),
    'resume.json: the field "work.1.position" is missing. Line 5. Example: "position": "Security Engineer"',
    expect.stringMatching(/^resume\.json: the field "work\.1\.startDate" must be a date .* Line 5\. Example: "startDate": "2021-03"$/),
  ]);
});

test('a text that is no JSON is told with the line where it stops being JSON', () => {
  expect(faultsOf('profile.json', '\uFEFF{\n  "name": Ada\n}')).toEqual([
    expect.stringMatching(/^profile\.json is not valid JSON: .+ Line 2\.$/),
  ]);
});

test.each(Object.keys(files) as (keyof typeof files)[])('a %s whose groups lie too deep in each other is refused as such', (name) => {
  const deep = `{ "meta": ${'['.repeat(64)}${']'.repeat(64)} }`;
  expect(faultsOf(name, deep)).toEqual([`${name} has more than 64 groups and lists inside each other. Line 1.`]);
});

test('a text with half of a letter is refused, since no address can be made of it; a whole one is taken', () => {
  const named = (name: string) => JSON.stringify({ ...profileExample, name: '@' }, null, 2).replace('@', name);
  expect(faultsOf('profile.json', named('Ada \\ud83d'))).toEqual([
    expect.stringMatching(/^profile\.json: the field "name" holds half of a letter: .* Line \d+\.$/),
  ]);
  expect(faultsOf('profile.json', named('Ada \\ud83d\\ude00'))).toEqual([]);
});

test('a file of countless faulty values is refused by one sentence before any of them is judged', () => {
  const skills = (count: number) =>
    JSON.stringify({ basics: { summary: 'Text.' }, skills: Array.from({ length: count }, () => ({ n: 0 })) });
  expect(faultsOf('resume.json', skills(30_000))).toEqual(['resume.json holds more than 20000 values, and no content needs so many.']);
  const strange = JSON.stringify(Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`k${at}`, 0])));
  expect(faultsOf('profile.json', strange)).toHaveLength(1);
  expect(faultsOf('resume.json', skills(120_000))).toEqual(['resume.json has 960041 characters, and at most 400000 are read.']);
  expect(faultsOf('resume.json', skills(100))).toEqual([expect.stringContaining('"skills" must be 60 or less')]);
});
