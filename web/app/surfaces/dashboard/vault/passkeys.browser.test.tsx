import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { MemoryAuthenticator } from '../../../domains/vault/testing/memory-authenticator.ts';
import { accessibilityFaults } from '../../../testing/axe-findings.ts';
import { authenticator, type FakeAuth, rightCode, signInAsOwner } from '../../../testing/fake-auth.ts';
import { type FakeBackend, startFakeBackend } from '../../../testing/fake-backend.ts';
import { click, fill, focused, gone, seen, toastSaid } from '../../../testing/steps.ts';
import {
  addEntry,
  beginRotation,
  expectPassword,
  expectRotated,
  fillNewMaster,
  openMadeVault,
  strongMaster,
  unlockByMaster,
} from './testing/open-vault-screen.tsx';

let keys: MemoryAuthenticator;
let backend: FakeBackend;
let auth: FakeAuth;
beforeEach(() => {
  keys = new MemoryAuthenticator();
  backend = startFakeBackend();
  const passkey = (name: string) => ({ id: name, factor_type: 'webauthn', status: 'verified', friendly_name: name }) as const;
  auth = signInAsOwner(backend, () => [authenticator, ...keys.factors.map(passkey)]);
});

const dialogOf = (name: string) => page.getByRole('dialog', { name });
const opensAndSignsIn = (name: string) => page.getByText(`${name} · opens everything, and signs in after the password`);
const onlySignsIn = (name: string) => page.getByText(`${name} · signs in after the password; does not unlock the vault`);

async function openSecurity() {
  const opened = await openMadeVault({ passkeys: keys.passkeyClient, passkeyFactors: keys.service });
  await addEntry({ Title: 'Bank', Password: 'bank secret' });
  await click('Security');
  await seen(page.getByRole('heading', { name: 'Security', level: 2 }));
  return opened;
}

async function addPasskey(name: string, proof = strongMaster) {
  await click('Add a passkey');
  const dialog = dialogOf('Add a passkey');
  await fill('Name of the passkey', name, dialog);
  await fill('Current master password', proof, dialog);
  await click('Add passkey', dialog);
  return dialog;
}

test('a wrong master adds no passkey; an authenticator without PRF signs in and opens no vault, as the page says', async () => {
  keys.knowsPrf = false;
  await openSecurity();
  const dialog = await addPasskey('Old key', 'not the master');
  await seen(dialog.getByText('Incorrect master password.'));
  await fill('Current master password', strongMaster, dialog);
  await click('Add passkey', dialog);
  await toastSaid('It cannot unlock the vault: it does not support PRF.');
  await seen(onlySignsIn('Old key'));
});

test('a backend that takes no passkeys for sign-in is said to, and the passkey still opens the vault', async () => {
  keys.refusals = { offer: 'mfa_webauthn_enroll_not_enabled' };
  await openSecurity();
  await addPasskey('Ring');
  await toastSaid('It does not sign in: passkeys are turned off at this backend.');
  await seen(page.getByText('Ring · opens everything', { exact: true }));
  await click('Lock');
  await click('Use the passkey “Ring”');
  await expectPassword('Bank', 'bank secret');
});

test('a passkey proves a change of the master, and what is chosen then opens the vault', async () => {
  await openSecurity();
  await addPasskey('Ring');
  await seen(opensAndSignsIn('Ring'));
  await click('Change master password');
  const change = dialogOf('Change the master password');
  await change.getByLabelText('Confirm with').selectOptions('the passkey “Ring”');
  await fillNewMaster('Change the master password', 'a heron stands on one leg');
  await click('Change master password', change);
  await toastSaid('Master Reset');
  await click('Lock');
  await unlockByMaster('a heron stands on one leg');
  await expectPassword('Bank', 'bank secret');
});

test('where the last proof is too old, a code is asked for before a passkey is removed; a wrong one removes nothing', async () => {
  await openSecurity();
  await addPasskey('Ring');
  await seen(opensAndSignsIn('Ring'));
  auth.isStale = true;
  await click('Remove the passkey “Ring”');
  const question = page.getByRole('alertdialog', { name: 'Remove the passkey “Ring”?' });
  await fill('Current master password', 'not the master', question);
  await click('Remove', question);
  await seen(question.getByText('Incorrect master password.'));
  await fill('Current master password', strongMaster, question);
  await click('Remove', question);
  await focused(question.getByLabelText('Authentication code'));
  expect(await accessibilityFaults('question')).toEqual([]);
  await fill('Authentication code', '000000', question);
  await click('Remove', question);
  await seen(question.getByText('The code is incorrect. Please try again.'));
  await click('Cancel', question);
  await seen(opensAndSignsIn('Ring'));
  expect(auth.proven).toEqual([]);
});

test('where the last proof is too old, a code is asked for before a passkey is added', async () => {
  keys.refusals = { offer: 'reauthentication_needed' };
  await openSecurity();
  const dialog = await addPasskey('Ring');
  await fill('Authentication code', rightCode, dialog);
  keys.refusals = {};
  await click('Add passkey', dialog);
  await toastSaid('Passkey added');
  expect(auth.proven).toEqual([rightCode]);
});

test('a passkey that does not answer a rotation is named: it is tried again, left out, or the key stays as it is', async () => {
  const { server } = await openSecurity();
  await addPasskey('Ring');
  await seen(opensAndSignsIn('Ring'));
  keys.failures.push('refused');
  const dialog = await beginRotation();
  const choice = dialog.getByLabelText('Keep “Ring”');
  await expect.element(choice).not.toBeChecked();
  await choice.click();
  const before = server.writes;
  await click('Rotate', dialog);
  const question = page.getByRole('alertdialog', { name: 'The passkey “Ring” did not answer' });
  await seen(question.getByText('The passkey prompt was cancelled. Nothing has been changed yet.'));
  await focused(question.getByRole('button', { name: 'Cancel' }));
  expect(await accessibilityFaults('unanswered')).toEqual([]);
  expect(server.writes).toBe(before);
  await click('Try again', question);
  await expectRotated();
  await seen(opensAndSignsIn('Ring'));

  const again = await beginRotation();
  await again.getByLabelText('Keep “Ring”').click();
  keys.failures.push('refused', 'refused');
  await click('Rotate', again);
  await seen(question);
  const writes = server.writes;
  await click('Cancel', question);
  await gone(question);
  // The form stands as it was left.
  await expect.element(again.getByLabelText('Keep “Ring”')).toBeChecked();
  await click('Rotate', again);
  await seen(question);
  expect(server.writes).toBe(writes);
  await click('Continue without it', question);
  await expectRotated();
  await seen(onlySignsIn('Ring'));
});

test('a passkey that opens no vault is let open it by the right master and one touch; without PRF or an answer it is said why not', async () => {
  keys.knowsPrf = false;
  await openSecurity();
  await addPasskey('Ring');
  await seen(onlySignsIn('Ring'));
  const begin = async (proof: string) => {
    const letting = dialogOf('Let it unlock the vault');
    if (letting.query() === null || !letting.element().hasAttribute('open')) await click('Let it unlock the vault: the passkey “Ring”');
    await fill('Current master password', proof, letting);
    await click('Let it open', letting);
    return letting;
  };
  const letting = await begin('not the master');
  await seen(letting.getByText('Incorrect master password.'));
  expect(await accessibilityFaults('let open')).toEqual([]);
  await begin(strongMaster);
  await seen(letting.getByText('Its authenticator does not support PRF: this passkey signs you in but cannot unlock the vault.'));
  keys.knowsPrf = true;
  keys.failures.push('refused');
  await begin(strongMaster);
  await seen(letting.getByText('The passkey prompt was cancelled.'));
  await begin(strongMaster);
  await toastSaid('“Ring” opens the vault.');
  await seen(opensAndSignsIn('Ring'));
  await click('Lock');
  await click('Use the passkey “Ring”');
  await expectPassword('Bank', 'bank secret');
});
