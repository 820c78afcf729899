import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openContent } from './content.ts';
import { sampleFolder } from './sample-content.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-content-'));
  cpSync(sampleFolder, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const said: string[] = [];
const log = { debug: () => {}, info: () => {}, warn: (event: string) => said.push(event), error: () => {} };
const open = () => openContent(folder, log);

test('each case study that a project names is there by the name of its file', () => {
  expect(Object.entries(open().caseStudies()).map(([slug, { title }]) => [slug, title])).toEqual([
    ['rosette', 'The log that had to be believed'],
    ['countersign', 'Sign-in for tired people'],
  ]);
});

test('one that is missing or lacks a part stops the start with file, field and problem', () => {
  writeFileSync(join(folder, 'rosette.md'), '# Title\n\n## Problem\n');
  expect(open).toThrow(`${join(folder, 'rosette.md')} lacks the heading "## Threat model".`);
  rmSync(join(folder, 'rosette.md'));
  expect(open).toThrow('resume.json: the field "projects.0.caseStudy" names');
});

test.each([
  ['a photo of 12 MB', (path: string) => appendFileSync(path, Buffer.alloc(12_000_000)), 'names a picture of 12 MB'],
  ['a photo of no known kind', (path: string) => writeFileSync(path, 'GIF89a'), 'names a file that is no JPEG, PNG, WebP or AVIF picture'],
])('%s is left out, and the owner is told by file and field', (_, spoil, problem) => {
  cpSync(join(import.meta.dirname, '..', 'tests', 'second-person', 'portrait.png'), join(folder, 'me.png'));
  const profile: object = JSON.parse(readFileSync(join(folder, 'profile.json'), 'utf8'));
  writeFileSync(join(folder, 'profile.json'), JSON.stringify({ ...profile, photo: 'me.png' }));
  expect(open().photo()?.length).toBeGreaterThan(1000);
  spoil(join(folder, 'me.png'));
  said.length = 0;
  const content = open();
  expect([content.photo(), content.profile().photo]).toEqual([undefined, undefined]);
  expect(said).toEqual([expect.stringContaining(`profile.json: the field "photo" ${problem}`)]);
});

test('the second sample person, of another script and length, is a content like any other', () => {
  const second = openContent(join(import.meta.dirname, '..', 'tests', 'second-person'), log);
  expect([second.resume().skills.length, Object.keys(second.caseStudies())]).toEqual([40, ['sledovatel']]);
});
