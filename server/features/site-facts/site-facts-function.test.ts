import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openContent } from '../../content.ts';
import { makeTestCall } from '../../functions/test-call.ts';
import { readSampleFields, sampleFolder } from '../../sample-content.ts';
import { createSiteFactsFunction, readVersion } from './site-facts-function.ts';

const folder = mkdtempSync(join(tmpdir(), 'castellan-content-'));
cpSync(sampleFolder, folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const siteFacts = createSiteFactsFunction({ contentFolder: folder, content: openContent(folder, silent), version: readVersion() });
const call = makeTestCall();
type Facts = { readonly samples: readonly { readonly file: string; readonly fields: readonly string[] }[] };
const factsOf = async (answer: Response) => (await answer.json()) as Facts;
const ask = async (method = 'GET') => siteFacts.handle(new Request('http://localhost/functions/v1/site-facts', { method }), call);

test('the facts name version, folder, time zone and every file that still is the sample, as it lies on the disk now', async () => {
  const facts = await factsOf(await ask());
  expect(facts).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/), node: process.version, contentFolder: folder });
  expect(facts.samples.map(({ file }) => file)).toEqual(['profile.json', 'resume.json', 'wishes.json', 'private.json']);
  const profile = JSON.parse(readFileSync(join(folder, 'profile.json'), 'utf8'));
  writeFileSync(join(folder, 'profile.json'), JSON.stringify({ ...profile, name: 'Somebody Else' }));
  const [first] = (await factsOf(await ask())).samples;
  expect(first?.fields).not.toContain('name');
});

test('a file that is half saved is no reason to answer nothing', async () => {
  writeFileSync(join(folder, 'wishes.json'), '[{"ti');
  const answer = await ask();
  expect([answer.status, (await factsOf(answer)).samples]).toEqual([200, []]);
});

test('it is read and nothing else, and is for the owner alone', async () => {
  expect((await ask('POST')).status).toBe(405);
  expect(siteFacts.audience ?? 'owner').toBe('owner');
});

test('where the sample’s own folder was edited in the browser, what it said at first is what counts as the sample', () => {
  const own = join(folder, 'edited');
  cpSync(sampleFolder, own, { recursive: true });
  const before = readFileSync(join(own, 'profile.json'), 'utf8');
  const versions = join(own, '.castellan-versions', 'profile.json');
  mkdirSync(versions, { recursive: true });
  writeFileSync(join(versions, '20261127T000001000Z-0123456789abcdef'), before);
  writeFileSync(join(own, 'profile.json'), JSON.stringify({ ...JSON.parse(before), name: 'Somebody Else' }));
  const fields = readSampleFields(own, own).find(({ file }) => file === 'profile.json')?.fields;
  expect([fields?.includes('name'), fields?.includes('initials')]).toEqual([false, true]);
});
