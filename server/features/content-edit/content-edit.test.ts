import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@castellan/foundation/clock';
import type { Caller } from '@castellan/platform/core/caller';
import { silentLog } from '@castellan/platform/core/log';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openLawDatabase } from '../../../supabase/tests/law-database.ts';
import { addOwner, addSession, verifyFactor } from '../../../supabase/tests/people.ts';
import { createEgress } from '../../adapters/egress.ts';
import { createReadsHere } from '../../foreign/reads-here.ts';
import { makeTestCall } from '../../functions/test-call.ts';
import { createSqlRows } from '../../rows/sql-rows.ts';
import { sampleFolder } from '../../sample-content.ts';
import { createArticleReader } from '../../writing/article-files.ts';
import { contentEditHalf } from './content-edit-half.ts';
import { underFolderLock } from './folder-lock.ts';
import { describedJpeg, plainPng } from './test-pictures.ts';

const law = await openLawDatabase();
const ownerId = await addOwner(law.superuser, law.auth);
await verifyFactor(law.auth, ownerId);
const owner = await addSession(law.superuser, ownerId, 'aal2');
const room = mkdtempSync(join(tmpdir(), 'castellan-content-'));
const contentFolder = join(room, 'content');
afterAll(async () => {
  await law.drop();
  rmSync(room, { recursive: true, force: true });
});
beforeEach(() => {
  rmSync(contentFolder, { recursive: true, force: true });
  cpSync(sampleFolder, contentFolder, { recursive: true });
});

const { functions } = contentEditHalf({
  settings: { contentFolder },
  reads: createReadsHere(createEgress({ allowedNetworks: new BlockList() })),
  rows: createSqlRows(law.machine),
  clock: systemClock,
  randomBytes: (count) => new Uint8Array(randomBytes(count)),
  log: silentLog,
});

/** The owner's call, whose session gave such a proof so many seconds ago. */
function proven(seconds: number, method = 'totp'): Caller {
  const { claims } = owner.caller;
  if (claims === null) throw new Error('the owner has claims');
  return { ...owner.caller, claims: { ...claims, amr: [{ method, timestamp: Math.floor(Date.now() / 1000) - seconds }] } };
}

async function ask(path: string, body?: object, caller = proven(5)) {
  const name = path.split('?')[0] ?? '';
  const method = body === undefined ? 'GET' : 'POST';
  const request = new Request(`http://localhost/functions/v1/${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await functions[name]?.handle(request, makeTestCall({ caller }));
  return { status: answer?.status, json: (await answer?.json()) as Record<string, unknown> };
}

const onDisk = (name: string) => readFileSync(join(contentFolder, name), 'utf8');
const begin = async (name: string) => (await ask(`content-file?name=${name}`)).json as { text: string; version: string };
const profileWith = (text: string, change: object) => `${JSON.stringify({ ...JSON.parse(text), ...change }, null, 2)}\n`;
const told = async () =>
  (
    await law.machine.query<{ metadata: { file: string } }>(
      `select metadata from public.activity_logs where metadata ->> 'subject' = 'site_content' order by sequence`,
    )
  ).rows.map(({ metadata }) => metadata.file);

test('all of it is for the owner alone, and nothing beside the editable files is listed or read', async () => {
  expect(Object.values(functions).map(({ audience }) => audience)).toEqual(Array.from({ length: 6 }, () => 'owner'));
  const { json } = await ask('content-files');
  expect(json).toMatchObject({ folder: contentFolder, isWritable: true, isSample: false });
  expect((json['files'] as { name: string }[]).map(({ name }) => name)).toEqual([
    'countersign.md',
    'private.json',
    'profile.json',
    'resume.json',
    'rosette.md',
    'wishes.json',
    'writing/a-backup-is-a-restore.md',
    'writing/compare-secrets-in-constant-time.md',
  ]);
  // The key's text may be read, and is exchanged by its own call.
  expect(await ask('content-file?name=key.asc')).toMatchObject({ status: 200, json: { text: null } });
  expect(await ask('content-file', { name: 'key.asc', text: '{}', expected: null })).toMatchObject({ status: 404 });
  for (const name of ['fonts/a.ttf', '.castellan-lock', '../package.json', 'README.md', '']) {
    expect(await ask(`content-file?name=${encodeURIComponent(name)}`)).toMatchObject({ status: 404 });
    expect(await ask('content-file', { name, text: '{}', expected: null })).toMatchObject({ status: 404 });
  }
});

test('without a proof of the last five minutes nothing is written, whatever the caller’s session is', async () => {
  const { text, version } = await begin('profile.json');
  const edit = { name: 'profile.json', text: profileWith(text, { name: 'Mallory' }), expected: version };
  for (const caller of [owner.caller, proven(301), proven(-120), proven(5, 'password'), proven(5, 'recovery_code')]) {
    expect(await ask('content-file', edit, caller)).toMatchObject({ status: 403, json: { code: 'verification_too_old' } });
    expect(await ask('content-photo', { base64: 'AAAA', expected: version }, caller)).toMatchObject({ status: 403 });
  }
  expect(onDisk('profile.json')).toBe(text);
});

test('a save is on the disk, is logged, and the version before can be read and restored', async () => {
  const { text, version } = await begin('profile.json');
  const before = (await told()).length;
  const saved = await ask('content-file', { name: 'profile.json', text: profileWith(text, { name: 'Grace Hopper' }), expected: version });
  expect(saved).toMatchObject({ status: 200, json: { outcome: 'saved', versions: [{ bytes: Buffer.byteLength(text) }] } });
  expect(JSON.parse(onDisk('profile.json'))).toMatchObject({ name: 'Grace Hopper' });
  expect((await told()).slice(before)).toEqual(['profile.json']);
  const [kept] = saved.json['versions'] as { id: string }[];
  const { json } = await ask(`content-file?name=profile.json&kept=${kept?.id}`);
  expect(json).toEqual({ text });
  const restored = await ask('content-file', { name: 'profile.json', text: json['text'], expected: saved.json['version'] });
  expect(restored).toMatchObject({ json: { outcome: 'saved', version } });
  expect(onDisk('profile.json')).toBe(text);
});

test('what the site could not be made from is told by field and line, and nothing is written', async () => {
  const { text, version } = await begin('profile.json');
  const faults = async (name: string, broken: string, expected: string | null) => {
    const { json } = await ask('content-file', { name, text: broken, expected });
    return [json['outcome'], json['faults']];
  };
  expect(await faults('profile.json', profileWith(text, { blogUrl: 'blog' }), version)).toMatchObject([
    'invalid',
    [{ field: 'blogUrl', problem: expect.stringMatching(/web address/), line: 6 }],
  ]);
  expect(await faults('profile.json', profileWith(text, { photo: 'none.png' }), version)).toMatchObject(['invalid', [{ field: 'photo' }]]);
  const resume = await begin('resume.json');
  const without = resume.text.replace('rosette.md', 'not-written.md');
  expect(await faults('resume.json', without, resume.version)).toMatchObject(['invalid', [{ field: expect.stringMatching(/caseStudy$/) }]]);
  const article = '---\ntitle: Keys\ndate: 2026-02-30\n---\nText\n';
  expect(await faults('writing/keys.md', article, null)).toMatchObject(['invalid', [{ field: 'date', line: 3 }]]);
  const pictured = '---\ntitle: Keys\ndate: 2026-02-20\n---\n![A key](key.png)\n';
  expect(await faults('writing/keys.md', pictured, null)).toMatchObject(['invalid', [{ line: 5 }]]);
  expect(await faults('case.md', '# A case\n', null)).toMatchObject(['invalid', [{ problem: expect.stringMatching(/Problem/) }]]);
  expect(onDisk('profile.json')).toBe(text);
});

test('a folder in the place of a named file is told as missing, and of countless faults the first are', async () => {
  mkdirSync(join(contentFolder, 'case.md'));
  mkdirSync(join(contentFolder, 'folder.png'));
  const profile = await begin('profile.json');
  const photo = { name: 'profile.json', text: profileWith(profile.text, { photo: 'folder.png' }), expected: profile.version };
  expect((await ask('content-file', photo)).json).toMatchObject({ outcome: 'invalid', faults: [{ field: 'photo' }] });
  const resume = await begin('resume.json');
  const edit = { name: 'resume.json', text: resume.text.replace('rosette.md', 'case.md'), expected: resume.version };
  expect((await ask('content-file', edit)).json).toMatchObject({
    outcome: 'invalid',
    faults: [{ problem: expect.stringMatching(/no such file/) }],
  });
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`k${at}`, 0]));
  const { json } = await ask('content-file', { name: 'profile.json', text: JSON.stringify(many), expected: profile.version });
  expect(json['faults']).toHaveLength(200);
});

test('beyond five hundred articles no new one is made, and those that are there are saved as before', async () => {
  const article = '---\ntitle: Keys\ndate: 2026-02-20\n---\nText\n';
  for (let at = 0; at < 498; at += 1) writeFileSync(join(contentFolder, 'writing', `a-${at}.md`), article);
  const save = async (name: string, expected: string | null) =>
    (await ask('content-file', { name, text: `${article}More\n`, expected })).json;
  expect(await save('writing/new.md', null)).toMatchObject({ outcome: 'invalid', faults: [{ problem: expect.stringContaining('500') }] });
  expect(await save('case.md', null)).toMatchObject({ outcome: 'invalid', faults: [{ problem: expect.not.stringContaining('500') }] });
  expect(await save('writing/a-1.md', (await begin('writing/a-1.md')).version)).toMatchObject({ outcome: 'saved' });
});

test('of two writers at once one wins and the other is shown what it wrote; of the two nothing is lost', async () => {
  const { text, version } = await begin('profile.json');
  const edits = ['One Writer', 'Another Writer'].map((name) => ({
    name: 'profile.json',
    text: profileWith(text, { name }),
    expected: version,
  }));
  const answers = await Promise.all(edits.map((edit) => ask('content-file', edit)));
  const outcomes = answers.map(({ json }) => json['outcome']);
  expect(outcomes.toSorted()).toEqual(['changed', 'saved']);
  const winner = edits[outcomes.indexOf('saved')]?.text;
  expect(answers[outcomes.indexOf('changed')]?.json).toMatchObject({ text: winner });
  expect(onDisk('profile.json')).toBe(winner);
});

test('an edit made elsewhere meanwhile is answered with its text and stays', async () => {
  const { text, version } = await begin('profile.json');
  const elsewhere = profileWith(text, { name: 'By An Editor' });
  writeFileSync(join(contentFolder, 'profile.json'), elsewhere);
  expect(await ask('content-file', { name: 'profile.json', text: profileWith(text, { name: 'Mine' }), expected: version })).toMatchObject({
    json: { outcome: 'changed', text: elsewhere },
  });
  expect(onDisk('profile.json')).toBe(elsewhere);
});

test('an article is deleted with a proof, kept, listed as deleted, logged, and brought back', async () => {
  const name = 'writing/a-backup-is-a-restore.md';
  const { text, version } = await begin(name);
  const deletion = { name, text: null, expected: version };
  expect(await ask('content-file', deletion, owner.caller)).toMatchObject({ status: 403, json: { code: 'verification_too_old' } });
  const other = '0'.repeat(64);
  expect(await ask('content-file', { ...deletion, expected: other })).toMatchObject({ json: { outcome: 'changed', text } });
  expect(onDisk(name)).toBe(text);
  const published = createArticleReader(contentFolder);
  const slugs = () => published().articles.map(({ slug }) => slug);
  expect(slugs()).toContain('a-backup-is-a-restore');
  const before = (await told()).length;
  const { json } = await ask('content-file', deletion);
  expect(json).toMatchObject({ outcome: 'deleted', versions: [{ bytes: Buffer.byteLength(text) }] });
  expect(existsSync(join(contentFolder, name))).toBe(false);
  // Pages, lists and feeds are made from what this reads.
  expect(slugs()).toEqual(['compare-secrets-in-constant-time']);
  expect((await told()).slice(before)).toEqual([name]);
  const { json: list } = await ask('content-files');
  expect(list['deleted']).toEqual([{ name, kind: 'article' }]);
  expect((list['files'] as { name: string }[]).some((file) => file.name === name)).toBe(false);
  const [kept] = json['versions'] as { id: string }[];
  const { json: back } = await ask(`content-file?name=${name}&kept=${kept?.id}`);
  expect(await ask('content-file', { name, text: back['text'], expected: null })).toMatchObject({ json: { outcome: 'saved', version } });
  expect((await ask('content-files')).json['deleted']).toEqual([]);
});

test('no file that the site is made from can be deleted, nor a case study while a project names it', async () => {
  for (const name of ['profile.json', 'resume.json', 'wishes.json', 'private.json']) {
    const { version } = await begin(name);
    expect(await ask('content-file', { name, text: null, expected: version })).toMatchObject({ status: 404 });
  }
  const { version } = await begin('rosette.md');
  expect(await ask('content-file', { name: 'rosette.md', text: null, expected: version })).toMatchObject({
    json: { outcome: 'invalid', faults: [{ problem: expect.stringMatching(/is the case study of the project/) }] },
  });
  const resume = await begin('resume.json');
  const without = resume.text.replace(/,\s*"caseStudy": "rosette.md"/, '');
  expect(await ask('content-file', { name: 'resume.json', text: without, expected: resume.version })).toMatchObject({
    json: { outcome: 'saved' },
  });
  expect(await ask('content-file', { name: 'rosette.md', text: null, expected: version })).toMatchObject({ json: { outcome: 'deleted' } });
});

test('while another server writes the folder a save waits for it, and then is told what it wrote', async () => {
  const { text, version } = await begin('profile.json');
  const elsewhere = profileWith(text, { name: 'By Another Server' });
  let answer: ReturnType<typeof ask> | undefined;
  await underFolderLock(contentFolder, async () => {
    answer = ask('content-file', { name: 'profile.json', text: profileWith(text, { name: 'Mine' }), expected: version });
    writeFileSync(join(contentFolder, 'profile.json'), elsewhere);
  });
  expect(await answer).toMatchObject({ json: { outcome: 'changed', text: elsewhere } });
  expect(onDisk('profile.json')).toBe(elsewhere);
});

test('a photo is taken where it can be decoded, under one of two names, and the profile names it', async () => {
  const { version } = await begin('profile.json');
  for (const bytes of [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), Buffer.from('GIF89a'), plainPng.subarray(0, 50)]) {
    expect(await ask('content-photo', { base64: bytes.toString('base64'), expected: version })).toMatchObject({
      json: { outcome: 'invalid', faults: [{ field: 'photo' }] },
    });
  }
  expect(JSON.parse(onDisk('profile.json'))).not.toHaveProperty('photo');
  const { json } = await ask('content-photo', { base64: plainPng.toString('base64'), expected: version });
  expect(json).toMatchObject({ outcome: 'saved' });
  expect(JSON.parse(onDisk('profile.json'))).toMatchObject({ photo: 'portrait.png' });
  expect(readFileSync(join(contentFolder, 'portrait.png'))).toEqual(plainPng);
});

const text = (bytes: Buffer) => bytes.toString('base64');
const namesOfPictures = async () => ((await ask('content-pictures')).json['pictures'] as { name: string }[]).map(({ name }) => name);

test('a picture of an article is taken without what it says of its making, under a name of its own, and is listed', async () => {
  const sent = { stem: 'lock', base64: text(describedJpeg) };
  expect(await ask('content-pictures', sent, owner.caller)).toMatchObject({ status: 403, json: { code: 'verification_too_old' } });
  expect(await namesOfPictures()).toEqual([]);
  const before = (await told()).length;
  expect(await ask('content-pictures', sent)).toMatchObject({ json: { outcome: 'saved', name: 'lock.jpg' } });
  expect(await ask('content-pictures', { stem: 'lock', base64: text(describedJpeg) })).toMatchObject({ json: { name: 'lock-2.jpg' } });
  expect((await told()).slice(before)).toEqual(['writing/lock.jpg', 'writing/lock-2.jpg']);
  const lying = readFileSync(join(contentFolder, 'writing', 'lock.jpg'));
  for (const word of ['GPSCAMERA', 'SECRETPLACE']) expect([describedJpeg.includes(word), lying.includes(word)]).toEqual([true, false]);
  expect(await ask('content-pictures?name=lock.jpg')).toMatchObject({ json: { base64: text(lying), width: 24, height: 20 } });
  const article = '---\ntitle: Keys\ndate: 2026-02-20\n---\n![A lock](lock.jpg)\n';
  expect(await ask('content-file', { name: 'writing/keys.md', text: article, expected: null })).toMatchObject({
    json: { outcome: 'saved' },
  });
  expect((await ask('content-pictures')).json['pictures']).toMatchObject([
    { name: 'lock-2.jpg', articles: [] },
    { name: 'lock.jpg', bytes: lying.length, width: 24, height: 20, articles: ['writing/keys.md'] },
  ]);
});

test('what is no whole picture, moves or has too many pixels is refused before anything is written', async () => {
  const huge = Buffer.from(plainPng);
  huge.writeUInt32BE(5000, 16);
  const faults = async (bytes: Buffer) => (await ask('content-pictures', { stem: 'lock', base64: text(bytes) })).json;
  for (const bytes of [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    Buffer.from('GIF89a'),
    describedJpeg.subarray(0, 300),
    huge,
  ]) {
    expect(await faults(bytes)).toMatchObject({ outcome: 'invalid', faults: [{ field: 'picture' }] });
  }
  expect(await faults(huge)).toMatchObject({ faults: [{ problem: expect.stringContaining('5000 × 64 pixels') }] });
  expect(await ask('content-pictures', { stem: '../lock', base64: '' })).toMatchObject({ status: 400 });
  expect(await namesOfPictures()).toEqual([]);
});

test('a picture is removed once no article names it, a draft or a faulty one neither, and stays as a version', async () => {
  await ask('content-pictures', { stem: 'lock', base64: text(plainPng) });
  for (const head of ['draft: true\n', 'tilte: x\n']) {
    writeFileSync(join(contentFolder, 'writing', 'keys.md'), `---\ntitle: Keys\ndate: 2026-02-20\n${head}---\n![A lock](./lock.png)\n`);
    expect(await ask('content-pictures', { remove: 'lock.png' })).toMatchObject({
      json: { outcome: 'invalid', faults: [{ problem: 'is shown by writing/keys.md' }] },
    });
  }
  rmSync(join(contentFolder, 'writing', 'keys.md'));
  expect(await ask('content-pictures', { remove: 'lock.png' })).toMatchObject({ json: { outcome: 'deleted' } });
  expect(await namesOfPictures()).toEqual([]);
  const kept = join(contentFolder, '.castellan-versions', 'writing', 'lock.png');
  expect(readdirSync(kept).map((id) => readFileSync(join(kept, id)))).toEqual([plainPng]);
  for (const name of ['../profile.json', 'keys.md', '.castellan-lock']) {
    expect(await ask('content-pictures', { remove: name })).toMatchObject({ status: 404 });
    expect(await ask(`content-pictures?name=${encodeURIComponent(name)}`)).toMatchObject({ status: 404 });
  }
});

test('wishes and the telephone number are saved where they can be used, and their faults told by field and line', async () => {
  const contact = await begin('private.json');
  const edit = (change: object) => ({ name: 'private.json', text: profileWith(contact.text, change), expected: contact.version });
  expect(await ask('content-file', edit({ phone: 'call me' }))).toMatchObject({
    json: { outcome: 'invalid', faults: [{ field: 'phone', line: 3, problem: expect.stringContaining('telephone number') }] },
  });
  const before = (await told()).length;
  expect(await ask('content-file', edit({ phone: '+36 1 555 0199' }))).toMatchObject({ json: { outcome: 'saved' } });
  expect(JSON.parse(onDisk('private.json'))).toMatchObject({ phone: '+36 1 555 0199' });
  // The log names the file and nothing of what is in it.
  expect((await told()).slice(before)).toEqual(['private.json']);
  const wishes = await begin('wishes.json');
  const twice = { name: 'wishes.json', text: wishes.text.replace('logic-analyser', 'hardware-keys'), expected: wishes.version };
  expect(await ask('content-file', twice)).toMatchObject({ json: { outcome: 'invalid', faults: [{ field: 'wishes.1.key' }] } });
});
