import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../testing/axe-findings.ts';
import { openOwnerPage, startOwnerWorld } from '../../testing/open-owner-page.tsx';
import { catchFiles, chooseFromMenu, click, focused, gone, says, seen } from '../../testing/steps.ts';
import type { Schedule } from './schedule-client.ts';

const ids = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const;
const dialog = () => page.getByRole('dialog', { name: 'Delete this report?' });
const shown = (target: string) => page.getByRole('article', { name: `Report on ${target}` });

/** A tool's page with two finished jobs, of one.example and two.example. */
async function openTool(address = '/http-auditor') {
  const { backend } = await startOwnerWorld();
  const jobs = ids.map((id, index) => ({
    ...{
      id,
      tool: 'http-auditor',
      target: index === 0 ? 'one.example' : 'two.example',
      options: {},
      state: 'finished',
      done: 1,
      doing: '',
    },
    ...{ failure: null, askedAt: `2026-11-2${2 - index}T10:00:00.000Z`, verdict: 'Sound.', mark: 'A', seen: null },
  }));
  const kept = new Set<string>(ids);
  backend.on('POST /functions/v1/tool-job-list', () => ({ json: jobs.filter(({ id }) => kept.has(id)) }));
  backend.on('POST /functions/v1/tool-schedule-list', { json: [] });
  backend.on('POST /functions/v1/tool-report', ({ body }) => {
    const job = jobs.find(({ id }) => id === (body as { readonly id: string }).id && kept.has(id));
    if (job === undefined) return { status: 404, json: { code: 'report_unknown', message: '' } };
    const head = { tool: job.tool, schemaVersion: 1, target: job.target, startedAt: job.askedAt, durationMs: 12 };
    return {
      json: {
        ...head,
        verdict: 'Sound.',
        mark: 'A',
        findings: [],
        observatory: null,
        steps: [],
        status: 200,
        url: '',
        route: [],
        headers: [],
        assumed: [],
      },
    };
  });
  backend.on('POST /functions/v1/tool-report-uses', { json: { links: 2, example: true } });
  backend.on('POST /functions/v1/tool-report-delete', ({ body }) => {
    kept.delete((body as { readonly id: string }).id);
    return { json: { deleted: true } };
  });
  await openOwnerPage(address);
  return { backend };
}

test('a report is deleted once a dialog has named it and what goes with it; the one before takes its place', async () => {
  const { backend } = await openTool();
  await seen(shown('one.example'));
  await click('Delete report');
  await says(dialog(), /The report on one\.example of 2026-11-22 10:00 UTC is deleted permanently\./);
  await says(dialog(), /The 2 links to it stop working\..*Visitors of this page no longer see it as the example\./);
  expect(await accessibilityFaults('delete a report')).toEqual([]);
  await click('Keep it', dialog());
  await gone(dialog());
  expect(backend.callsOf('POST /functions/v1/tool-report-delete')).toHaveLength(0);
  await click('Delete report');
  await click('Delete', dialog());
  await gone(dialog());
  await seen(shown('two.example'));
  await gone(shown('one.example'));
  expect(backend.callsOf('POST /functions/v1/tool-report-delete').map(({ body }) => body)).toEqual([{ id: ids[0] }]);
});

test('the page’s menu saves the report on the page as a file, and leads to what runs again by itself', async () => {
  await openTool();
  await seen(shown('one.example'));
  const files = catchFiles();
  await chooseFromMenu('Save JSON');
  await expect.poll(() => files.map(({ name }) => name)).toEqual(['http-auditor-one.example-2026-11-22.json']);
  expect(JSON.parse((await files[0]?.content.text()) ?? '')).toMatchObject({ target: 'one.example' });
  await chooseFromMenu('Schedules');
  await focused(page.getByRole('region', { name: 'Schedules' }));
});

test('a report that could not be deleted is still there, and that is said', async () => {
  const { backend } = await openTool();
  await seen(shown('one.example'));
  backend.on('POST /functions/v1/tool-report-delete', 'lost');
  await click('Delete report');
  await click('Delete', dialog());
  await says(dialog(), 'The server does not answer.');
  await click('Keep it', dialog());
  await seen(shown('one.example'));
});

test('the address names the report that is shown, or the target that is filled in; one that is gone is said to be', async () => {
  await openTool(`/http-auditor#job=${ids[1]}`);
  await seen(shown('two.example'));
  await openTool('/http-auditor#target=three.example%3A8443');
  await expect.element(page.getByLabelText('Target', { exact: true })).toHaveValue('three.example:8443');
  await openTool('/http-auditor#job=33333333-3333-4333-8333-333333333333');
  await seen(page.getByText('The report no longer exists.'));
});

const schedules = () => page.getByRole('region', { name: 'Schedules' });
const schedule = (target: string, more: Partial<Schedule> = {}): Schedule => ({
  ...{ id: crypto.randomUUID(), tool: 'http-auditor', target, options: { preloaded: true }, every: 'daily' },
  ...{ nextAt: '2026-11-24T08:00:00.000Z', endsAt: '2027-02-21T08:00:00.000Z', paused: null, pauseNote: null },
  ...more,
});

/** A tool's page whose schedules a test sets and reads. */
async function openSchedules(given: readonly Schedule[]) {
  const { backend } = await openTool('/');
  const kept = { now: given };
  backend.on('POST /functions/v1/tool-schedule-list', () => ({ json: kept.now }));
  const change = (name: string, change: (one: Schedule) => readonly Schedule[]) =>
    backend.on(`POST /functions/v1/tool-schedule-${name}`, ({ body }) => {
      const { id } = body as { readonly id: string };
      kept.now = kept.now.flatMap((one) => (one.id === id ? change(one) : [one]));
      return { json: { done: true } };
    });
  change('pause', (one) => [{ ...one, paused: 'owner' }]);
  change('renew', (one) => [{ ...one, paused: null }]);
  change('delete', () => []);
  backend.on('POST /functions/v1/tool-schedule-set', ({ body }) => {
    const wish = body as { readonly target: string };
    kept.now = [...kept.now.filter(({ target }) => target !== wish.target), schedule(wish.target, wish)];
    return { json: { id: kept.now.at(-1)?.id } };
  });
  await openOwnerPage('/http-auditor');
  await seen(shown('one.example'));
  return { backend };
}

test('a report on the page is scheduled with its options; each schedule tells its next run, is paused, resumed, deleted and taken back', async () => {
  const { backend } = await openSchedules([]);
  await page.getByLabelText('Run again on one.example', { exact: true }).selectOptions('weekly');
  await click('Schedule', schedules());
  await says(schedules(), /one\.example.*Every week, next on 2026-11-24 08:00 UTC, until 2027-02-21/);
  expect(backend.callsOf('POST /functions/v1/tool-schedule-set').map(({ body }) => body)).toEqual([
    { tool: 'http-auditor', target: 'one.example', options: {}, every: 'weekly', authorised: false },
  ]);
  await click('Pause one.example', schedules());
  await seen(schedules().getByText('Paused', { exact: true }));
  await click('Resume one.example', schedules());
  await seen(schedules().getByRole('button', { name: 'Pause one.example', exact: true }));
  await click('Delete one.example', schedules());
  await says(schedules(), 'The schedule of one.example is deleted. Its reports stay.');
  await click('Undo', schedules());
  await says(schedules(), /Every week, next on/);
  expect(backend.callsOf('POST /functions/v1/tool-schedule-set').at(-1)?.body).toEqual(
    backend.callsOf('POST /functions/v1/tool-schedule-set').at(0)?.body,
  );
});

test('a schedule that tries to sign in says so; others do not', async () => {
  await openSchedules([schedule('quiet.example'), schedule('loud.example', { options: { 'try-sign-in': true } })]);
  await says(schedules(), /loud\.example.*tries to sign in/);
  await expect.element(schedules().getByRole('listitem').filter({ hasText: 'quiet.example' })).not.toHaveTextContent('sign in');
});

test('a schedule that paused by itself says why, and is renewed by one press', async () => {
  const { backend } = await openSchedules([
    schedule('old.example', { paused: 'age' }),
    schedule('10.0.0.1', { paused: 'refused', pauseNote: 'That address is not public.' }),
  ]);
  await says(schedules(), 'Paused after 90 days');
  await says(schedules(), 'Paused: That address is not public.');
  expect(await accessibilityFaults('schedules')).toEqual([]);
  await click('Renew old.example', schedules());
  await seen(schedules().getByRole('button', { name: 'Pause old.example', exact: true }));
  backend.on('POST /functions/v1/tool-schedule-renew', 'lost');
  await click('Resume 10.0.0.1', schedules());
  await says(schedules(), 'The server does not answer.');
});
