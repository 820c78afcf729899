import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../../../web/app/testing/axe-findings.ts';
import { rightCode } from '../../../../web/app/testing/fake-auth.ts';
import type { FakeBackend } from '../../../../web/app/testing/fake-backend.ts';
import { openOwnerPage, startOwnerWorld } from '../../../../web/app/testing/open-owner-page.tsx';
import { click, fill, focused, gone, says, seen } from '../../../../web/app/testing/steps.ts';
import { keepDraft } from './drafts.ts';

const first = 'a'.repeat(64);
const second = 'b'.repeat(64);
const profile = {
  name: 'Ada Varga',
  givenNames: 'Ada',
  familyName: 'Varga',
  initials: 'AV',
  about: ['One.', 'Two.'],
  copyrightYear: 2026,
  timeZone: 'Europe/Budapest',
};
const resume = { basics: { summary: 'Summary.' }, work: [{ name: 'Halyard', position: 'Engineer', startDate: '2022' }] };
/** A picture of one pixel. */
const dot = { base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNgAAAAAgAB5OMb3QAAAABJRU5ErkJggg==', width: 1, height: 1 };
const beside = [
  { name: 'keys-1.png', bytes: 70, width: 1, height: 1, articles: [] },
  { name: 'other.png', bytes: 70, width: 1, height: 1, articles: ['writing/other.md'] },
];
const textOf = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

const fontsNamed = (names: readonly string[], kept: readonly string[] = []) => ({
  json: {
    fonts: names.map((name) => ({ name, bytes: 700 })),
    kept: kept.map((name) => ({ name, id: 'an-id', savedAt: '2026-11-27T03:15:20.000Z', bytes: 700 })),
    maxBytes: 1000,
    maxFiles: 8,
  },
});

type Given = { readonly deleted?: readonly object[]; readonly isWritable?: boolean; readonly versions?: readonly object[] };

/** The page that edits a part, over a server whose content is this. */
async function openEditor(part: string, { isWritable = true, versions = [], deleted = [] }: Given = {}) {
  for (const name of ['profile.json', 'resume.json', 'wishes.json', 'private.json', 'writing/keys.md']) keepDraft(name, undefined);
  const world = await startOwnerWorld();
  answerContent(world.backend, { isWritable, versions, deleted });
  await openOwnerPage(`/settings#edit-${part}`);
  return world;
}

function answerContent(backend: FakeBackend, { isWritable, versions, deleted }: Required<Given>): void {
  const files = [
    { name: 'profile.json', kind: 'profile' },
    { name: 'resume.json', kind: 'resume' },
    { name: 'writing/keys.md', kind: 'article' },
  ];
  const texts: Readonly<Record<string, string>> = {
    'profile.json': textOf(profile),
    'resume.json': textOf(resume),
    'wishes.json': textOf({ wishes: [{ key: 'lamp', title: 'Brass lamp', category: 'Desk', priceMinor: 4900, currency: 'EUR' }] }),
    'private.json': textOf({ fullName: 'Ada Varga', phone: '+36 1 555 0142' }),
    'writing/keys.md': '---\ntitle: Keys on paper\ndate: 2026-02-20\n---\n\nA card in a drawer.\n',
  };
  backend.on('GET /functions/v1/content-file', ({ query }) => {
    const name = query.get('name') ?? '';
    if (query.has('kept')) return { json: { text: textOf({ ...profile, name: 'Before' }) } };
    return { json: { text: texts[name] ?? null, version: texts[name] === undefined ? null : first, versions } };
  });
  backend.on('GET /functions/v1/content-pictures', ({ query }) => ({ json: query.has('name') ? dot : { pictures: beside } }));
  backend.on('GET /functions/v1/content-fonts', fontsNamed([]));
  backend.on('GET /functions/v1/content-files', { json: { folder: '/srv/content', isWritable, isSample: false, files, deleted } });
}

const sentTexts = (backend: FakeBackend) => backend.callsOf('POST /functions/v1/content-file').map(({ body }) => body);
const saved = { json: { outcome: 'saved', version: second, versions: [] } };
const inPreview = () => document.querySelector<HTMLIFrameElement>('iframe.preview-frame')?.contentDocument;

test('a changed name is drawn by the home page’s own parts at once, and saved with the version it began with', async () => {
  const { backend } = await openEditor('profile');
  backend.on('POST /functions/v1/content-file', saved);
  await expect.poll(() => inPreview()?.querySelector('.hero-name')?.textContent).toBe('Ada Varga');
  await fill('Name', 'Grace Hopper');
  await expect.poll(() => inPreview()?.querySelector('.hero-name')?.textContent).toBe('Grace Hopper');
  await click('Save');
  await seen(page.getByText('Saved. The public pages have it in a moment.'));
  expect(sentTexts(backend)).toEqual([{ name: 'profile.json', text: textOf({ ...profile, name: 'Grace Hopper' }), expected: first }]);
  expect(await accessibilityFaults('profile')).toEqual([]);
});

test('a save without a fresh proof asks for one, and goes on with it; a wrong code is said', async () => {
  const { backend } = await openEditor('profile');
  let isProven = false;
  backend.on('POST /functions/v1/content-file', () => (isProven ? saved : { status: 403, json: { code: 'verification_too_old' } }));
  await fill('Initials', 'GH');
  await click('Save');
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await fill('Authenticator code', '000000', dialog);
  await click('Confirm and save', dialog);
  await says(dialog, 'The code is incorrect. Please try again.');
  isProven = true;
  await fill('Authenticator code', rightCode, dialog);
  await click('Confirm and save', dialog);
  await gone(dialog);
  await seen(page.getByText('Saved. The public pages have it in a moment.'));
});

test('faults stand at their fields, others with their line, and the draft stays', async () => {
  const { backend } = await openEditor('experience');
  const faults = [
    { field: 'work.0.url', problem: 'must be a web address', line: 9 },
    { field: 'skills.0.evidence.0.post', problem: 'must be the name of one of the posts', line: 20 },
  ];
  backend.on('POST /functions/v1/content-file', { json: { outcome: 'invalid', faults } });
  await click('Engineer, Halyard');
  await fill('Address', 'halyard');
  await click('Save');
  await seen(page.getByText('✕ must be a web address'));
  await says(page.getByRole('list', { name: 'Faults' }), 'resume.json, line 20');
  await expect.element(page.getByLabelText('Address')).toHaveValue('halyard');
  await seen(page.getByText('Not saved: the site could not be made from it.'));
});

test('a file that was changed elsewhere is shown beside the draft, and either can be kept without losing the other', async () => {
  const { backend } = await openEditor('profile');
  const theirs = textOf({ ...profile, name: 'By An Editor' });
  backend.on('POST /functions/v1/content-file', { json: { outcome: 'changed', version: second, text: theirs } });
  await fill('Name', 'Mine');
  await click('Save');
  const both = page.getByRole('region', { name: 'Two versions' });
  await expect.element(both.getByLabelText('On the server now')).toHaveValue(theirs);
  await expect.element(both.getByLabelText('Your draft')).toHaveValue(textOf({ ...profile, name: 'Mine' }));
  expect(await accessibilityFaults('conflict')).toEqual([]);
  backend.on('POST /functions/v1/content-file', saved);
  await click('Save mine; keep the other as a version', both);
  await gone(both);
  expect(sentTexts(backend)).toMatchObject([{ expected: first }, { expected: second }]);
});

test('where the server may not write, the path and the text are offered instead of a save', async () => {
  await openEditor('profile', { isWritable: false });
  await seen(page.getByText('/srv/content/profile.json'));
  await seen(page.getByRole('button', { name: 'Copy the text' }));
  await gone(page.getByRole('button', { name: 'Save', exact: true }));
});

test('a version before is restored by one press', async () => {
  const versions = [{ id: '20261127T000001000Z-0123456789abcdef', savedAt: '2026-11-27T00:00:01.000Z', bytes: 300 }];
  const { backend } = await openEditor('profile', { versions });
  backend.on('POST /functions/v1/content-file', saved);
  await click('Restore', page.getByRole('region', { name: 'Versions before' }));
  await expect.element(page.getByLabelText('Name', { exact: true })).toHaveValue('Before');
  expect(sentTexts(backend)).toMatchObject([{ text: textOf({ ...profile, name: 'Before' }), expected: first }]);
});

test('an article is drawn as its page while it is written, and a new one begins as a draft that nobody else sees', async () => {
  const { backend } = await openEditor('articles');
  await click('writing/keys.md');
  await expect.poll(() => inPreview()?.querySelector('h1')?.textContent).toBe('Keys on paper');
  await page.getByLabelText('writing/keys.md in Markdown').fill('---\ntitle: Keys on steel\ndate: 2026-02-20\n---\n\nText.\n');
  await expect.poll(() => inPreview()?.querySelector('h1')?.textContent).toBe('Keys on steel');
  await fill('Address of a new article', 'No spaces');
  await click('Begin it');
  await seen(page.getByText('Small letters, digits and single hyphens.'));
  await fill('Address of a new article', 'locks');
  await click('Begin it');
  await expect.element(page.getByLabelText('writing/locks.md in Markdown')).toHaveValue(expect.stringContaining('draft: true'));
  backend.on('POST /functions/v1/content-file', saved);
  expect(sentTexts(backend)).toEqual([]);
});

const keptOnce = [{ id: '20261127T000001000Z-0123456789abcdef', savedAt: '2026-11-27T00:00:01.000Z', bytes: 300 }];

test('an article is deleted once its name was shown and a proof given, and is brought back from the list of deleted ones', async () => {
  const { backend } = await openEditor('articles', { versions: keptOnce });
  let isProven = false;
  const deleted = { json: { outcome: 'deleted', versions: keptOnce } };
  backend.on('POST /functions/v1/content-file', () => (isProven ? deleted : { status: 403, json: { code: 'verification_too_old' } }));
  await click('writing/keys.md');
  await click('Delete this article');
  const question = page.getByRole('dialog', { name: 'Delete “Keys on paper”?' });
  expect(await accessibilityFaults('deletion')).toEqual([]);
  await click('Delete the article', question);
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await fill('Authenticator code', rightCode, proof);
  isProven = true;
  await click('Confirm and delete', proof);
  await seen(page.getByText('Deleted: writing/keys.md. It is kept below, and can be brought back.'));
  await gone(page.getByRole('button', { name: 'writing/keys.md', exact: true }));
  expect(sentTexts(backend).at(-1)).toEqual({ name: 'writing/keys.md', text: null, expected: first });
  await page.getByText('Deleted, and kept: 1').click();
  backend.on('POST /functions/v1/content-file', saved);
  await click('Bring back writing/keys.md');
  await seen(page.getByText('Brought back: writing/keys.md. The public pages have it in a moment.'));
  await seen(page.getByRole('button', { name: 'writing/keys.md', exact: true }));
});

test('a text that was deleted before is listed, and what keeps it from being brought back is said', async () => {
  const deleted = [{ name: 'writing/locks.md', kind: 'article' }];
  const { backend } = await openEditor('articles', { versions: keptOnce, deleted });
  backend.on('POST /functions/v1/content-file', { json: { outcome: 'invalid', faults: [{ problem: 'names the picture "a.png"' }] } });
  await page.getByText('Deleted, and kept: 1').click();
  await click('Bring back writing/locks.md');
  await seen(page.getByText('Not brought back: it names the picture "a.png".'));
  expect(sentTexts(backend)).toMatchObject([{ name: 'writing/locks.md', expected: null }]);
});

test('a picture is added with words for what it shows, stands in the draft and the preview, and is sent as pixels alone', async () => {
  const { backend } = await openEditor('articles');
  backend.on('POST /functions/v1/content-pictures', { json: { outcome: 'saved', version: second, versions: [], name: 'keys-1.png' } });
  await click('writing/keys.md');
  const pictures = page.getByRole('region', { name: 'Pictures' });
  expect(await accessibilityFaults('pictures')).toEqual([]);
  const picture = await new OffscreenCanvas(4, 4).getContext('2d')?.canvas.convertToBlob();
  await pictures.getByLabelText('New picture').upload(new File([picture ?? ''], 'IMG_1.png', { type: 'image/png' }));
  await click('Add the picture', pictures);
  await seen(pictures.getByText('Say what the picture shows: it is read to those who do not see it.'));
  expect(backend.callsOf('POST /functions/v1/content-pictures')).toEqual([]);
  await fill('What it shows', 'A [brass] key', pictures);
  await click('Add the picture', pictures);
  await seen(pictures.getByText('Added: keys-1.png. It is in the draft now, and public once the article is saved.'));
  const editor = page.getByLabelText('writing/keys.md in Markdown');
  await expect.element(editor).toHaveValue(expect.stringContaining('A card in a drawer.\n\n![A (brass) key](keys-1.png)\n'));
  await expect
    .poll(() => inPreview()?.querySelector<HTMLImageElement>('figure img, p img')?.src)
    .toBe(`data:image/png;base64,${dot.base64}`);
  expect(inPreview()?.querySelector('figure img, p img')?.getAttribute('alt')).toBe('A (brass) key');
  expect(backend.callsOf('POST /functions/v1/content-pictures')).toMatchObject([
    { body: { stem: 'keys', base64: expect.stringMatching(/^iVBOR/) } },
  ]);
});

test('a picture that no article names is removed with a proof; one that is shown elsewhere offers no removal', async () => {
  const { backend } = await openEditor('articles');
  let isProven = false;
  const removed = { json: { outcome: 'deleted', versions: [] } };
  backend.on('POST /functions/v1/content-pictures', () => (isProven ? removed : { status: 403, json: { code: 'verification_too_old' } }));
  await click('writing/keys.md');
  const pictures = page.getByRole('region', { name: 'Pictures' });
  await pictures.getByText('Of other articles: 1').click();
  await seen(page.getByRole('button', { name: 'Insert other.png' }));
  await gone(page.getByRole('button', { name: 'Remove other.png' }));
  await click('Remove keys-1.png');
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await fill('Authenticator code', rightCode, proof);
  isProven = true;
  await click('Confirm and delete', proof);
  await seen(pictures.getByText('Removed: keys-1.png. Its bytes are kept among the versions of the content folder.'));
  expect(backend.callsOf('POST /functions/v1/content-pictures').map(({ body }) => body)).toEqual([
    { remove: 'keys-1.png' },
    { remove: 'keys-1.png' },
  ]);
});

test('an address names the field that has the focus once the form is there', async () => {
  await openEditor('profile.name');
  await focused(page.getByLabelText('Name', { exact: true }));
});

test('a first wish is drawn as its card while it is typed, and its fault stands at its field', async () => {
  const { backend } = await openEditor('wishes');
  const card = () => inPreview()?.querySelector('.wish')?.textContent;
  await expect.poll(card).toContain('Brass lamp');
  await click('Brass lamp, Desk');
  await fill('Wish', 'Oil lamp');
  await expect.poll(card).toContain('Oil lamp');
  expect(card()).toContain('€49');
  const faults = [{ field: 'wishes.0.currency', problem: 'must be a currency such as "EUR"', line: 8 }];
  backend.on('POST /functions/v1/content-file', { json: { outcome: 'invalid', faults } });
  await click('Save');
  await seen(page.getByText('✕ must be a currency such as "EUR"'));
  expect(await accessibilityFaults('wishes')).toEqual([]);
});

test('the telephone number is edited in two fields, and no page is drawn of it', async () => {
  const { backend } = await openEditor('private');
  backend.on('POST /functions/v1/content-file', saved);
  await fill('Number', '+36 1 555 0199');
  await click('Save');
  await seen(page.getByText('Saved. The public pages have it in a moment.'));
  expect(sentTexts(backend)).toMatchObject([{ name: 'private.json', text: textOf({ fullName: 'Ada Varga', phone: '+36 1 555 0199' }) }]);
  expect(inPreview()).toBeUndefined();
});

test('a public key is sent with the version of the profile, and its fingerprint is shown; a private key is not sent', async () => {
  const { backend } = await openEditor('key');
  await seen(page.getByText('No key is on the site yet.'));
  await fill('Or paste it', '-----BEGIN PGP PRIVATE KEY BLOCK-----');
  await seen(page.getByText(/This is a private key\. It was not sent/));
  await gone(page.getByRole('button', { name: 'Use this key' }));
  const refused = { outcome: 'invalid', faults: [{ field: 'key', problem: 'is a text that holds no public key' }] };
  backend.on('POST /functions/v1/content-key', { json: refused });
  await fill('Or paste it', 'a key');
  await click('Use this key');
  await seen(page.getByText(/is a text that holds no public key/));
  backend.on('POST /functions/v1/content-key', saved);
  const named = { ...profile, pgp: { fingerprint: 'A1B2'.repeat(10), file: 'key.asc' } };
  backend.on('GET /functions/v1/content-file', { json: { text: textOf(named), version: second, versions: [] } });
  await click('Use this key');
  await seen(page.getByText('Saved. Visitors can fetch it in a moment.'));
  await seen(page.getByText(Array.from({ length: 10 }, () => 'A1B2').join(' ')));
  expect(backend.callsOf('POST /functions/v1/content-key').map(({ body }) => body)).toEqual([
    { text: 'a key', expected: first },
    { text: 'a key', expected: first },
  ]);
  expect(await accessibilityFaults('the key')).toEqual([]);
});

test('where the server cannot write, the key’s page names the places and what to write there', async () => {
  await openEditor('key', { isWritable: false });
  await seen(page.getByText('/srv/content/key.asc'));
  await fill('Or paste it', 'a key');
  await seen(page.getByRole('button', { name: 'Copy the key' }));
  await gone(page.getByRole('button', { name: 'Use this key' }));
});

test('a font is added under a plain name, listed and removed; what is wrong with one is said', async () => {
  const { backend } = await openEditor('fonts');
  await seen(page.getByText('No font of your own yet.'));
  await page.getByLabelText('New font').upload(new File(['hello'], 'My Font (v2).ttf'));
  const refused = { outcome: 'invalid', faults: [{ field: 'font', problem: 'is no TrueType or OpenType font' }] };
  backend.on('POST /functions/v1/content-fonts', { json: refused });
  await click('Add the font');
  await seen(page.getByText('Not added: the file is no TrueType or OpenType font.'));
  backend.on('POST /functions/v1/content-fonts', saved);
  backend.on('GET /functions/v1/content-fonts', fontsNamed(['my-font-v2.ttf']));
  await click('Add the font');
  await seen(page.getByText('my-font-v2.ttf'));
  expect(await accessibilityFaults('the fonts')).toEqual([]);
  backend.on('POST /functions/v1/content-fonts', { json: { outcome: 'deleted', versions: [] } });
  backend.on('GET /functions/v1/content-fonts', fontsNamed([], ['my-font-v2.ttf']));
  await click('Remove my-font-v2.ttf');
  await seen(page.getByText('No font of your own yet.'));
  backend.on('POST /functions/v1/content-fonts', saved);
  backend.on('GET /functions/v1/content-fonts', fontsNamed(['my-font-v2.ttf']));
  await click('Restore');
  await seen(page.getByText('Restored: my-font-v2.ttf.'));
  expect(backend.callsOf('POST /functions/v1/content-fonts').map(({ body }) => body)).toEqual([
    { stem: 'my-font-v2', base64: 'aGVsbG8=' },
    { stem: 'my-font-v2', base64: 'aGVsbG8=' },
    { remove: 'my-font-v2.ttf' },
    { restore: 'my-font-v2.ttf', kept: 'an-id' },
  ]);
});
