import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { type Profile, parseProfile } from '@castellan/content/profile';
import { parseResume } from '@castellan/content/resume';
import type { Log } from '@castellan/platform/core/log';
import { rosetteAddress } from '@castellan/web/engrave-rosette';
import { expect, test } from 'vitest';
import { engravePortrait, portraitSamples } from './engrave-portrait.ts';
import { createEngravings } from './engravings.ts';
import { readPhoto } from './read-photo.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url));
const profile = parseProfile('profile.json', read('content/profile.json').toString());
const resume = parseResume('resume.json', read('content/resume.json').toString());
if (!profile.ok || !resume.ok) throw new Error('the sample content is faulty');
const photo = read('tests/second-person/portrait.png');
const brightness = { ...portraitSamples, values: new Uint8Array(portraitSamples.width * portraitSamples.height).fill(90) };

function openEngravings(reader: typeof readPhoto = async () => brightness) {
  const said: string[] = [];
  const state = { photo: undefined as Buffer | undefined, renewed: 0, profile: profile.ok ? profile.value : ({} as Profile) };
  const log: Log = {
    debug: () => {},
    info: () => {},
    warn: (event, facts) => said.push(`${event}: ${JSON.stringify(facts)}`),
    error: () => {},
  };
  const engravings = createEngravings({
    articles: () => [],
    profile: () => state.profile,
    resume: () => (resume.ok ? resume.value : { basics: { summary: '' }, work: [], projects: [], skills: [] }),
    photo: () => state.photo,
    log,
    onPortrait: () => {
      state.renewed += 1;
    },
    read: reader,
  });
  const ask = async (path: string, headers = {}) => engravings.answer(new Request(`http://castellan.test${path}`, { headers }));
  return { engravings, state, said, ask };
}

test('the rosettes of the content’s names are served, packed for whom can unpack, and no other', async () => {
  const { ask } = openEngravings();
  for (const name of ['Rosette', 'Ada Varga']) {
    const plain = await (await ask(rosetteAddress(name)))?.text();
    const packed = await ask(rosetteAddress(name), { 'accept-encoding': 'gzip, br' });
    expect(plain).toMatch(/^<svg xmlns[^<>]*>(?:<(?:path|use) [^<>]*\/>)+<\/svg>\n$/);
    expect(packed?.headers.get('content-encoding')).toBe('br');
    expect(brotliDecompressSync(Buffer.from((await packed?.arrayBuffer()) ?? new ArrayBuffer(0))).toString()).toBe(plain);
  }
  expect((await ask('/engravings/drawing-chain-mark.svg'))?.headers.get('content-type')).toBe('image/svg+xml');
  for (const path of [rosetteAddress('Somebody Else'), '/engravings/', '/engravings/drawing-cat-body.svg', '/engraving/x']) {
    expect(await ask(path)).toBeUndefined();
  }
});

test('a name that changed has another rosette, and the old one is gone', async () => {
  const { ask, engravings, state } = openEngravings();
  await ask(rosetteAddress('Ada Varga'));
  state.profile = { ...state.profile, name: 'Grace Hopper' };
  await engravings.renew();
  expect(await ask(rosetteAddress('Ada Varga'))).toBeUndefined();
  expect((await ask(rosetteAddress('Grace Hopper')))?.status).toBe(200);
});

test('a photo is engraved once for each of its versions, and taken away with it', async () => {
  let reads = 0;
  const { ask, engravings, state } = openEngravings(async () => {
    reads += 1;
    return brightness;
  });
  await engravings.renew();
  expect([engravings.portrait(), state.renewed]).toEqual([undefined, 0]);
  state.photo = photo;
  await engravings.renew();
  await engravings.renew();
  const address = engravings.portrait() ?? '';
  expect([address, reads, state.renewed]).toEqual([expect.stringMatching(/^\/engravings\/portrait-[0-9a-f]{16}\.svg$/), 1, 1]);
  expect((await ask(address))?.status).toBe(200);
  state.photo = undefined;
  await engravings.renew();
  expect([engravings.portrait(), state.renewed, await ask(address)]).toEqual([undefined, 2, undefined]);
});

test('a photo that cannot be read leaves the monogram, and the owner is told by file and field', async () => {
  const { engravings, state, said } = openEngravings(readPhoto);
  for (const bytes of ['no picture', '\xff\xd8\xff damaged', '\0\0\0\x20ftypavif']) {
    state.photo = Buffer.from(bytes, 'latin1');
    await engravings.renew();
    expect(engravings.portrait()).toBeUndefined();
  }
  expect(said).toHaveLength(3);
  for (const complaint of said) expect(complaint).toMatch(/^profile\.json: the field "photo" names a picture that cannot be engraved/);
});

test('a real photo becomes lines that swell where it is dark, the same ones each time', async () => {
  const seen = await readPhoto(photo);
  const row = Math.round(seen.height * 0.4);
  const at = (share: number) => seen.values[row * seen.width + Math.round(share * seen.width)] ?? 0;
  // Hair beside the face is darker than the forehead.
  expect(at(0.32)).toBeLessThan(at(0.45) - 60);
  const engraved = engravePortrait(seen);
  expect(engraved).toBe(engravePortrait(seen));
  expect(engraved).toMatch(/^<svg [^<>]*><path d="[MlzZ\d -]+"\/><\/svg>\n$/);
  expect(engraved.length).toBeLessThan(200_000);
});

test('a picture of one tone is engraved evenly, without a division by nothing', () => {
  expect(engravePortrait(brightness)).not.toMatch(/NaN|Infinity|undefined/);
});
