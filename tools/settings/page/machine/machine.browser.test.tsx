import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../../../web/app/testing/axe-findings.ts';
import { rightCode } from '../../../../web/app/testing/fake-auth.ts';
import { openOwnerPage, startOwnerWorld } from '../../../../web/app/testing/open-owner-page.tsx';
import { bySelector, click, counted, fill, gone, seen } from '../../../../web/app/testing/steps.ts';

const schedule = {
  isOn: true,
  folder: '/backups',
  recipients: ['age1one', 'age1two'],
  keep: { days: 7, weeks: 4, months: 12 },
  at: '03:15',
};
const made = {
  startedAt: '2026-11-27T03:15:00Z',
  endedAt: '2026-11-27T03:15:20Z',
  by: 'schedule',
  outcome: 'made',
  file: '/backups/castellan-2026-11-27T03-15-00Z.tar.age',
  bytes: 1_250_000,
  sha256: 'ab'.repeat(32),
  rows: 812,
};
const still = { schedule, nextAt: '2026-11-28T03:15:00Z', missingSince: null, runs: [made], running: null };

async function open(fragment: string, state: object = still) {
  const world = await startOwnerWorld();
  world.backend.on('GET /functions/v1/machine-backups', { json: state });
  await openOwnerPage(`/settings#${fragment}`);
  await seen(page.getByRole('heading', { level: 1, name: 'Settings' }));
  await expect.poll(() => document.querySelector(`#${fragment}`)).not.toBeNull();
  return { ...world, panel: bySelector(`#${fragment}`) };
}

test('without a schedule the command that sets one is shown, and nothing can be started', async () => {
  const { panel } = await open('machine-backups', { ...still, schedule: null, nextAt: null, runs: [] });
  await seen(panel.getByText('No backup is scheduled on this server.'));
  await seen(panel.getByText('npm run backup -- --schedule daily', { exact: false }));
  await counted(panel.getByRole('button', { name: 'Back up now' }), 0);
});

test('a backup is started here, followed while it runs, and called off', async () => {
  const { panel, backend } = await open('machine-backups');
  await seen(panel.getByText('1.3 MB', { exact: false }).first());
  await seen(panel.getByText('One for each of the last 7 days, 4 weeks and 12 months'));
  const running = { ...still, running: { startedAt: '2026-11-27T12:00:00Z', done: 12, total: 60 } };
  backend.on('POST /functions/v1/machine-backups', { json: running });
  backend.on('GET /functions/v1/machine-backups', { json: running });
  await click('Back up now', panel);
  await seen(panel.getByText('Backing up 20 %'));
  expect(await accessibilityFaults('machine-backups')).toEqual([]);
  backend.on('DELETE /functions/v1/machine-backups', { json: still });
  backend.on('GET /functions/v1/machine-backups', {
    json: { ...still, runs: [{ ...made, startedAt: '2026-11-27T12:00:00Z', outcome: 'cancelled' }, made] },
  });
  await click('Cancel', panel);
  await seen(panel.getByText('The last 2 runs'));
  await seen(panel.getByRole('button', { name: 'Back up now' }));
});

test('a backup that is missing is said with its reason', async () => {
  const failed = {
    startedAt: made.startedAt,
    endedAt: made.endedAt,
    by: 'schedule',
    outcome: 'failed',
    failure: 'No space left on device',
  };
  const { panel } = await open('machine-backups', { ...still, missingSince: made.startedAt, runs: [failed] });
  await seen(panel.getByText('No backup since', { exact: false }));
  await seen(panel.getByText('None was made yet'));
  await panel.getByText('The last run').click();
  await seen(panel.getByText('No space left on device', { exact: false }));
});

test('the schedule is changed with a proof where the last one is too old', async () => {
  const { panel, backend } = await open('machine-backups');
  await click('Change the schedule', panel);
  const dialog = page.getByRole('dialog', { name: 'Schedule of backups' });
  await fill('Time (UTC)', '04:30', dialog);
  await fill('days', '14', dialog);
  backend.on('POST /functions/v1/machine-schedule', { status: 403, json: { code: 'verification_too_old', message: '' } });
  await click('Save', dialog);
  const proof = page.getByRole('dialog', { name: 'Prove that it is you' });
  await fill('Authentication code', rightCode, proof);
  backend.on('POST /functions/v1/machine-schedule', { json: { ...still, schedule: { ...schedule, at: '04:30' } } });
  await click('Continue', proof);
  await gone(dialog);
});

test('a check lists what does not stand well first, with what to do', async () => {
  const { panel, backend } = await open('machine-health');
  backend.on('POST /functions/v1/machine-health', {
    json: {
      version: '0.1.0',
      lookedAt: '2026-11-27T12:00:00Z',
      findings: [
        { name: 'memory', state: 'ok', found: '2 GiB of memory are available.' },
        { name: 'disk', state: 'failure', found: '12 MiB are free.', advice: 'Make room.' },
        { name: 'mail', state: 'not looked at', found: 'SMTP_URL is not set.' },
      ],
    },
  });
  await click('Check now', panel);
  await seen(panel.getByText('1 failed, 0 warnings', { exact: false }));
  expect([...document.querySelectorAll('.health-finding')].map((one) => one.textContent)).toEqual([
    'disk12 MiB are free.Make room.',
    'mailSMTP_URL is not set.',
    'memory2 GiB of memory are available.',
  ]);
  expect(await accessibilityFaults('machine-health')).toEqual([]);
});
