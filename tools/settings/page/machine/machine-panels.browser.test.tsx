import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../../../web/app/testing/axe-findings.ts';
import { rightCode } from '../../../../web/app/testing/fake-auth.ts';
import { openOwnerPage, startOwnerWorld } from '../../../../web/app/testing/open-owner-page.tsx';
import { bySelector, click, fill, seen } from '../../../../web/app/testing/steps.ts';

const openRow = async (id: string) => {
  await openOwnerPage(`/settings#${id}`);
  await expect.poll(() => document.querySelector(`#${id}`)).not.toBeNull();
  return bySelector(`#${id}`);
};
const none = { state: 'never', schedule: null, nextRun: null, running: null, last: null, lastGood: null };
const schedule = { folder: '/backups', recipients: ['age1abc'], keep: { days: 7, weeks: 4, months: 12 }, at: '03:15' };
const ended = '2026-11-27T03:15:20.000Z';
const lastGood = {
  endedAt: ended,
  file: 'castellan-2026-11-27T03-15-00Z.tar.age',
  bytes: 4096,
  sha256: 'a'.repeat(64),
  rows: 12,
  byHandOf: null,
};
const made = {
  state: 'fine',
  schedule,
  nextRun: '2026-11-28T03:15:00.000Z',
  running: null,
  last: { endedAt: ended, outcome: 'made', error: null },
  lastGood,
};

test('a schedule is set after a proof of now; what the server refuses is said at the folder', async () => {
  const { backend } = await startOwnerWorld();
  backend.on('GET /functions/v1/backups', { json: none });
  const panel = await openRow('machine-backups');
  await seen(panel.getByText('No schedule is set'));
  await click('Set a schedule', panel);
  const dialog = page.getByRole('dialog', { name: 'Schedule of backups' });
  await fill('Folder on the server', '/backups', dialog);
  await fill('Recipients', 'AGE-SECRET-KEY-1', dialog);
  await click('Save the schedule', dialog);
  await seen(dialog.getByText('Never put an identity here.'));
  expect(backend.callsOf('POST /functions/v1/backups')).toEqual([]);
  await fill('Recipients', 'age1abc', dialog);
  backend.on('POST /functions/v1/backups', { json: { outcome: 'refused', reason: '/backups is no folder on the server.' } });
  await click('Save the schedule', dialog);
  await seen(dialog.getByText('/backups is no folder on the server.'));
  expect(await accessibilityFaults('schedule')).toEqual([]);
  backend.on('POST /functions/v1/backups', { status: 403, json: { code: 'verification_too_old' } });
  await click('Save the schedule', dialog);
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  backend.on('POST /functions/v1/backups', { json: { outcome: 'set', standing: made } });
  backend.on('GET /functions/v1/backups', { json: made });
  await fill('Authenticator code', rightCode, proof);
  await click('Confirm and save', proof);
  await seen(panel.getByText('/backups', { exact: true }));
  await seen(panel.getByText('restored once and compared'));
  expect(backend.callsOf('POST /functions/v1/backups').at(-1)?.body).toEqual({ schedule });
  expect(await accessibilityFaults('machine-backups')).toEqual([]);
});

test('a backup is begun, followed and called off; why one failed is said', async () => {
  const { backend } = await startOwnerWorld();
  backend.on('GET /functions/v1/backups', { json: made });
  const panel = await openRow('machine-backups');
  const running = { ...made, running: { step: 'rows', done: 10, of: 40 } };
  backend.on('POST /functions/v1/backup-run', () => {
    backend.on('GET /functions/v1/backups', { json: running });
    return { json: running };
  });
  await click('Back up now', panel);
  await seen(panel.getByText('Copying tables 25 %'));
  backend.on('POST /functions/v1/backup-run', { json: running });
  backend.on('GET /functions/v1/backups', {
    json: { ...made, state: 'failed', last: { endedAt: ended, outcome: 'failed', error: 'The disk is full.' } },
  });
  await click('Cancel', panel);
  await seen(panel.getByText('The last backup failed: The disk is full.'));
  expect(backend.callsOf('POST /functions/v1/backup-run').map(({ body }) => body)).toEqual([{ act: 'start' }, { act: 'cancel' }]);
});

test('health is looked at on a press, and says when', async () => {
  const { backend } = await startOwnerWorld();
  backend.on('GET /functions/v1/backups', { json: none });
  backend.on('POST /functions/v1/health', {
    json: {
      at: ended,
      findings: [
        { name: 'disk', state: 'ok', found: 'There is room.', advice: null },
        { name: 'memory', state: 'warning', found: 'Little memory.', advice: 'Stop other programs.' },
      ],
    },
  });
  const panel = await openRow('machine-health');
  expect(backend.callsOf('POST /functions/v1/health')).toEqual([]);
  await click('Look now', panel);
  await seen(page.getByText('1 warning.'));
  await seen(panel.getByText(/^Looked at /));
  await seen(panel.getByText('Stop other programs.'));
  expect(await accessibilityFaults('machine-health')).toEqual([]);
});
