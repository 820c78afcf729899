import type { Report } from '@castellan/probes/report';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../testing/axe-findings.ts';
import { startFakeBackend } from '../../testing/fake-backend.ts';
import { openOwnerPage, startOwnerWorld } from '../../testing/open-owner-page.tsx';
import { openPage } from '../../testing/open-page.tsx';
import { chooseFromMenu, click, counted, fill, focused, gone, press, says, seen } from '../../testing/steps.ts';
import { OwnerPage } from '../owner-page/owner-page.tsx';
import { beginRun } from '../tool-reports/begin-run.ts';
import { chosenEngagement } from './chosen-engagement.ts';
import type { EngagementRun } from './engagement-client.ts';
import type { Engagement } from './engagement-record.ts';
import { OpenEngagements } from './open-engagements.tsx';
import { madeEngagement, useMemoryEngagements } from './testing/memory-engagements.tsx';

const ids = [
  '11111111-1111-4111-8111-111111111111',
  '22222222-2222-4222-8222-222222222222',
  '33333333-3333-4333-8333-333333333333',
] as const;

const run = (more: Partial<EngagementRun> = {}): EngagementRun => ({
  ...{
    id: ids[0],
    tool: 'tls-inspector',
    title: 'TLS Inspector',
    target: 'meridian.example',
    options: {},
    state: 'finished',
    failure: null,
  },
  ...{ askedAt: '2026-11-21T10:00:00.000Z', endedAt: '2026-11-21T10:00:05.000Z', verdict: 'One thing to mend.', mark: 'B' },
  ...{ counts: { high: 1 }, schemaVersion: 1, startedAt: '2026-11-21T10:00:01.000Z', durationMs: 4000, before: ids[1] },
  reach: { ports: [[443, 443]], below: false },
  ...more,
});

const report = (id: string): Report => ({
  ...{ tool: 'tls-inspector', schemaVersion: 1, target: 'meridian.example', startedAt: '2026-11-21T10:00:01.000Z', durationMs: 4000 },
  ...{ verdict: 'One thing to mend.', mark: id === ids[0] ? 'B' : 'A' },
  findings:
    id === ids[0]
      ? [{ id: 'rc4', severity: 'high', title: 'RC4 is offered', evidence: 'TLS 1.2', why: 'It can be broken.', fix: 'Switch it off.' }]
      : [],
});

/** The engagements of an open vault, with these runs of each at the server. */
async function open(rows: readonly Engagement[], runs: readonly EngagementRun[] = []) {
  chosenEngagement.clear();
  const backend = startFakeBackend();
  backend.on('POST /functions/v1/tool-engagement-runs', { json: runs });
  backend.on('POST /functions/v1/tool-report', ({ body }) => ({ json: report((body as { readonly id: string }).id) }));
  function Held() {
    return <OpenEngagements hand={useMemoryEngagements(rows)} tester="Robin Example" />;
  }
  await openPage('/', [
    {
      path: '/',
      element: (
        <OwnerPage tool={{ id: 'super-apps', title: 'Super Apps' }}>
          <Held />
        </OwnerPage>
      ),
    },
  ]);
  return backend;
}

const list = () => page.getByRole('list', { name: 'Engagements', exact: true });
const detail = (title: string) => page.getByRole('region', { name: title });

test('the first engagement is written down by its form, entries of the scope in their normal spelling; what is none is named by its line', async () => {
  await open([]);
  await seen(page.getByText(/No engagement yet/));
  expect(await accessibilityFaults('no engagement')).toEqual([]);
  await press('n');
  const form = page.getByRole('dialog', { name: 'New engagement' });
  await seen(form);
  await click('Add the engagement', form);
  await seen(form.getByText('Give it a title.'));
  await fill('Title', 'Spring test', form);
  await fill('In scope, one to a line', 'Shop.Example\n192.0.2.0/99', form);
  await click('Add the engagement', form);
  await seen(form.getByText(/Line 2: This is not an address, network or range/));
  await fill('In scope, one to a line', 'Shop.Example\n*.münchen.example:443\n192.0.2.9/24', form);
  await fill('Permitted from', '2026-05-04', form);
  await fill('Permitted to', '2026-05-01', form);
  await click('Add the engagement', form);
  await seen(form.getByText('The last day comes after the first.'));
  await fill('Permitted to', '2026-05-29', form);
  expect(await accessibilityFaults('the form of an engagement')).toEqual([]);
  await click('Add the engagement', form);
  await gone(form);
  await says(detail('Spring test'), /shop\.example\s+\*\.xn--mnchen-3ya\.example:443\s+192\.0\.2\.0\/24/);
  await says(list(), /Spring test.*Ended on 2026-05-29/);
});

test('engagements are found by any of their words, by keys too', async () => {
  await open([
    madeEngagement(),
    madeEngagement({ id: ids[2], title: 'Office network', client: 'Other Ltd', in_scope: ['198.51.100.0/24'] }),
  ]);
  await press('/');
  await focused(page.getByLabelText('Find an engagement'));
  await fill('Find an engagement', '198.51 other');
  await counted(list().getByRole('listitem'), 1);
  await says(list(), 'Office network');
  await fill('Find an engagement', 'nobody');
  await seen(page.getByText('No engagement matches your search.'));
});

test('a deleted engagement lies in the trash, comes back by Undo, and is no more shown meanwhile', async () => {
  await open([madeEngagement()]);
  await click(/Web shop/, list());
  await click('Delete', detail('Web shop'));
  await gone(detail('Web shop'));
  await chooseFromMenu('Deleted engagements');
  await seen(page.getByRole('dialog', { name: 'Deleted engagements' }).getByText('Web shop'));
  await click('Close', page.getByRole('dialog', { name: 'Deleted engagements' }));
  await chooseFromMenu('Undo');
  await says(list(), 'Web shop');
});

test('the runs of an engagement stand by tool and target, with what was not permitted; what changed is told since the report before', async () => {
  await open(
    [madeEngagement()],
    [
      run(),
      run({
        id: ids[2],
        target: 'other.example',
        state: 'failed',
        failure: 'Not found.',
        before: null,
        verdict: null,
        mark: null,
        counts: null,
      }),
    ],
  );
  await click(/Web shop/, list());
  const runs = page.getByRole('list', { name: 'Runs of the engagement' });
  await says(runs, /TLS Inspector meridian\.example.*High.*One thing to mend\./);
  await click('Show 1 earlier or unfinished run');
  await says(runs, /other\.example.*Failed: Not found\..*Not in the scope: other\.example:443\./);
  await click('What changed');
  const changes = page.getByRole('region', { name: 'What changed' });
  await says(changes, /1 new, 0 worse, 0 gone, 0 unchanged\. A became B\..*New: RC4 is offered/);
  expect(await accessibilityFaults('an engagement with its runs')).toEqual([]);
});

test('runs that cannot be read are said and asked for again; a report of which a part cannot be read is not made', async () => {
  const backend = await open([madeEngagement()], [run()]);
  backend.on('POST /functions/v1/tool-engagement-runs', 'lost');
  await click(/Web shop/, list());
  await seen(page.getByText('The runs could not be read. The server does not answer.'));
  backend.on('POST /functions/v1/tool-engagement-runs', { json: [run()] });
  backend.on('POST /functions/v1/tool-report', 'lost');
  await click('Try again');
  await click('Report of the engagement');
  await seen(page.getByText(/No report was made\. The report of TLS Inspector on meridian\.example could not be read\./));
});

test('an engagement is chosen for the runs of the tab, and left again', async () => {
  const one = madeEngagement();
  await open([one]);
  await click(/Web shop/, list());
  await click('Use it for the runs of this tab');
  expect(chosenEngagement.read()).toBe(one.id);
  await click('Stop using it for the runs of this tab');
  expect(chosenEngagement.read()).toBeUndefined();
});

test('while the vault is locked the dashboard says how many there are and opens none; a tool’s run in a chosen engagement does not begin', async () => {
  chosenEngagement.clear();
  const { backend } = await startOwnerWorld();
  backend.on('POST /functions/v1/tool-targets', { json: [] });
  backend.on('POST /functions/v1/tool-job-list', { json: [] });
  backend.on('POST /functions/v1/tool-schedule-list', { json: [] });
  await openOwnerPage('/dashboard#super-apps');
  await click('Open the engagements');
  await seen(page.getByText('No engagements yet.'));
  chosenEngagement.write(madeEngagement().id);
  await openOwnerPage('/tls-inspector#target=meridian.example');
  await click('Inspect', page.getByRole('main'));
  await seen(page.getByText(/Nothing was sent: whether the engagement permits this run cannot be seen/));
  expect(backend.callsOf('POST /functions/v1/tool-job-start')).toEqual([]);
  // A line of the palette or the terminal leads to the page, which asks.
  expect(await beginRun('tls-inspector', 'meridian.example')).toMatchObject({
    kind: 'wants-consent',
    to: '/tls-inspector#target=meridian.example',
  });
  await click('Leave the engagement');
  await seen(page.getByText('Runs belong to no engagement.'));
  expect(backend.callsOf('POST /functions/v1/tool-job-start')).toEqual([]);
});
