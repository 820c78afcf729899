import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../testing/axe-findings.ts';
import { startFakeBackend } from '../../testing/fake-backend.ts';
import { openPage } from '../../testing/open-page.tsx';
import { click, counted, gone, says, seen } from '../../testing/steps.ts';
import type { Engagement } from './engagement-record.ts';
import type { PendingRuns } from './pending-runs.ts';
import { RunQuestion } from './run-question.tsx';
import { madeEngagement } from './testing/memory-engagements.tsx';

const question = () => page.getByRole('alertdialog', { name: 'This run is not permitted' });

/** A page that asks for runs on these targets; `begun` is told of each beginning. */
async function ask(engagement: Engagement | undefined, targets: readonly string[], isAway = false) {
  const backend = startFakeBackend();
  const begun: (string | null)[] = [];
  backend.on('POST /functions/v1/tool-job-reach', ({ body }) => {
    if (isAway) return { status: 503, json: { code: 'away', message: '' } };
    const { target } = body as { readonly target: string };
    return { json: { target: target.toLowerCase(), reach: { ports: [[443, 443]], below: false } } };
  });
  const runs = targets.map((target) => ({ tool: 'tls-inspector', title: 'TLS Inspector', target, options: {} }));
  const pending: PendingRuns = { runs, go: (id) => begun.push(id) };
  function Asking() {
    const [isAsking, setAsking] = useState(true);
    return isAsking ? <RunQuestion engagement={engagement} pending={pending} onDone={() => setAsking(false)} /> : <p>Done</p>;
  }
  await openPage('/', [
    {
      path: '/',
      element: (
        <main>
          <h1>Tool</h1>
          <Asking />
        </main>
      ),
    },
  ]);
  return { backend, begun };
}

test('a run inside the scope, on a day of the permission, begins without a word, in its engagement and once', async () => {
  const engagement = madeEngagement();
  const { begun } = await ask(engagement, ['Shop.meridian.example', 'meridian.example']);
  await seen(page.getByText('Done'));
  expect(begun).toEqual([engagement.id]);
});

test('a target outside the scope is named before anything begins, and begins by an explicit word alone', async () => {
  const engagement = madeEngagement();
  const { begun } = await ask(engagement, ['shop.meridian.example', 'other.example', 'pay.meridian.example']);
  await says(question(), /Nothing was sent: “Web shop” does not permit this/);
  await says(question(), /other\.example.*Not in the scope: other\.example:443\./);
  await says(question(), /pay\.meridian\.example.*Out of scope: pay\.meridian\.example\./);
  expect(begun).toEqual([]);
  expect(await accessibilityFaults('a run that is not permitted')).toEqual([]);
  await click('Run it anyway', question());
  await seen(page.getByText('Done'));
  expect(begun).toEqual([engagement.id]);
});

test.each([
  [{ permitted_from: '2099-01-01' }, /is before the permission, which begins on 2099-01-01/],
  [{ permitted_to: '2020-02-01' }, /is after the permission, which ended on 2020-02-01/],
  [{ permitted_from: '', permitted_to: '' }, /does not say from when to when testing is permitted/],
])('a day outside the permission is named, and “Do not run” begins nothing: %j', async (days, said) => {
  const { begun } = await ask(madeEngagement(days), ['meridian.example']);
  await says(question(), said);
  await click('Do not run', question());
  await gone(question());
  expect(begun).toEqual([]);
});

test('a run that is not permitted can begin in no engagement', async () => {
  const { begun } = await ask(madeEngagement({ in_scope: [] }), ['meridian.example']);
  await click('Run it in no engagement', question());
  await seen(page.getByText('Done'));
  expect(begun).toEqual([null]);
});

test('where the engagement is gone, nothing begins by itself', async () => {
  const { begun } = await ask(undefined, ['meridian.example']);
  await says(question(), 'the engagement that was chosen is not there any more');
  expect(begun).toEqual([]);
});

test('where nobody says what the run would touch, nothing begins by itself, nor in the engagement', async () => {
  const { begun } = await ask(madeEngagement(), ['meridian.example'], true);
  await says(question(), /^Nothing was sent\./);
  await counted(question().getByRole('button', { name: 'Run it anyway' }), 0);
  expect(begun).toEqual([]);
});
