import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openOwnerPage, startOwnerWorld } from '../../testing/open-owner-page.tsx';
import { seen } from '../../testing/steps.ts';

test('a report whose certificate was not seen says so, and nothing in it looks sound', async () => {
  const { backend } = await startOwnerWorld();
  const id = '11111111-1111-4111-8111-111111111111';
  const startedAt = '2026-11-22T10:00:00.000Z';
  const verdict = 'No grade: the certificate could not be seen: it answers no hello.';
  const job = { id, tool: 'tls-inspector', target: 'one.example', options: {}, state: 'finished', done: 1, doing: '', failure: null };
  backend.on('POST /functions/v1/tool-job-list', { json: [{ ...job, askedAt: startedAt, verdict, mark: null, seen: null }] });
  backend.on('POST /functions/v1/tool-schedule-list', { json: [] });
  backend.on('POST /functions/v1/tool-report-uses', { json: { links: 0, example: false } });
  const unseen = { state: 'not_looked_at', reason: 'it answers no hello' };
  const head = { tool: job.tool, schemaVersion: 2, target: job.target, startedAt, durationMs: 12, verdict, findings: [] };
  const checks = [
    { id: 'certificate', title: 'The certificate was seen', ...unseen, subject: 'the certificate', bars: 'grade' },
    { id: 'plain-text', title: 'No plain text in place of TLS', ...unseen },
  ];
  const facts = { protocols: [], certificates: [], chains: [], handshakes: 3, limits: [] };
  backend.on('POST /functions/v1/tool-report', { json: { ...head, checks, ...facts } });
  await openOwnerPage('/tls-inspector');
  const report = page.getByRole('article', { name: 'Report on one.example' });
  await seen(report);
  const text = report.element().textContent ?? '';
  expect(text).toContain('The certificate was seen · No plain text in place of TLS: it answers no hello');
  expect(text).not.toContain('Nothing was found');
  // The seal is neither whole and green nor broken.
  const inks = [...report.element().querySelectorAll('stop')].map((drawn) => drawn.getAttribute('stop-color'));
  expect(inks).toContain('var(--muted)');
  expect(inks).not.toContain('var(--verdigris)');
});
