import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../../web/app/testing/axe-findings.ts';
import { rightCode } from '../../../web/app/testing/fake-auth.ts';
import { held } from '../../../web/app/testing/fake-backend.ts';
import { openOwnerPage, startOwnerWorld } from '../../../web/app/testing/open-owner-page.tsx';
import { bySelector, catchFiles, click, counted, fill, focused, focusOn, gone, press, says, seen } from '../../../web/app/testing/steps.ts';

const row = (id: string) => bySelector(`#${id}`);
/** What a setting says of what was done with it; spinners have a status of their own. */
const told = (id: string) => document.querySelector(`#${id} :is(p, div)[role="status"]`)?.textContent ?? '';
const isMarked = (id: string) => document.querySelector<HTMLElement>(`#${id}`)?.dataset['marked'] === 'true';

async function openSettings(fragment = '') {
  const world = await startOwnerWorld();
  await openOwnerPage(`/settings${fragment}`);
  await seen(page.getByRole('heading', { level: 1, name: 'Settings' }));
  return world;
}

test('an address with the name of a setting brings it into view, focuses its control and marks it, through a search too', async () => {
  await openSettings('#lock-hidden');
  const select = row('lock-hidden').getByRole('combobox');
  await focused(select);
  await expect.element(row('lock-hidden')).toBeInViewport();
  await expect.poll(() => isMarked('lock-hidden')).toBe(true);
  await select.selectOptions('15 minutes');
  await expect.poll(() => localStorage.getItem('vault_lock_times')).toBe('5 15');
  const search = page.getByRole('searchbox', { name: 'Search settings' });
  await search.fill('dark sys');
  await expect.poll(() => document.querySelectorAll('.setting').length).toBe(1);
  await seen(row('theme'));
  await search.fill('zebra');
  await seen(page.getByText('No setting matches your search.'));
  location.hash = '#density';
  await focused(page.getByRole('combobox', { name: 'Density' }));
  await expect.poll(() => isMarked('density')).toBe(true);
  await expect.poll(() => isMarked('lock-hidden')).toBe(false);
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'About' }).click();
  await focused(page.getByRole('heading', { level: 2, name: 'About' }));
});

test('a change that the server does not take is taken back and said', async () => {
  const { backend } = await openSettings('#notifications');
  const mute = page.getByRole('checkbox', { name: 'Alerts Muted' });
  await expect.element(mute).not.toBeChecked();
  backend.on('POST /rest/v1/notification_preferences', 'lost');
  await mute.click();
  await seen(page.getByText('The server does not answer.'));
  await expect.element(mute).not.toBeChecked();
});

test('the language model of the AI terminal is connected and forgotten here too, and its key is shown nowhere', async () => {
  const { backend } = await openSettings('#language-model');
  const model = { isConnected: true, baseUrl: 'http://127.0.0.1:11434/v1', model: 'small', hasKey: true };
  backend.on('POST /functions/v1/model-list', { json: { models: ['small', 'large'] } });
  backend.on('POST /functions/v1/model-connection', { json: model });
  backend.on('DELETE /functions/v1/model-connection', { json: { isConnected: false } });
  const panel = row('language-model');
  await seen(panel.getByText('No model is connected. The AI terminal works without one.'));
  await focused(panel.getByLabelText('Address', { exact: true }));
  await fill('Address', model.baseUrl, panel);
  await fill('Key', 'a-key-of-mine', panel);
  await click('List its models', panel);
  await seen(panel.getByText('It answers, with 2 models.'));
  await click('Connect', panel);
  await seen(panel.getByText('Connected: small at 127.0.0.1:11434'));
  await expect.element(panel.getByLabelText('Key', { exact: true })).toHaveValue('');
  expect(document.documentElement.outerHTML).not.toContain('a-key-of-mine');
  await click('Disconnect and forget the key', panel);
  await seen(panel.getByText('No model is connected. The AI terminal works without one.'));
});

const waiting = {
  id: '6f1c0a52-7f0e-4b51-9a05-2b0f4a4d7c11',
  kind: 'invite',
  recipient: 'bob@example.test',
  state: 'waiting',
  reply: null,
  created_at: '2026-11-27T10:00:00Z',
  expires_at: '2026-11-27T11:00:00Z',
};

test('without a mail server the text of a mail that waits is shown at a press, and one that is gone is said to be', async () => {
  const { backend } = await openSettings('#mail');
  const panel = row('mail');
  await seen(panel.getByText('No mail was written.'));
  backend.on('GET /functions/v1/mails', { json: { route: null, mails: [waiting, { ...waiting, id: 'gone', state: 'expired' }] } });
  await click('Refresh', panel);
  await counted(panel.getByRole('row'), 3);
  const show = panel.getByRole('button', { name: 'Show the text of Invitation to bob@example.test' });
  backend.on('POST /functions/v1/mails', { json: { subject: 'Your invitation', text: 'https://castellan.test/a-link' } });
  await show.click();
  const dialog = page.getByRole('dialog', { name: 'Your invitation' });
  await seen(dialog.getByText('https://castellan.test/a-link'));
  expect(await accessibilityFaults('mail')).toEqual([]);
  await press('{Escape}');
  await gone(dialog);
  await focused(show);
  backend.on('POST /functions/v1/mails', { status: 404, json: { code: 'mail_not_found', message: '' } });
  await show.click();
  await seen(panel.getByText('Its text is gone: it was sent or used, or it expired.'));
});

test('a test mail is called accepted where the mail server took it, and nothing else', async () => {
  const { backend } = await openSettings('#about');
  backend.on('GET /functions/v1/mails', { json: { route: { host: 'smtp.example', from: 'castellan@example.test' }, mails: [] } });
  location.hash = '#mail';
  await seen(page.getByRole('heading', { level: 3, name: 'Mail', exact: true }));
  const panel = row('mail');
  const tested = { ...waiting, kind: 'test', recipient: 'ada@castellan.test' };
  backend.on('POST /functions/v1/mail-test', { json: { ...tested, state: 'sent', reply: '250 queued' } });
  await click('Send a test mail', panel);
  await seen(panel.getByText('The mail server accepted it for ada@castellan.test.'));
  backend.on('POST /functions/v1/mail-test', { json: { ...tested, state: 'refused', reply: '550 no such mailbox' } });
  await click('Send a test mail', panel);
  await seen(panel.getByText('The mail server refused it. The mail server said: 550 no such mailbox'));
  backend.on('POST /functions/v1/mail-test', { json: { ...tested, state: 'unknown' } });
  await click('Send a test mail', panel);
  await seen(panel.getByText('It may have arrived.'));
  backend.on('POST /functions/v1/mail-test', 'lost');
  await click('Send a test mail', panel);
  await seen(panel.getByText('Not sent. The server does not answer.'));
});

test('recovery codes are made here too, and are shown once', async () => {
  await openSettings('#recovery-codes');
  const button = row('recovery-codes').getByRole('button', { name: 'New recovery codes' });
  await focused(button);
  await press('{Enter}');
  await click('Make them', page.getByRole('dialog', { name: 'Recovery codes' }));
  await counted(page.getByRole('alertdialog', { name: 'Recovery codes' }).getByRole('listitem'), 10);
  await click('I have kept them');
  await gone(page.getByRole('alertdialog'));
  await focused(button);
});

test('recovery codes want a code where the last proof is too old', async () => {
  const { auth } = await openSettings('#recovery-codes');
  auth.isStale = true;
  await click('New recovery codes');
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  await click('Make them', codes);
  await focused(codes.getByLabelText('Authentication code'));
  expect(await accessibilityFaults('codes')).toEqual([]);
  await fill('Authentication code', '000000', codes);
  await click('Make them', codes);
  await seen(codes.getByText('The code is incorrect. Please try again.'));
  await fill('Authentication code', rightCode, codes);
  await click('Make them', codes);
  await counted(page.getByRole('alertdialog', { name: 'Recovery codes' }).getByRole('listitem'), 10);
});

test('password and e-mail are changed here, by a code of now; each fault is said where it is, and the bell and the log are told', async () => {
  const { auth, logs, notifications, backend } = await openSettings('#account-password');
  auth.isStale = true;
  await seen(page.getByText('ada@castellan.test'));
  await click('Change password', row('account-password'));
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await focused(dialog.getByLabelText('New password', { exact: true }));
  expect(await accessibilityFaults('password')).toEqual([]);
  await fill('New password', 'another fine pass phrase', dialog);
  await fill('New password again', 'another fine pass', dialog);
  await click('Change password', dialog);
  await says(dialog, 'Passwords do not match.');
  await says(dialog, 'Please enter a 6-digit code');
  await fill('New password again', 'another fine pass phrase', dialog);
  await fill('Authenticator code', '000000', dialog);
  await click('Change password', dialog);
  await says(dialog, 'The code is incorrect. Please try again.');
  expect(auth.changes).toEqual([]);
  await fill('Authenticator code', rightCode, dialog);
  await click('Change password', dialog);
  await gone(dialog);
  await expect.poll(() => told('account-password')).toContain('Changed. Every other session was ended.');
  expect(auth.changes).toEqual([expect.objectContaining({ password: 'another fine pass phrase' })]);
  await expect.poll(() => logs.rows().map((one) => one['activity_type'])).toContain('auth_password_changed');
  await expect.poll(() => notifications.rows()).toMatchObject([{ title: 'Password changed', type: 'security' }]);
  await click('Change e-mail', row('account-email'));
  const email = page.getByRole('dialog', { name: 'Change e-mail' });
  await fill('New e-mail', 'nothing', email);
  await fill('Authenticator code', rightCode, email);
  await click('Change e-mail', email);
  await says(email, 'Type an e-mail address.');
  await fill('New e-mail', 'new@castellan.test', email);
  backend.on('PUT /auth/v1/user', { status: 422, json: { code: 'email_exists', error_code: 'email_exists', msg: 'taken' } });
  await fill('Authenticator code', rightCode, email);
  await click('Change e-mail', email);
  await says(email, 'Another account has this address.');
});

test('each integration shows its state, and its test says what came of it', async () => {
  const { backend } = await openSettings('#integrations');
  await expect.poll(() => document.querySelector('#integration-music')?.textContent).toContain('Off');
  const outcomes: readonly (readonly [answer: object, said: RegExp])[] = [
    [{ outcome: 'works', tookMs: 12 }, /Works\. It answered in 12 ms\./],
    [{ outcome: 'failed', reason: 'status 503' }, /No answer: it answered with the status 503\./],
    [{ outcome: 'failed', reason: 'connection_failed' }, /No answer: the connection was refused, broken off or not trusted\./],
    [{ outcome: 'failed', reason: 'over_request_rate_limit' }, /it is limiting requests/],
  ];
  for (const [answer, said] of outcomes) {
    backend.on('POST /functions/v1/integrations', { lines: [{ id: 'breach-ranges', ...answer }] });
    await click('Test', row('integration-breach-ranges'));
    await expect.poll(() => told('integration-breach-ranges')).toMatch(said);
  }
  expect(backend.callsOf('POST /functions/v1/integrations').map(({ body }) => body)).toEqual(
    outcomes.map(() => ({ tests: ['breach-ranges'] })),
  );
});

test('the passport shows what the database counted, and this browser’s own storage', async () => {
  const { backend } = await openSettings('#data');
  const table = (name: RegExp) => page.getByRole('row', { name });
  await seen(table(/^Tasks .+ 7 0 /));
  await page.getByText(/^In this browser: \d+ names$/).click();
  await seen(table(/^castellan-auth-token Your session: who holds it is signed in Local storage \d/));
  backend.on('POST /rest/v1/rpc/data_passport', { json: [{ place: 'tasks', rows: 8, removed: 1, bytes: 5000 }] });
  await click('Count again');
  await seen(table(/^Tasks .+ 8 1 /));
});

test('an export under way can be cancelled and leaves no file behind', async () => {
  vi.stubGlobal('showSaveFilePicker', undefined);
  const files = catchFiles();
  const { backend } = await openSettings('#data-export');
  const waiting = held<undefined>();
  let isHeld = true;
  backend.on('GET /rest/v1/tasks', async () => {
    if (isHeld) await waiting.promise;
    return undefined;
  });
  await click('Export everything');
  await click('Cancel', row('data-export'));
  isHeld = false;
  waiting.release(undefined);
  await expect.poll(() => told('data-export')).toContain('Cancelled. No file was made.');
  expect(files).toEqual([]);
  await click('Export everything');
  await expect.poll(() => files.length).toBe(1);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', (await files[0]?.content.arrayBuffer()) ?? new ArrayBuffer()));
  await expect.poll(() => told('data-export')).toContain([...digest].map((byte) => byte.toString(16).padStart(2, '0')).join(''));
});

test('a file that is no export, or only half of one, is said to be that', async () => {
  await openSettings('#data-rehearsal');
  const rehearse = (text: string) =>
    page.getByLabelText('Export file').upload(new File([text], 'export.json', { type: 'application/json' }));
  await rehearse('{"hello": true}');
  await expect.poll(() => told('data-rehearsal')).toContain('This export was changed after it was written');
});

const restoreAnswer = { restored: 0, overwritten: 0, kept: 0, unlinked: 0 };

/** Exports the world's rows, and gives the file to Restore. */
async function rehearseOwnExport(world: Awaited<ReturnType<typeof openSettings>>, spoil: () => void) {
  vi.stubGlobal('showSaveFilePicker', undefined);
  const files = catchFiles();
  await click('Export everything');
  await expect.poll(() => files.length).toBe(1);
  await expect.poll(() => world.logs.rows().map((one) => one['activity_description'])).toContain('All data exported as JSON');
  spoil();
  const content = files[0]?.content ?? new Blob();
  await page.getByLabelText('Export file').upload(new File([await content.text()], 'export.json', { type: 'application/json' }));
  await seen(page.getByRole('heading', { name: 'Restore this file' }));
}

test('an export comes back: what is missing is told before, written on request, and the log stays in the file', async () => {
  const world = await openSettings('#data-rehearsal');
  const { tasks, backend } = world;
  const at = new Date().toISOString();
  const task = { id: crypto.randomUUID(), title: 'Oil the lock', created_at: at, notes: '', tags: [] };
  tasks.write(task);
  await rehearseOwnExport(world, () => tasks.write({ ...task, deleted_at: at }));
  const restore = page.getByRole('region', { name: 'Restore this file' });
  await says(restore, /1 row of the file is missing here and would come back/);
  await says(restore, /The log stays in the file \(\d+ rows?\)/);
  await says(restore, 'Vault entries are not in the file.');
  expect(backend.callsOf('POST /rest/v1/rpc/restore_rows')).toEqual([]);
  const sent: unknown[] = [];
  backend.on('POST /rest/v1/rpc/restore_rows', ({ body }) => {
    sent.push(body);
    return { json: { ...restoreAnswer, restored: 1 } };
  });
  await click('Restore 1 row', restore);
  await says(restore, 'Restored: 1 row. Overwritten: 0. There already: 0.');
  expect(sent).toMatchObject([{ list: 'tasks', overwrite: false, rows: [{ title: 'Oil the lock' }] }]);
  await expect.poll(() => world.logs.rows().map((one) => one['activity_description'])).toContain('Data were restored from an export');
  expect(await accessibilityFaults('restore')).toEqual([]);
});

test('rows that differ stay unless their overwriting is chosen, which wants a proof of now', async () => {
  const world = await openSettings('#data-rehearsal');
  const { tasks, backend } = world;
  const task = { id: crypto.randomUUID(), title: 'Oil the lock', created_at: new Date().toISOString(), notes: '', tags: [] };
  tasks.write(task);
  await rehearseOwnExport(world, () => tasks.write({ ...task, title: 'Rewritten' }));
  const restore = page.getByRole('region', { name: 'Restore this file' });
  await expect.element(restore.getByRole('button', { name: 'Nothing to restore' })).toBeDisabled();
  await restore.getByRole('checkbox', { name: /in the place of those that differ/ }).click();
  backend.on('POST /rest/v1/rpc/restore_rows', { json: { ...restoreAnswer, overwritten: 1 } });
  await fill('Authenticator code', '000000', restore);
  await click('Restore 1 row', restore);
  await says(restore, 'The code is incorrect. Please try again.');
  expect(backend.callsOf('POST /rest/v1/rpc/restore_rows')).toEqual([]);
  await fill('Authenticator code', rightCode, restore);
  await click('Restore 1 row', restore);
  await says(restore, 'Overwritten: 1.');
  expect(backend.callsOf('POST /rest/v1/rpc/restore_rows').map(({ body }) => body)).toMatchObject([{ overwrite: true }]);
});

test('everything is deleted only by the typed name and a code; each fault is said, and nothing is sent before', async () => {
  const { backend } = await openSettings('#data-delete');
  backend.on('POST /rest/v1/rpc/delete_everything', { json: { tasks: 3 } });
  backend.on('POST /storage/v1/object/list-v2/note-files', { json: { hasNext: false, objects: [] } });
  await click('Delete everything');
  const dialog = page.getByRole('dialog', { name: 'Delete everything?' });
  const go = () => click('Delete everything', dialog);
  await focused(dialog.getByLabelText(/^Your name/));
  await go();
  await says(dialog, /Type .+, letter for letter\./);
  await says(dialog, 'Please enter a 6-digit code');
  await dialog.getByLabelText(/^Your name/).fill('Ada Varga');
  await fill('Authenticator code', '000000', dialog);
  await go();
  await says(dialog, 'The authentication code is incorrect');
  expect(backend.callsOf('POST /rest/v1/rpc/delete_everything')).toEqual([]);
  await fill('Authenticator code', rightCode, dialog);
  await go();
  await expect.poll(() => told('data-delete')).toMatch(/Deleted: 3 rows/);
  expect(backend.callsOf('POST /rest/v1/rpc/delete_everything')).toHaveLength(1);
});

test('theme, density and stillness are worn at once', async () => {
  await openSettings('#appearance');
  const root = document.documentElement;
  const gap = () => Number.parseFloat(getComputedStyle(row('theme').element()).paddingTop);
  const choose = (id: string, name: string) => row(id).getByRole('combobox').selectOptions(name);
  const airy = gap();
  await choose('density', 'Compact');
  await expect.poll(() => root.dataset['density']).toBe('compact');
  await expect.poll(gap).toBeCloseTo(airy * 0.8, 1);
  await choose('motion', 'Still');
  await expect.poll(() => root.dataset['motion']).toBe('still');
  await choose('theme', 'Light');
  await expect.poll(() => root.className).toContain('light');
  await seen(page.getByText('Light theme, compact, nothing moves.'));
});

test('each page shows its own settings alone and says how it stands; a narrow screen has the list as a page of its own', async () => {
  await page.viewport(1280, 800);
  await openSettings('#security');
  await seen(page.getByText('A password and an authenticator protect your sign-in.'));
  expect([...document.querySelectorAll('.setting')].map(({ id }) => id)).toContain('recovery-codes');
  expect(document.querySelector('#theme')).toBeNull();
  const list = page.getByRole('navigation', { name: 'Sections' });
  await expect.element(list.getByRole('link', { name: 'Security' })).toHaveAttribute('aria-current', 'page');
  await page.viewport(390, 800);
  await gone(list);
  await page.getByRole('link', { name: '‹ All settings' }).click();
  await list.getByRole('link', { name: 'Data passport' }).click();
  await seen(page.getByRole('heading', { level: 2, name: 'Data passport' }));
  expect([...document.querySelectorAll('.setting')].at(-1)?.id).toBe('data-delete');
});

test('axe finds nothing on any page or in a dialog; nothing is wider than 320 px, and every control there is tall enough', async () => {
  await openSettings('#data');
  await seen(page.getByRole('row', { name: /^Tasks/ }));
  const found = [...(await accessibilityFaults('data'))];
  await click('Delete everything');
  found.push(...(await accessibilityFaults('dialog')));
  await click('Cancel', page.getByRole('dialog'));
  for (const id of ['profile', 'appearance', 'security', 'notifications', 'integrations', 'health', 'about']) {
    await page.viewport(1280, 800);
    location.hash = `#${id}`;
    await expect.poll(() => document.querySelector(`#${id}-heading`)).not.toBeNull();
    found.push(...(await accessibilityFaults(id)));
    await page.viewport(320, 700);
    await expect.poll(() => document.documentElement.scrollWidth, { message: id }).toBeLessThanOrEqual(320);
    for (const target of document.querySelectorAll('.setting-control button, .setting-act, .setting-control select')) {
      const { height } = target.getBoundingClientRect();
      if (height > 0 && height < 43.5) found.push(`${target.textContent} of ${id} is ${height} px high`);
    }
  }
  expect(found).toEqual([]);
});

test('axe finds nothing on the dashboard’s view of the settings', async () => {
  await startOwnerWorld();
  await openOwnerPage('/dashboard#settings');
  await seen(page.getByRole('link', { name: /Open Settings/ }));
  focusOn(page.getByRole('link', { name: /Open Settings/ }));
  expect(await accessibilityFaults('view')).toEqual([]);
});
