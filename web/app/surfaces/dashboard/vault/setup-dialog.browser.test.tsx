import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../../testing/axe-findings.ts';
import { authenticatorSecret, type FakeAuth, rightCode, rightRecoveryCode, signInAsOwner } from '../../../testing/fake-auth.ts';
import { startFakeBackend } from '../../../testing/fake-backend.ts';
import { click, eventually, fill, gone, seen, textOf, toastSaid } from '../../../testing/steps.ts';
import { openMadeVault } from './testing/open-vault-screen.tsx';

let auth: FakeAuth;
beforeEach(() => {
  auth = signInAsOwner(startFakeBackend());
});

const setup = () => page.getByRole('dialog', { name: 'Reset 2FA' });
const picture = () => setup().getByRole('img', { name: 'QR code for your authenticator app' });

async function beginReset(): Promise<void> {
  await openMadeVault();
  await click('Lock');
  await click('Reset 2FA');
  await click('Reset', page.getByRole('alertdialog', { name: 'Reset 2FA?' }));
}

test('another authenticator takes the place of the present one once it has shown a code', async () => {
  await beginReset();
  await seen(picture());
  // Scale 4 (spec §9): each module is four pixels, the margin's four modules too.
  await eventually(() => {
    const drawn = picture().element();
    expect(drawn.getBoundingClientRect().width / Number(drawn.getAttribute('viewBox')?.split(' ')[2])).toBe(4);
  });
  expect(await accessibilityFaults('setup')).toEqual([]);
  await click('Enter it by hand instead', setup());
  await eventually(() => expect(textOf(setup().getByText(/^JBSW/)).replaceAll(' ', '')).toBe(authenticatorSecret));
  for (const [code, said] of [
    ['12345', 'Please enter a 6-digit code'],
    ['000000', 'The code is incorrect. Please try again.'],
  ] as const) {
    await fill('Authentication code', code, setup());
    await click('Verify', setup());
    await toastSaid(said);
    await seen(page.getByText(said, { exact: true }));
  }
  await fill('Authentication code', rightCode, setup());
  await click('Verify', setup());
  await toastSaid('2FA Reset');
  await gone(setup());
});

test('where the present code is not at hand, a recovery code proves it instead', async () => {
  auth.isStale = true;
  await beginReset();
  await click('Use a recovery code', setup());
  await fill('Recovery code', 'ABCDE', setup());
  await click('Verify', setup());
  await seen(setup().getByText('A recovery code has ten letters and digits'));
  expect(auth.proven).toEqual([]);
  await fill('Recovery code', rightRecoveryCode, setup());
  await click('Verify', setup());
  await seen(picture());
  expect(auth.proven).toEqual([rightRecoveryCode]);
});
