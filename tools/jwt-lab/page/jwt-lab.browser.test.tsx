import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../../web/app/testing/axe-findings.ts';
import { openOwnerPage, startOwnerWorld } from '../../../web/app/testing/open-owner-page.tsx';
import { openPage, pageRoute } from '../../../web/app/testing/open-page.tsx';
import { chooseFromMenu, click, fill, says, seen } from '../../../web/app/testing/steps.ts';
import * as jwtLabPage from './page.tsx';

const weak =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c';

const open = (hash = '') => openPage(`/jwt-lab${hash}`, [pageRoute('/jwt-lab', jwtLabPage)]);
const verdict = () => page.getByRole('region', { name: 'Verdict' });

test('an example is made and verified, and one changed character breaks it', async () => {
  await open();
  await click('Make an example');
  await says(verdict(), 'Valid for another 60 minutes.');
  const field = page.getByLabelText('Token', { exact: true });
  await expect.element(field).not.toHaveValue('');
  const token = field.element() instanceof HTMLTextAreaElement ? (field.element() as HTMLTextAreaElement).value : '';
  const [header = '', , signature = ''] = token.split('.');
  await field.fill(`${header}.e30.${signature}`);
  await says(verdict(), 'Invalid signature.');
});

test('the owner’s menu shows the example from any part of the lab, and clears token and key', async () => {
  await startOwnerWorld();
  await openOwnerPage('/jwt-lab#sign');
  await chooseFromMenu('Show sample data');
  await says(verdict(), 'Valid for another 60 minutes.');
  await chooseFromMenu('Clear token and key');
  await expect.element(page.getByLabelText('Token', { exact: true })).toHaveValue('');
  await expect.element(page.getByLabelText('Key', { exact: true })).toHaveValue('');
  expect(await accessibilityFaults('the owner’s lab')).toEqual([]);
});

test('a text that is no token is refused with the part and the byte', async () => {
  await open();
  await fill('Token', 'eyJhbGciOiJIUzI1NiJ9.e30=.AAAA');
  await says(verdict(), 'Not a valid token.');
  await says(verdict(), 'padding “=” at byte 24');
});

test('a secret of every list makes a sound signature worthless', async () => {
  await open();
  await fill('Token', weak);
  await says(verdict(), 'Decoded, not verified.');
  await fill('Key', 'your-256-bit-secret');
  await says(verdict(), 'Valid signature, but anyone can forge it.');
  await seen(page.getByText('Known HMAC secret'));
  await fill('Key', 'another');
  await says(verdict(), 'Invalid signature.');
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
  await says(verdict(), 'Valid, without expiration.');
});

test('the secret of a token is cracked in Workers', async () => {
  await open('#guess');
  await fill('Token', weak);
  await click('Crack');
  await says(verdict(), 'Secret cracked.');
  await click('Use it as the key');
});

test('tokens are forged for each flaw, with claims of one’s own, and what an attack lacks is said', async () => {
  await open('#forge');
  await fill('Token', weak);
  await fill('Claims to set, as JSON', '{"sub":"admin"}');
  await click('Forge');
  await seen(page.getByRole('heading', { name: 'Unsigned tokens (alg: none)' }));
  await seen(page.getByText('Algorithm confusion: it needs the verifier’s public key.'));
  expect(await accessibilityFaults('jwt-lab, forged')).toEqual([]);
  await fill('Address of your key, for jku and x5u', 'https://attacker.example/k');
  await click('Forge');
  await seen(page.getByText('JWK Set, for jku'));
  await fill('Claims to set, as JSON', '[]');
  await click('Forge');
  await seen(page.getByText('The claims are not a JSON object.'));
});

test('an encrypted token is decrypted with its key, and says why it is not with another', async () => {
  await open();
  // The example of RFC 7516, appendix A.3.
  await fill(
    'Token',
    'eyJhbGciOiJBMTI4S1ciLCJlbmMiOiJBMTI4Q0JDLUhTMjU2In0.6KB707dM9YTIgHtLvtgWQ8mKwboJW3of9locizkDTHzBC2IlrT1oOQ.AxY8DCtDaGlsbGljb3RoZQ.KDlTtXchhZTGufMYmOYGS4HffxPSUrfmqCHXaI9wOGY.U0m_YmjN04DJvceFICbCVQ',
  );
  await says(verdict(), 'Enter its key to decrypt it.');
  await fill('Key', '{"kty":"oct","k":"GawgguFyGrWKav7AX4VKUg"}');
  await says(verdict(), 'Decrypted.');
  await seen(page.getByText('Live long and prosper.'));
  await fill('Key', '{"kty":"oct","k":"AAAAAAAAAAAAAAAAAAAAAA"}');
  await says(verdict(), 'Decryption failed.');
  expect(await accessibilityFaults('jwt-lab, encrypted')).toEqual([]);
});

test.for(['', '#sign', '#keys', '#forge', '#guess'])('axe finds nothing on the part “%s”, and it fits 320 px', async (hash) => {
  await open(hash);
  if (hash === '') {
    await fill('Token', weak);
    await fill('Key', 'your-256-bit-secret');
    await seen(page.getByText('Known HMAC secret'));
  }
  expect(await accessibilityFaults(`jwt-lab${hash}`)).toEqual([]);
});
