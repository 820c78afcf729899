import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../../testing/axe-findings.ts';
import { openSitePage, sampleSite } from '../../../testing/open-site-page.tsx';
import { counted, eventually, says, seen, textsOf } from '../../../testing/steps.ts';

const letter = () => page.getByRole('article', { name: 'ada@varga.example' });
const withProfile = (change: object) => ({ ...sampleSite, profile: { ...sampleSite.profile, ...change } });

afterEach(() => {
  vi.restoreAllMocks();
});

test('the letter is addressed to the owner, leads to the mail program, and copies the address with a word in place', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await openSitePage('/');
  for (const name of ['ada@varga.example', 'Write an e-mail'])
    await expect.element(letter().getByRole('link', { name })).toHaveAttribute('href', 'mailto:ada@varga.example');
  const button = letter().getByRole('button', { name: 'Copy address' });
  await seen(button);
  await document.fonts.ready;
  const width = button.element().getBoundingClientRect().width;
  await button.click();
  expect(copied).toHaveBeenCalledWith('ada@varga.example');
  await expect.element(letter().getByRole('status')).toHaveTextContent('Copied');
  expect(letter().getByRole('button').element().getBoundingClientRect().width).toBe(width);
  await eventually(() => expect(letter().getByRole('status').element()).toHaveTextContent(''));
});

test('where the browser refuses to copy, the address is shown to be copied by hand', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
  vi.spyOn(document, 'execCommand').mockReturnValue(false);
  vi.spyOn(console, 'error').mockReturnValue();
  await openSitePage('/');
  await letter().getByRole('button', { name: 'Copy address' }).click();
  await says(page.getByRole('alertdialog'), 'Failed to copy. Please copy manually: ada@varga.example');
});

test('it tells the owner’s time beside the reader’s, availability and the key where the content gives them', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 23, 16, 8) });
  await openSitePage('/', withProfile({ availability: 'From January 2027' }));
  await seen(letter());
  expect(await textsOf(letter().getByRole('term'))).toEqual(['Budapest', 'Availability', 'PGP']);
  await says(letter().getByRole('definition').first(), '17:08 now');
  await seen(letter().getByText('From January 2027'));
  await expect
    .element(letter().getByRole('link', { name: '7A3F 91C2 0D4E 5B88' }))
    .toHaveAttribute('href', 'https://varga.example/ada.asc');
  vi.useRealTimers();
  await openSitePage('/', withProfile({ pgp: { fingerprint: sampleSite.profile.pgp?.fingerprint, file: 'key.asc' } }));
  await expect.element(letter().getByRole('link', { name: '7A3F 91C2 0D4E 5B88' })).toHaveAttribute('href', '/pgp.asc');
  await openSitePage('/', withProfile({ pgp: undefined }));
  await seen(letter());
  expect(await textsOf(letter().getByRole('term'))).toEqual(['Budapest']);
});

test('without an e-mail address there is no letter and no gap, and without any channel no section', async () => {
  await openSitePage('/', withProfile({ email: undefined }));
  await seen(page.getByRole('heading', { name: 'Find me here ~' }));
  await counted(page.getByText('Or write a letter'), 0);
  const none = { linkedinUrl: undefined, githubUrl: undefined, discordHandle: undefined };
  await openSitePage('/', withProfile({ ...none, email: undefined }));
  await seen(page.getByRole('heading', { name: 'Skills' }));
  await counted(page.getByRole('heading', { name: 'Find me here ~' }), 0);
  await openSitePage('/', withProfile(none));
  await seen(letter());
});

test('axe finds nothing in the letter, and it holds a very long address at 320 px', async () => {
  await openSitePage('/', withProfile({ email: `${'long.mailbox.'.repeat(4)}name@a-rather-long-host-name.department.example` }));
  await seen(page.getByText('Or write a letter'));
  expect(await accessibilityFaults('letter')).toEqual([]);
});
