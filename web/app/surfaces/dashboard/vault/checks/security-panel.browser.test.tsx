import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { chooseFromMenu, click, counted, fill, focused, gone, seen, toastSaid } from '../../../../testing/steps.ts';
import { addEntry, beginRotation, openMadeVault, strongMaster } from '../testing/open-vault-screen.tsx';

test('the self-test names every vector with its source and result, the panel prices a master, and a way in is removed by the master', async () => {
  await openMadeVault();
  await chooseFromMenu('Session details');
  await click('Unlock methods, self-test, rotation');
  await focused(page.getByRole('heading', { name: 'Security', level: 2 }));
  await click('Run the self-test');
  await seen(page.getByText(/^(\d+) of \1 answers are right\.$/));
  for (const [name, source] of [
    ['AES-256-GCM', 'McGrew and Viega'],
    ['HKDF-SHA-256', 'RFC 5869 A.3'],
    ['Argon2id', 'answers on which libsodium, hash-wasm and OpenSSL agree'],
    ['TOTP with SHA-1 at 59 s', 'RFC 6238, appendix B'],
    ['AES-256-GCM, 66 published vectors', 'Project Wycheproof, aes_gcm_test'],
    ['HKDF-SHA-256, 83 published vectors', 'Project Wycheproof, hkdf_sha256_test'],
  ] as const) {
    const line = page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
    await seen(line.filter({ hasText: source }).getByText('right', { exact: true }));
  }
  await seen(page.getByText(/^One derivation of the master takes \d+ ms here, at \d+ MiB × \d+ passes\.$/));
  await fill('What about this one?', 'password1');
  await seen(page.getByText(/^Found after less than a minute on one GPU \(less than 1 dollar\)/));
  await seen(page.getByRole('row', { name: /^Six random words 77\.5 [\d.]+ trillion years/ }));
  await click('Remove the recovery key');
  const question = page.getByRole('alertdialog', { name: 'Remove the recovery key?' });
  await fill('Current master password', strongMaster, question);
  await click('Remove', question);
  await toastSaid('Unlock method removed');
  await gone(page.getByRole('button', { name: /^Remove the recovery key/ }));
});

test('the search explains itself: what is pressed joins what is looked for', async () => {
  await openMadeVault();
  await addEntry({ Title: 'Bank', Password: 'bank secret' });
  await click('Search operators');
  const search = page.getByRole('searchbox', { name: 'Search entries' });
  const found = page.getByRole('listbox', { name: 'Entries' }).getByRole('option');
  await click('title:bank');
  await expect.element(search).toHaveValue('title:bank');
  await counted(found, 1);
  await click('-tag:old');
  await expect.element(search).toHaveValue('title:bank -tag:old');
  await click('is:trash');
  await counted(found, 0);
});

test('a rotation is paused and goes on by hand', async () => {
  const { server, actions } = await openMadeVault();
  const rows = Array.from({ length: 210 }, (_, index) => `Site ${index},https://s${index}.example,ada,secret ${index},`);
  const bytes = new TextEncoder().encode(['name,url,username,password,note', ...rows, ''].join('\r\n'));
  await actions.tools.readImport({ bytes, password: undefined, keyFile: undefined }, {});
  await actions.tools.runImport({});
  await seen(page.getByText('All 210 entries intact'));
  // What seals entries again is held until the pause was pressed.
  const released = Promise.withResolvers<void>();
  const { write } = server.backend;
  Object.assign(server.backend, {
    write: async (...sent: Parameters<typeof write>) => {
      if (sent[2].entries.length > 0) await released.promise;
      return write(...sent);
    },
  });
  await click('Security');
  await click('Rotate', await beginRotation());
  await click('I have saved it', page.getByRole('alertdialog', { name: 'Your recovery key' }));
  await seen(page.getByText(/^Rotating the vault key: \d+ of 210 entries$/));
  await click('Pause');
  released.resolve();
  await seen(page.getByText(/^Vault key rotation is paused\./));
  await click('Continue');
  await gone(page.getByText(/Rotating the vault key|Vault key rotation is paused/));
});
