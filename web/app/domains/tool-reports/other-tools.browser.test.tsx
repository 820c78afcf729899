import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../testing/axe-findings.ts';
import { startFakeBackend } from '../../testing/fake-backend.ts';
import { openPage } from '../../testing/open-page.tsx';
import { click, seen } from '../../testing/steps.ts';
import type { RunGate } from '../engagements/run-gate.tsx';
import { OtherTools } from './other-tools.tsx';

const other = (id: string, title: string, isActive = false) => ({ id, title, isActive, target: 'example.org' });

/** No engagement is chosen. */
const openGate: RunGate = { ask: (_, go) => go(null), bar: null };

/** The panel under a report of `one` on a target. */
async function open() {
  const backend = startFakeBackend();
  await openPage('/', [
    {
      path: '/',
      element: (
        <main>
          <h1>Report</h1>
          <OtherTools tool="one" target="https://example.org/" gate={openGate} />
        </main>
      ),
    },
  ]);
  return backend;
}

test('one press runs every other tool that takes the target, names those that want consent, and says which did not begin', async () => {
  const backend = await open();
  backend.on('POST /functions/v1/tool-job-tools', {
    json: [other('one', 'One'), other('two', 'Two'), other('probe', 'Probe', true), other('full', 'Full')],
  });
  backend.on('POST /functions/v1/tool-job-start', ({ body }) => {
    const { tool } = body as { readonly tool: string };
    if (tool === 'probe') return { status: 409, json: { code: 'consent_missing', message: '' } };
    if (tool === 'full') return { status: 429, json: { code: 'over_request_rate_limit', message: '' }, headers: { 'retry-after': '20' } };
    return { json: { id: crypto.randomUUID(), target: 'example.org' } };
  });
  await click('Run the other tools on this target');
  await seen(page.getByText('Runs on example.org'));
  await seen(page.getByText('Active probe: confirm on its page that you may'));
  await seen(page.getByText('Too many runs. Try again in 20 s.'));
  await expect.element(page.getByRole('link', { name: 'Two', exact: true })).toHaveAttribute('href', '/two');
  expect(backend.callsOf('POST /functions/v1/tool-job-start').map(({ body }) => body)).toEqual(
    ['two', 'probe', 'full'].map((tool) => ({ tool, target: 'example.org', options: {}, authorised: false, engagement: null })),
  );
  expect(await accessibilityFaults('other tools')).toEqual([]);
});

test('a target that no other tool takes, and a server that does not answer, are said', async () => {
  const backend = await open();
  await click('Run the other tools on this target');
  await seen(page.getByText('The server does not answer.'));
  backend.on('POST /functions/v1/tool-job-tools', { json: [other('one', 'One')] });
  await click('Run the other tools on this target');
  await seen(page.getByText('No other tool takes this target.'));
});
