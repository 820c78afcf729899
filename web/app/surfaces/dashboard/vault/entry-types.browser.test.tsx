import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { rightCode } from '../../../domains/vault/testing/memory-server.ts';
import { accessibilityFaults } from '../../../testing/axe-findings.ts';
import { click, counted, eventually, fill, focused, gone, seen, toastSaid } from '../../../testing/steps.ts';
import { addEntry, entry, openMadeVault } from './testing/open-vault-screen.tsx';
import { pictureOf } from './testing/qr-picture.ts';

const { showPopover } = HTMLElement.prototype;
const { showModal } = HTMLDialogElement.prototype;
const form = page.getByRole('dialog', { name: 'Add Entry' });

/** Adds an entry of a kind. */
async function addOf(kind: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await click('Add Entry');
  await form.getByLabelText('Kind').selectOptions(kind);
  for (const [label, text] of Object.entries(fields)) await fill(label, text, form);
  await click('Save', form);
  await gone(form);
}

async function lockAndOpenByCode(): Promise<void> {
  await click('Lock');
  await fill('Authentication code', rightCode);
  await click('Unlock');
  await click('Later', page.getByRole('dialog', { name: 'Enter your master password' }));
}

test('with the secrets open text and open fields show at once, without a record of a view; a hidden one when it is asked for', async () => {
  const { acts } = await openMadeVault();
  await addOf('identity', { Title: 'Ada', 'Last name': 'Varga', 'Passport number': 'C01X00T47', Notes: 'renew in spring' });
  await entry('Ada').click();
  await seen(page.getByText('Varga', { exact: true }));
  await seen(page.getByText('renew in spring'));
  await counted(page.getByText('C01X00T47'), 0);
  await counted(page.getByText('castellan.record'), 0);
  await counted(page.getByRole('button', { name: /password/ }), 0);
  expect(acts.filter(([act]) => act === 'view')).toEqual([]);
  await click('Show Passport number');
  await seen(page.getByText('C01X00T47'));
  expect(acts.filter(([act]) => act === 'view')).toHaveLength(1);
  expect(await accessibilityFaults('vault-identity')).toEqual([]);
});

test('opened by code alone an entry says what it holds and offers what opens it, and shows nothing of it', async () => {
  await openMadeVault();
  await addOf('identity', { Title: 'Ada', 'Last name': 'Varga', 'Passport number': 'C01X00T47', Notes: 'renew in spring' });
  await lockAndOpenByCode();
  await entry('Ada').click();
  await seen(page.getByText('A note, 1 field, 1 hidden field: unlock with your master password to read them.'));
  await counted(page.getByText('Varga'), 0);
  await click('Unlock with master password');
  await seen(page.getByRole('dialog', { name: 'Enter your master password' }));
});

test('a canary shows nothing unasked', async () => {
  const { acts } = await openMadeVault();
  await click('Add Entry');
  await form.getByLabelText('Kind').selectOptions('note');
  await fill('Title', 'Old keys', form);
  await fill('Text', 'a decoy', form);
  await form.getByText('More', { exact: true }).click();
  await form.getByLabelText('Canary').click();
  await click('Save', form);
  await gone(form);
  await seen(page.getByText('A canary shows nothing unasked.'));
  await counted(page.getByText('a decoy'), 0);
  await click('Show what it holds');
  await seen(page.getByText('a decoy'));
  expect(acts.filter(([act]) => act === 'view')).toHaveLength(1);
});

test('each kind has a form of its own, which says what is missing', async () => {
  await openMadeVault();
  await click('Add Entry');
  for (const [kind, label, missing] of [
    ['note', 'Text', 'A text is required.'],
    ['card', 'Cardholder', 'A number is required.'],
    ['identity', 'Passport number', 'A first or last name is required.'],
    ['key', 'Public key', 'A private key or secret is required.'],
  ] as const) {
    await form.getByLabelText('Kind').selectOptions(kind);
    await seen(form.getByLabelText(label, { exact: true }));
    await click('Save', form);
    await seen(form.getByText(missing));
    expect(await accessibilityFaults(`vault-form-${kind}`)).toEqual([]);
  }
});

test('a card shows its number in groups with whose it is, and a key of several lines comes back as it was', async () => {
  await openMadeVault();
  await addOf('card', { Title: 'Visa of the bank', Number: '4111111111111111', Expiry: '03/2031' });
  await seen(page.getByText('03/2031'));
  await click('Show number');
  await seen(page.getByText('4111 1111 1111 1111'));
  await seen(page.getByText('Visa', { exact: true }));
  await addOf('key', { Title: 'deploy', 'Private key or secret': 'BEGIN\nline\nEND' });
  await click('Edit');
  const edit = page.getByRole('dialog', { name: 'Edit Entry' });
  await expect.element(edit.getByRole('textbox', { name: 'Private key or secret' })).toHaveValue('BEGIN\nline\nEND');
  await fill('Public key', 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILSxWR4jvVL/D1zMRXQVjPme0qBXtOuS4ZLvGko0BN+4', edit);
  await seen(edit.getByText('SHA256:V2yyjByovAjvbpT1v6z7C9xiqJdEbrqWZ7Zb9H3RHCk'));
  await click('Save', edit);
  await gone(edit);
  await seen(page.getByText('SHA256:V2yyjByovAjvbpT1v6z7C9xiqJdEbrqWZ7Zb9H3RHCk'));
});

test('a saved login has the focus, every address of it leads to its site by https, and each finds it', async () => {
  await openMadeVault();
  await click('Add Entry');
  for (const [label, text] of Object.entries({ Title: 'Code host', Password: 'x', URL: 'github.com' })) await fill(label, text, form);
  await click('Add another URL', form);
  await fill('URL 2', 'gist.example', form);
  await click('Save', form);
  await gone(form);
  await focused(page.getByRole('heading', { name: 'Code host' }));
  for (const address of ['https://github.com', 'https://gist.example']) {
    await expect.element(page.getByRole('link', { name: address })).toHaveAttribute('href', address);
  }
  await fill('Search entries', 'gist');
  await seen(entry('Code host'));
  await click('Edit');
  const edit = page.getByRole('dialog', { name: 'Edit Entry' });
  await click('Save', edit);
  await gone(edit);
  await focused(page.getByRole('heading', { name: 'Code host' }));
});

for (const height of [900, 700]) {
  test(`in a window of ${height} px Save stays in sight, also with the generator open`, async () => {
    await page.viewport(1024, height);
    await openMadeVault();
    await click('Add Entry');
    await click('Generate', form);
    await seen(form.getByRole('button', { name: 'Use it' }));
    const save = form.getByRole('button', { name: 'Save' }).element().getBoundingClientRect();
    expect(save.bottom).toBeLessThanOrEqual(height);
    expect(document.elementFromPoint(save.x + save.width / 2, save.y + save.height / 2)?.closest('button')?.textContent).toBe('Save');
  });
}

test('a toast lies above a dialog that opens after it', async () => {
  await openMadeVault();
  await addEntry({ Title: 'Bank', Password: 'x' });
  await lockAndOpenByCode();
  await entry('Bank').click();
  // What is put into the top layer last lies above the rest of it.
  const put: string[] = [];
  const shows = vi.spyOn(HTMLElement.prototype, 'showPopover').mockImplementation(function put_(this: HTMLElement) {
    put.push('toast');
    showPopover.call(this);
  });
  const opens = vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function open_(this: HTMLDialogElement) {
    put.push('dialog');
    showModal.call(this);
  });
  await click('Show password');
  await toastSaid('Unlock with your master password to view.');
  await seen(page.getByRole('dialog', { name: 'Enter your master password' }));
  await eventually(() => expect(put.join()).toMatch(/dialog(?:,toast)+$/));
  shows.mockRestore();
  opens.mockRestore();
});

const otpauth = 'otpauth://totp/Example:ada?secret=JBSWY3DPEHPK3PXP&issuer=Example';

test('a picture of a QR code that is pasted fills in the one-time secret, whose code can be copied; one of something else is refused', async () => {
  const { board } = await openMadeVault();
  await click('Add Entry');
  for (const [label, text] of Object.entries({ Title: 'Example', Password: 'x' })) await fill(label, text, form);
  await form.getByText('More', { exact: true }).click();
  const secret = form.getByRole('textbox', { name: 'One-time secret (TOTP)' });
  const paste = async (text: string) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(await pictureOf(text));
    secret.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  };
  await paste('https://example.com');
  await seen(form.getByText('The QR code in this picture holds no one-time secret.'));
  await paste(otpauth);
  await seen(form.getByText('Read from the picture.'));
  await expect.element(secret).toHaveValue(otpauth);
  await click('Save', form);
  await gone(form);
  await click('Copy one-time code');
  await expect.poll(() => board.text).toMatch(/^\d{6}$/);
});
