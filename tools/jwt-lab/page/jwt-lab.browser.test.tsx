import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../../web/app/testing/axe-findings.ts';
import { openPage, pageRoute } from '../../../web/app/testing/open-page.tsx';
import { click, fill, says, seen } from '../../../web/app/testing/steps.ts';
import * as jwtLabPage from './page.tsx';

const weak =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c';

const open = (hash = '') => openPage(`/jwt-lab${hash}`, [pageRoute('/jwt-lab', jwtLabPage)]);
const verdict = () => page.getByRole('region', { name: 'Verdict' });

test('an example is made and verified, and one changed character breaks it', async () => {
  await open();
  await click('Make an example');
  await says(verdict(), 'Authentic, for another 60 minutes.');
  const field = page.getByLabelText('Token', { exact: true });
  await expect.element(field).not.toHaveValue('');
  const token = field.element() instanceof HTMLTextAreaElement ? (field.element() as HTMLTextAreaElement).value : '';
  const [header = '', , signature = ''] = token.split('.');
  await field.fill(`${header}.e30.${signature}`);
  await says(verdict(), 'The signature does not hold.');
});

test('a text that is no token is refused with the part and the byte', async () => {
  await open();
  await fill('Token', 'eyJhbGciOiJIUzI1NiJ9.e30=.AAAA');
  await says(verdict(), 'No verifier may accept this text.');
  await says(verdict(), '“=” at byte 24');
});

test('a secret of every list makes a sound signature worthless', async () => {
  await open();
  await fill('Token', weak);
  await says(verdict(), 'Readable, and not verified.');
  await fill('Key', 'your-256-bit-secret');
  await says(verdict(), 'The signature holds, and anybody can make another.');
  await seen(page.getByText('The secret is in every attacker’s list'));
  await fill('Key', 'another');
  await says(verdict(), 'The signature does not hold.');
  await fill('Key', '{"kty":"RSA"}');
  await seen(page.getByText('The key’s “e” is missing.'));
});

test('a new key signs a token, which is read and verified with the same key', async () => {
  await open('#keys');
  await click('Make a key');
  await seen(page.getByText('Thumbprint, SHA-256'));
  await page.getByRole('link', { name: 'Sign', exact: true }).click();
  await page.getByLabelText('Algorithm').selectOptions('ES256');
  await page.getByRole('link', { name: 'Read this token' }).click();
  await says(verdict(), 'Authentic, and without an end.');
});

test('the secret of a token is guessed in Workers', async () => {
  await open('#guess');
  await fill('Token', weak);
  await click('Guess');
  await says(verdict(), 'The secret is known.');
  await click('Use it as the key');
});

test.for(['', '#sign', '#keys', '#guess'])('axe finds nothing on the part “%s”, and it fits 320 px', async (hash) => {
  await open(hash);
  if (hash === '') {
    await fill('Token', weak);
    await fill('Key', 'your-256-bit-secret');
    await seen(page.getByText('The secret is in every attacker’s list'));
  }
  expect(await accessibilityFaults(`jwt-lab${hash}`)).toEqual([]);
});
