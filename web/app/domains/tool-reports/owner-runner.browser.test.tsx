import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../testing/axe-findings.ts';
import { openOwnerPage, startOwnerWorld } from '../../testing/open-owner-page.tsx';
import { click, gone, says, seen } from '../../testing/steps.ts';

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
  await says(dialog(), /The report on one\.example of 2026-11-22 10:00 UTC is deleted for good\./);
  await says(dialog(), /The 2 links to it end\..*Visitors of this page no longer see it as the example\./);
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

test('a report that could not be deleted is still there, and that is said', async () => {
  const { backend } = await openTool();
  await seen(shown('one.example'));
  backend.on('POST /functions/v1/tool-report-delete', 'lost');
  await click('Delete report');
  await click('Delete', dialog());
  await says(dialog(), 'The server cannot be reached.');
  await click('Keep it', dialog());
  await seen(shown('one.example'));
});

test('the address names the report that is shown, or the target that is filled in; one that is gone is said to be', async () => {
  await openTool(`/http-auditor#job=${ids[1]}`);
  await seen(shown('two.example'));
  await openTool('/http-auditor#target=three.example%3A8443');
  await expect.element(page.getByLabelText('Target', { exact: true })).toHaveValue('three.example:8443');
  await openTool('/http-auditor#job=33333333-3333-4333-8333-333333333333');
  await seen(page.getByText('There is no such report any more.'));
});
