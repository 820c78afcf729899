import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
import { squares } from '../../fonts/test-font.ts';
import { createReadsHere } from '../../foreign/reads-here.ts';
import { makeTestCall } from '../../functions/test-call.ts';
import { createSqlRows } from '../../rows/sql-rows.ts';
import { sampleFolder } from '../../sample-content.ts';
import { contentEditHalf } from './content-edit-half.ts';

const law = await openLawDatabase();
const ownerId = await addOwner(law.superuser, law.auth);
await verifyFactor(law.auth, ownerId);
const owner = await addSession(law.superuser, ownerId, 'aal2');
const room = mkdtempSync(join(tmpdir(), 'castellan-key-'));
const contentFolder = join(room, 'content');
afterAll(async () => {
  await law.drop();
  rmSync(room, { recursive: true, force: true });
});
beforeEach(() => {
  rmSync(contentFolder, { recursive: true, force: true });
  cpSync(sampleFolder, contentFolder, { recursive: true });
});

// Each test has its own count of calls.
const openHalf = () =>
  contentEditHalf({
    settings: { contentFolder },
    reads: createReadsHere(createEgress({ allowedNetworks: new BlockList() })),
    rows: createSqlRows(law.machine),
    clock: systemClock,
    randomBytes: (count) => new Uint8Array(randomBytes(count)),
    log: silentLog,
  }).functions;
let functions: ReturnType<typeof openHalf>;
beforeEach(() => {
  functions = openHalf();
});

/** The owner's call, whose session gave a code five seconds ago. */
function proven(): Caller {
  const { claims } = owner.caller;
  if (claims === null) throw new Error('the owner has claims');
  return { ...owner.caller, claims: { ...claims, amr: [{ method: 'totp', timestamp: Math.floor(Date.now() / 1000) - 5 }] } };
}

async function ask(path: string, body?: object, caller = proven()) {
  const request = new Request(`http://localhost/functions/v1/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await functions[path.split('?')[0] ?? '']?.handle(request, makeTestCall({ caller }));
  return { status: answer?.status, json: (await answer?.json()) as Record<string, unknown> };
}

const onDisk = (name: string) => readFileSync(join(contentFolder, name), 'utf8');
const profile = () => JSON.parse(onDisk('profile.json')) as { pgp?: object };
const version = async () => (await ask('content-file?name=profile.json')).json['version'];
const logged = async () =>
  (
    await law.machine.query<{ file: string }>(
      `select metadata ->> 'file' as file from public.activity_logs where metadata ->> 'subject' = 'site_content' order by sequence`,
    )
  ).rows.map(({ file }) => file);

const key = readFileSync(join(import.meta.dirname, '..', '..', '..', 'tests', 'public-key.asc'), 'utf8');
const fingerprint = 'A798409869E01D27E8619BE1E69CE081E4ECA440';

test('a public key is written without what stands around it, named in the profile with its fingerprint, and logged', async () => {
  const before = (await logged()).length;
  const saved = await ask('content-key', { text: `A note of mine.\n${key}\nAnother one.`, expected: await version() });
  expect(saved).toMatchObject({ status: 200, json: { outcome: 'saved', version: await version() } });
  expect(onDisk('key.asc')).toBe(key.trimEnd().replaceAll('\r\n', '\n').concat('\n'));
  expect(profile().pgp).toMatchObject({ fingerprint, file: 'key.asc' });
  expect((await logged()).slice(before)).toEqual(['key.asc']);
});

test('a key in the place of another is kept as a version, and its address stays in the profile', async () => {
  writeFileSync(join(contentFolder, 'key.asc'), 'an older key');
  const fields = { ...profile(), pgp: { fingerprint: 'B'.repeat(40), file: 'key.asc', url: 'https://keys.example/ada' } };
  writeFileSync(join(contentFolder, 'profile.json'), JSON.stringify(fields));
  expect(await ask('content-key', { text: key, expected: await version() })).toMatchObject({ json: { outcome: 'saved' } });
  expect(profile().pgp).toEqual({ fingerprint, file: 'key.asc', url: 'https://keys.example/ada' });
  const [kept = ''] = readdirSync(join(contentFolder, '.castellan-versions', 'key.asc'));
  expect(onDisk(join('.castellan-versions', 'key.asc', kept))).toBe('an older key');
  // Between the two writes the profile named no key: what ended the save there would have left a whole site.
  const steps = readdirSync(join(contentFolder, '.castellan-versions', 'profile.json')).map((id) =>
    JSON.parse(onDisk(join('.castellan-versions', 'profile.json', id))),
  );
  expect(steps.some(({ pgp }) => pgp.fingerprint === 'B'.repeat(40) && pgp.file === undefined)).toBe(true);
});

test('a private key, no key, and a key for another state of the profile are not written', async () => {
  const expected = await version();
  const refused = async (text: string) => (await ask('content-key', { text, expected })).json;
  expect(await refused(`${key}${key.replaceAll('PUBLIC', 'PRIVATE')}`)).toMatchObject({
    outcome: 'invalid',
    faults: [{ field: 'key', problem: expect.stringMatching(/private key, which nobody else may have/) }],
  });
  expect(await refused('hello')).toMatchObject({ outcome: 'invalid' });
  expect(await ask('content-key', { text: key, expected: '0'.repeat(64) })).toMatchObject({ json: { outcome: 'changed' } });
  expect([existsSync(join(contentFolder, 'key.asc')), await version()]).toEqual([false, expected]);
});

test('a font whose letters come out is written with the ending of its bytes, listed, replaced, and removed with a version kept', async () => {
  const base64 = squares.toString('base64');
  expect(await ask('content-fonts', { stem: 'squares', base64 })).toMatchObject({ status: 200, json: { outcome: 'saved' } });
  expect(readFileSync(join(contentFolder, 'fonts', 'squares.ttf')).equals(squares)).toBe(true);
  expect((await ask('content-fonts')).json).toMatchObject({ fonts: [{ name: 'squares.ttf', bytes: squares.length }] });
  expect(await ask('content-fonts', { remove: 'squares.ttf' })).toMatchObject({ json: { outcome: 'deleted' } });
  expect(existsSync(join(contentFolder, 'fonts', 'squares.ttf'))).toBe(false);
  expect(readdirSync(join(contentFolder, '.castellan-versions', 'fonts', 'squares.ttf'))).toHaveLength(1);
  expect((await logged()).slice(-2)).toEqual(['fonts/squares.ttf', 'fonts/squares.ttf']);
});

test('a font that was removed or replaced is listed with its versions and comes back as it was; another name or version brings nothing', async () => {
  await ask('content-fonts', { stem: 'squares', base64: squares.toString('base64') });
  await ask('content-fonts', { remove: 'squares.ttf' });
  const { json } = await ask('content-fonts');
  expect(json).toMatchObject({ fonts: [], kept: [{ name: 'squares.ttf', bytes: squares.length }] });
  const [{ id } = { id: '' }] = json['kept'] as readonly { readonly id: string }[];
  for (const [restore, kept] of [
    ['../profile.json', id],
    ['other.ttf', id],
    ['squares.ttf', '../../profile.json'],
  ])
    expect(await ask('content-fonts', { restore, kept })).toMatchObject({ status: 404 });
  expect(await ask('content-fonts', { restore: 'squares.ttf', kept: id })).toMatchObject({ json: { outcome: 'saved' } });
  expect(readFileSync(join(contentFolder, 'fonts', 'squares.ttf')).equals(squares)).toBe(true);
  expect((await ask('content-fonts')).json).toMatchObject({ kept: [] });
});

test('the key and what it replaced are read as text; it is exchanged by its own call alone', async () => {
  writeFileSync(join(contentFolder, 'key.asc'), 'an older key');
  await ask('content-key', { text: key, expected: await version() });
  const { json } = await ask('content-file?name=key.asc');
  const [{ id } = { id: '' }] = json['versions'] as readonly { readonly id: string }[];
  expect((await ask(`content-file?name=key.asc&kept=${id}`)).json).toEqual({ text: 'an older key' });
  expect(await ask('content-file', { name: 'key.asc', text: 'another', expected: json['version'] })).toMatchObject({ status: 404 });
});

test('what is no font, cannot be read, or would be one too many is not written; no other name is removed', async () => {
  const add = async (bytes: Buffer, stem = 'new') => (await ask('content-fonts', { stem, base64: bytes.toString('base64') })).json;
  expect(await add(Buffer.from('hello'))).toMatchObject({ faults: [{ problem: 'is no TrueType or OpenType font' }] });
  expect(await add(squares.subarray(0, 200))).toMatchObject({ faults: [{ problem: 'cannot be read as a font' }] });
  expect(existsSync(join(contentFolder, 'fonts'))).toBe(false);
  await add(squares, 'first');
  for (let at = 0; at < 7; at += 1) writeFileSync(join(contentFolder, 'fonts', `more-${at}.ttf`), squares);
  expect(await add(squares)).toMatchObject({ outcome: 'invalid', faults: [{ problem: expect.stringMatching(/more than 8/) }] });
  expect(await add(squares, 'first')).toMatchObject({ outcome: 'saved' });
  for (const name of ['../profile.json', 'profile.json', '.hidden.ttf', 'a/b.ttf'])
    expect(await ask('content-fonts', { remove: name })).toMatchObject({ status: 404 });
  expect(await ask('content-fonts', { stem: '../a', base64: '' })).toMatchObject({ status: 400 });
});

test('without a proof of the last five minutes neither a key nor a font is written or removed', async () => {
  const expected = await version();
  for (const [name, body] of [
    ['content-key', { text: key, expected }],
    ['content-fonts', { stem: 'squares', base64: squares.toString('base64') }],
    ['content-fonts', { remove: 'squares.ttf' }],
    ['content-fonts', { restore: 'squares.ttf', kept: 'any' }],
  ] as const)
    expect(await ask(name, body, owner.caller)).toMatchObject({ status: 403, json: { code: 'verification_too_old' } });
  expect(existsSync(join(contentFolder, 'fonts'))).toBe(false);
});
